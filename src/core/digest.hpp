// A number that follows from a value alone: equal values have the same. For positions of any game, which are made of
// numbers, arrays and structures of these; bytes between them do not count.
#pragma once

#include <cstdint>
#include <ranges>
#include <type_traits>

namespace duello {

constexpr std::uint64_t mixed(std::uint64_t so_far, std::uint64_t value) {
  // The end of SplitMix64.
  std::uint64_t mix = so_far + 0x9e3779b97f4a7c15ULL + value;
  mix = (mix ^ (mix >> 30)) * 0xbf58476d1ce4e5b9ULL;
  mix = (mix ^ (mix >> 27)) * 0x94d049bb133111ebULL;
  return mix ^ (mix >> 31);
}

namespace digesting {

struct Anything {
  template <class T>
  constexpr operator T() const;  // NOLINT(google-explicit-constructor)
};

template <class T, class... Parts>
consteval std::size_t part_count() {
  if constexpr (requires { T{Parts{}..., Anything{}}; }) return part_count<T, Parts..., Anything>();
  return sizeof...(Parts);
}

}  // namespace digesting

template <class T>
constexpr std::uint64_t digest(std::uint64_t so_far, const T& value) {
  const auto all = [so_far](const auto&... parts) {
    std::uint64_t mix = so_far;
    ((mix = digest(mix, parts)), ...);
    return mix;
  };
  if constexpr (std::is_integral_v<T> || std::is_enum_v<T>) {
    return mixed(so_far, static_cast<std::uint64_t>(value));
  } else if constexpr (std::ranges::range<T>) {
    std::uint64_t mix = so_far;
    for (const auto& each : value) mix = digest(mix, each);
    return mix;
  } else {
    constexpr std::size_t kParts = digesting::part_count<T>();
    static_assert(kParts >= 1 && kParts <= 11, "a structure of one to eleven parts");
    if constexpr (kParts == 1) {
      const auto& [a] = value;
      return all(a);
    } else if constexpr (kParts == 2) {
      const auto& [a, b] = value;
      return all(a, b);
    } else if constexpr (kParts == 3) {
      const auto& [a, b, c] = value;
      return all(a, b, c);
    } else if constexpr (kParts == 4) {
      const auto& [a, b, c, d] = value;
      return all(a, b, c, d);
    } else if constexpr (kParts == 5) {
      const auto& [a, b, c, d, e] = value;
      return all(a, b, c, d, e);
    } else if constexpr (kParts == 6) {
      const auto& [a, b, c, d, e, f] = value;
      return all(a, b, c, d, e, f);
    } else if constexpr (kParts == 7) {
      const auto& [a, b, c, d, e, f, g] = value;
      return all(a, b, c, d, e, f, g);
    } else if constexpr (kParts == 8) {
      const auto& [a, b, c, d, e, f, g, h] = value;
      return all(a, b, c, d, e, f, g, h);
    } else if constexpr (kParts == 9) {
      const auto& [a, b, c, d, e, f, g, h, i] = value;
      return all(a, b, c, d, e, f, g, h, i);
    } else if constexpr (kParts == 10) {
      const auto& [a, b, c, d, e, f, g, h, i, j] = value;
      return all(a, b, c, d, e, f, g, h, i, j);
    } else {
      const auto& [a, b, c, d, e, f, g, h, i, j, k] = value;
      return all(a, b, c, d, e, f, g, h, i, j, k);
    }
  }
}

}  // namespace duello
