// A table of any shape and contents, to be written to a file with a right checksum.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "solve/oracle.hpp"

namespace duello {

class RawTable final : public SolvedGame {
 public:
  // How its file is used: read whole, or position by position.
  enum class Use : std::uint8_t { whole, in_place };

  RawTable(std::vector<std::uint64_t> shape, std::string bytes, Use use = Use::whole)
      : shape_(std::move(shape)), bytes_(std::move(bytes)), use_(use) {}

  std::vector<std::uint64_t> shape() const override { return shape_; }
  std::vector<std::span<std::byte>> contents() override { return {std::as_writable_bytes(std::span(bytes_))}; }

  bool stays_in_file() const override { return use_ == Use::in_place; }

  std::string manner() const override { return {}; }
  bool reshape(const std::vector<std::uint64_t>&, std::uint64_t) override { return false; }
  bool is_sound() const override { return false; }
  bool solve(Workers&, const Watch&) override { return false; }
  std::optional<Survey> survey(const Watch&) const override { return {}; }
  double survey_bytes() const override { return 0; }
  std::size_t slot(const AnyView&) const override { return 0; }
  Value value(const AnyView&) const override { return {}; }
  std::vector<Judgement> moves(const AnyView&) const override { return {}; }
  std::uint64_t positions() const override { return 0; }

 private:
  std::vector<std::uint64_t> shape_;
  std::string bytes_;
  Use use_;
};

}  // namespace duello
