// Passes errors on. DUELLO_TRY(const auto number, whole_number(text)) declares what was expected, or returns why it is
// not there; DUELLO_CHECK(save(file)) does where nothing but success is expected.
#pragma once

#include <expected>
#include <utility>

#define DUELLO_CHECK(...)                                                                   \
  do {                                                                                      \
    if (auto tried = __VA_ARGS__; !tried) return std::unexpected(std::move(tried).error()); \
  } while (false)

// The line makes the name of what is in between.
#define DUELLO_TRY(declaration, ...) DUELLO_TRY_NAMED(DUELLO_TRY_NAME(__LINE__), declaration, __VA_ARGS__)
#define DUELLO_TRY_NAME(line) DUELLO_TRY_JOIN(line)
#define DUELLO_TRY_JOIN(line) tried_on_##line
#define DUELLO_TRY_NAMED(name, declaration, ...)              \
  auto name = __VA_ARGS__;                                    \
  if (!name) return std::unexpected(std::move(name).error()); \
  declaration = *std::move(name)
