// A command of the program: its name, what help says of it, its options, and what it does.
#pragma once

#include <string>
#include <utility>

#include "arguments/options.hpp"
#include "cli/console.hpp"

namespace duello {

class Command {
 public:
  Command(const Command&) = delete;
  Command& operator=(const Command&) = delete;
  virtual ~Command() = default;

  const std::string& name() const { return name_; }
  const std::string& about() const { return about_; }
  const Options& declared() const { return options_; }

  // With the options as they were accepted. Returns the exit status: 0 done, 1 the work failed, 2 the input was wrong.
  virtual int run(Console& console) = 0;

 protected:
  Command(std::string name, std::string about) : name_(std::move(name)), about_(std::move(about)) {}
  // To declare them.
  Options& options() { return options_; }

 private:
  std::string name_;
  std::string about_;
  Options options_;
};

}  // namespace duello
