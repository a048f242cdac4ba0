// Values for options that the command line leaves open, from the environment and from a file. Several values of an
// option that may be repeated stand there with blanks between them.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "arguments/options.hpp"

namespace duello {

// Looks a variable of the environment up.
using LookUp = std::function<std::optional<std::string>(const std::string& name)>;

// First from the variables: PREFIX_BASE_URL sets --base-url. Then from the file that --config names. Values are added
// to those that are given. Throws WrongOptions.
void add_settings(std::vector<GivenOption>& given, const Options& options, std::string_view prefix,
                  const LookUp& variable);

// From the lines of a file, as in base-url = URL. Empty ones and those that begin with # mean nothing. `file` is what
// complaints call it. Throws WrongOptions.
void add_lines(std::vector<GivenOption>& given, const Options& options, std::string_view text, const std::string& file);

}  // namespace duello
