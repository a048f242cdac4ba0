// What is to be learned from games that are over, from puzzles, and from the table of all positions.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "page/place.hpp"
#include "study/course.hpp"
#include "study/drawn_puzzle.hpp"
#include "study/findings.hpp"
#include "study/shelf.hpp"

namespace duello {

Reply solution_of(ChosenGame& chosen, Swapping swapping, Shelf& shelf);
Reply findings_of(ChosenGame& chosen, const Sampling& sampling, Shelf& shelf);
// Whether it can be solved here, without doing it.
void append_fitting(std::string& text, const ChosenGame& chosen);

Reply review_of(const Record& record, Shelf& shelf);
// The same records with marks and their reasons as comments.
Reply annotated_text(const std::vector<Record>& records, Shelf& shelf);
// As a list shows them.
Reply listed_records(const std::vector<Record>& records, Shelf& shelf);

// `date` is the day's whose puzzle it is; empty for any other.
void append_drawn(std::string& text, const DrawnPuzzle& drawn, std::uint64_t seed, std::string_view date);

}  // namespace duello
