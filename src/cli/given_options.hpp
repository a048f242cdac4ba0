// The options of the command line as they were typed, and what they mean to each command.
#pragma once

#include <array>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <vector>

#include "cli/commands.hpp"

namespace duello {

// A wrong command line, in a sentence without its full stop.
class WrongOptions : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// Texts are empty where nothing was given and no default stands here.
struct GivenOptions {
  // Of every command.
  std::string color = "auto";
  bool plain = false;

  // Of several commands.
  GameChoice game;
  std::string file;
  std::string first = "1";
  std::string rounds = "10";
  std::string seed;
  std::string games;
  std::string movetime = "1000";
  std::string record;
  bool no_record = false;
  bool swap = false;
  bool json = false;

  // play
  std::array<std::string, 2> who = PlayOptions{}.who;
  std::array<std::string, 2> names;
  std::string best_of = "1";

  // history
  std::string player;
  std::string result;
  std::string since;
  std::string until;
  std::string most;
  std::string discard;
  bool rebuild = false;
  bool stats = false;

  // replay, analyze, perft
  bool values = false;
  std::string moves;
  std::string depth;

  // lab
  bool csv = false;
  std::string svg;

  // review
  std::string as;
  bool annotated = false;

  // puzzle
  std::string level;
  bool daily = false;

  // arena
  std::vector<std::string> players;
  bool gauntlet = false;
  std::string openings = "random";
  std::string opening_moves = "2";
  std::string concurrency;
  std::string sprt;
  std::string log;

  // engine, help
  std::string plays = "perfect";
  std::string about;

  // In the order of the command line, whichever option names them.
  void name_players(const std::vector<std::string>& some);
  // From here on the game goes by its whole id.
  void find_game_meant();

  // What they mean. Each throws WrongOptions if a text means nothing, or one stands against another.
  ColorChoice color_choice() const;
  Format format() const { return json ? Format::json : Format::text; }
  Swapping swapping() const { return swap ? Swapping::yes : Swapping::no; }
  Seat first_seat() const;
  int depth_to_count() const;
  std::uint64_t seed_or_fresh() const;

  PlayOptions to_play() const;
  HistoryOptions to_show_history() const;
  AnalyzeOptions to_analyze() const;
  LabOptions to_run_lab() const;
  ReviewOptions to_review() const;
  PuzzleOptions to_show_puzzle() const;
  ArenaOptions to_run_arena() const;

 private:
  Keeping keeping() const;
  int longest_move() const;
  int most_rounds() const;
  ArenaPlan arena_plan() const;
};

}  // namespace duello
