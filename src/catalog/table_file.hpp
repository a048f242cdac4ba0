// Solved tables on disk. A file says which game and rules it is for and carries a checksum; one that is damaged, cut
// short, foreign or of a later version is refused. So is one whose checksum is right and whose values are not, as far
// as can be told in less time than it takes to solve the game. It is written beside its place and then put there in one
// step, so that an interrupted save leaves the old file as it was.
//
// There are two kinds: values to the ply, and who wins. The second are large and stay in their file, from which
// positions are read as they are needed: their checksum is that of the first lines, and only as much of the contents is
// checked as the check for soundness reads.
#pragma once

#include <expected>
#include <functional>
#include <memory>
#include <string>

#include "core/text.hpp"
#include "solve/oracle.hpp"

namespace duello {

// `game` is the game's id and its rules, as in "GAME length=11 run=3".
bool has_table(const std::string& file);
// Whether the file, which is there, is of the second kind.
bool says_who_wins(const std::string& file);
std::expected<void, Complaint> save_table(const std::string& file, const std::string& game, const SolvedGame& table);
// Whether a table could be saved there, to be asked before the game is solved.
std::expected<void, Complaint> can_save_table(const std::string& file);

// Makes a table of what a file has; null if these cannot be its contents.
using TakeStored = std::function<SolveResult(const TableInStorage& stored)>;
std::expected<std::unique_ptr<SolvedGame>, Complaint> load_table(const std::string& file, const std::string& game,
                                                                 const TakeStored& take);

}  // namespace duello
