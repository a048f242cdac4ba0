// A table of any shape and contents, to be written to a file with a right checksum.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "solve/oracle.hpp"

namespace duello {

class RawTable final : public SolvedGame {
 public:
  RawTable(TableKind kind, std::vector<std::uint64_t> shape, std::string bytes)
      : kind_(kind), shape_(std::move(shape)), bytes_(std::move(bytes)) {}

  std::optional<TableContents> contents() const override {
    return TableContents{kind_, shape_, {}, {}, std::as_bytes(std::span(bytes_))};
  }

  std::string manner() const override { return {}; }
  bool is_sound() const override { return false; }
  std::optional<Survey> survey(const Watch&) const override { return {}; }
  double survey_bytes() const override { return 0; }
  std::size_t slot(const AnyView&) const override { return 0; }
  Value value(const AnyView&) const override { return {}; }
  std::vector<Judgement> moves(const AnyView&) const override { return {}; }
  std::uint64_t positions() const override { return 0; }

 private:
  TableKind kind_;
  std::vector<std::uint64_t> shape_;
  std::string bytes_;
};

}  // namespace duello
