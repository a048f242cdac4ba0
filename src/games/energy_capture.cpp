#include "games/energy_capture.hpp"

#include <algorithm>
#include <vector>

#include "core/try.hpp"

namespace duello {

namespace {

// "Node 5", "Nodes 2 and 4".
std::string node_list(EnergyCapture::Nodes nodes) {
  return cat(std::popcount(nodes) == 1 ? "Node " : "Nodes ", listed(numbers_of(nodes)));
}

struct Share {
  std::string_view node;
  std::string_view units;
};

// Takes "Node1:5", "node 1: 5" or "1:5" off the front of the text, and what separates it from the next.
std::optional<Share> next_share(std::string_view& text) {
  const std::size_t colon = text.find(':');
  if (colon == std::string_view::npos) return std::nullopt;
  std::string_view node = trimmed(text.substr(0, colon));
  if (node.starts_with("node")) node = trimmed(node.substr(4));
  std::string_view rest = trimmed(text.substr(colon + 1));
  const std::size_t end = std::min(rest.find_first_of(" \t,"), rest.size());
  const Share share{node, rest.substr(0, end)};
  rest = trimmed(rest.substr(end));
  if (rest.starts_with(',')) {
    rest = trimmed(rest.substr(1));
    if (rest.empty()) return std::nullopt;
  }
  text = rest;
  return share;
}

// Typed text must not come back in a complaint here: the table hears complaints, and the text is a secret.
constexpr std::string_view kForm = "That does not read as nodes and units, such as 1:5,2:3";

}  // namespace

const StatedFacts EnergyCapture::kFacts{
    .id = "energy-capture",
    .title = "Energy Capture",
    .pitch = "Place hidden units on five nodes; capture most of them.",
    .seats = {{{{"Player 1", "", Tint::red}, {"Player 2", "", Tint::blue}}}},
    .variants =
        {
            {"grand", "units=20 nodes=7 extra=5",
             "As fair as the book's game and harder to read: perfect play mixes 13 kinds of allocation instead of 6."},
        },
};

const std::string_view EnergyCapture::kExample = "1:5 1:6 2:7 2:5 3:2 3:4 4:1 pass pass 5:5 5:3 pass pass";

RuleBook EnergyCapture::rule_book() const {
  std::vector<std::string> tips{
      "The book advises to keep units back for later turns, to bait with a few and to save the largest amounts for the "
      "end. None of it can work: before the reveal the other player sees passes and nothing else, and what is not "
      "placed lapses. Place all your units, in one move or in many.",
  };
  if (rules_ == Rules{}) {
    tips.emplace_back(
        "Three nodes or more. All 15 units on one node lose for certain against perfect play, two nodes lose far more "
        "than they win, and with one unit kept back the best allocation is clearly worse off.");
    tips.emplace_back(
        "Vary: every allocation is beaten by somebody who knows it. Perfect play chooses the nodes by lot and places "
        "6-5-4 most often, then 6-4-3-2 and 6-4-2-2-1.");
    tips.emplace_back(
        "The book is wary of even amounts because of ties. Perfect play has six units on some node nearly always.");
  }
  const std::string most = spelled(rules_.nodes / 2 + 1);
  const bool one = rules_.nodes == 1;
  return {
      .goal = one ? "Capture the only node."
                  : cat("Capture more nodes than the other player; ", most, " of the ", spelled(rules_.nodes),
                        " decide it at once."),
      .setup =
          cat(one ? "There is one node, neutral."
                  : cat("There are ", spelled(rules_.nodes), " nodes, numbered 1 to ", rules_.nodes, ", all neutral."),
              " Each player has ", counted(static_cast<std::uint64_t>(rules_.units), "unit"),
              ". The players agree who starts."),
      .turn =
          cat("Secretly place one or more of your units on ", one ? "the node" : "one or more nodes",
              ", or pass. What is placed adds up and stays. The turns alternate. A pass is final: you place nothing "
              "more, and the other player goes on alone until passing too. Then all units are revealed, and ",
              one ? "the" : "each", " node goes to whoever placed more on it; equal amounts leave it neutral."),
      .end = cat(
          one ? "Whoever captures the node wins. If nobody does"
              : cat("Whoever holds ", most, " nodes wins; otherwise whoever holds more. If both hold the same number"),
          ", sudden death follows: each player gets ", counted(static_cast<std::uint64_t>(rules_.extra), "new unit"),
          one ? "" : " for the neutral nodes only", ", and the phase is played again, as often as it takes."),
      .rulings =
          {
              cat("A move places at least one unit", one ? "" : " in all and names no node twice",
                  ". Doing nothing is a pass."),
              "A player without units passes automatically.",
              "Before the reveal the other player learns whether you have passed, and nothing else: not the nodes, not "
              "the amounts, not what you have left.",
              cat("Unspent units lapse. Sudden death is played with the new units alone",
                  one ? "." : "; captured nodes stay captured."),
              "Whoever moved first in the first phase moves first in every sudden-death round.",
              cat("Two careful players can fight over the ", one ? "" : "last ",
                  "node for ever, so after ten undecided rounds in a row (--rounds) a coin decides."),
          },
      .tips = tips,
  };
}

std::string EnergyCapture::Rules::objection() const {
  if (nodes % 2 == 1) return {};
  return cat("The rule 'nodes' must be an odd number from 1 to ", kMostNodes, ", not '", nodes, "'");
}

// Equal scores leave an odd number of nodes neutral.
std::vector<Contest> EnergyCapture::contests() const {
  std::vector<Contest> contests{{rules_.units, rules_.nodes}};
  for (int nodes = rules_.nodes; nodes > 0; nodes -= 2) contests.push_back({rules_.extra, nodes});
  return contests;
}

Contest EnergyCapture::contest(const View& view) const {
  return {view.sudden_death ? rules_.extra : rules_.units, std::popcount(neutral(view.held))};
}

Allocation EnergyCapture::on_neutral(const View& view, const Units& units) const {
  Allocation on;
  for (std::size_t node = 0; node < units.size(); ++node)
    if ((neutral(view.held) >> node & 1) != 0) on.push_back(units[node]);
  return on;
}

Allocation EnergyCapture::placed(const View& view) const { return on_neutral(view, view.placed); }

Allocation EnergyCapture::allocation(const View& view, const Move& move) const { return on_neutral(view, move.units); }

EnergyCapture::Move EnergyCapture::placing(const View& view, const Allocation& units) const {
  Move move;
  auto next = units.begin();
  for (std::size_t node = 0; node < move.units.size(); ++node)
    if ((neutral(view.held) >> node & 1) != 0) move.units[node] = static_cast<std::uint8_t>(*next++);
  return move;
}

std::string EnergyCapture::write(const Move& move) const {
  std::vector<std::string> shares;
  for (std::size_t node = 0; node < move.units.size(); ++node)
    if (move.units[node] != 0) shares.push_back(cat(node + 1, ':', move.units[node]));
  return shares.empty() ? "pass" : joined(shares, ",");
}

std::optional<Complaint> EnergyCapture::no_turn(const View& view) const {
  if (legal(view).size() != 0) return std::nullopt;
  return Complaint{view.over ? "The game is over" : "It is not your turn"};
}

std::expected<EnergyCapture::Move, Complaint> EnergyCapture::read(const View& view, std::string_view text) const {
  if (const auto objection = no_turn(view)) return std::unexpected(*objection);
  const std::string clean = lowered(trimmed(text));
  if (clean.empty()) return complaint("That was an empty line");
  if (clean == "pass") return Move{};
  Draft draft;
  for (std::string_view rest = clean; !rest.empty();) {
    const auto share = next_share(rest);
    if (!share) return complaint(kForm);
    const auto node = whole_number(share->node);
    const auto units = whole_number(share->units);
    if (!node || !units) return complaint(kForm);
    DUELLO_TRY(const auto next, with(draft, view, *node, *units));
    draft = next;
  }
  return finished(draft);
}

std::expected<EnergyCapture::Draft, Complaint> EnergyCapture::with(Draft draft, const View& view, int node,
                                                                   int units) const {
  if (node < 1 || node > rules_.nodes) return complaint("There is no such node");
  const auto bit = static_cast<Nodes>(1U << (node - 1));
  if ((draft.named & bit) != 0) return complaint("A node is named twice");
  draft.named |= bit;
  if ((neutral(view.held) & bit) == 0) return complaint("A captured node is not contested in sudden death");
  if (units < 0) return complaint("Units cannot be taken back");
  if (units > view.left - draft.total) return complaint("That is more units than you have");
  draft.total += units;
  draft.move.units[static_cast<std::size_t>(node - 1)] = static_cast<std::uint8_t>(units);
  return draft;
}

std::expected<EnergyCapture::Move, Complaint> EnergyCapture::finished(const Draft& draft) {
  if (draft.total == 0) return complaint("An allocation places at least one unit");
  return draft.move;
}

// A node's cell has the node's number.
std::expected<EnergyCapture::Move, Complaint> EnergyCapture::composed(const View& view, ChosenAmounts amounts) const {
  if (const auto objection = no_turn(view)) return std::unexpected(*objection);
  Draft draft;
  for (const CellAmount& each : amounts) {
    DUELLO_TRY(const auto next, with(draft, view, each.cell, each.amount));
    draft = next;
  }
  return finished(draft);
}

std::optional<Amounts> EnergyCapture::amounts(const View& view) const {
  if (!stand_in(view)) return std::nullopt;
  Amounts amounts{.most = view.left};
  for (int node = 1; node <= rules_.nodes; ++node)
    if ((neutral(view.held) >> (node - 1) & 1) != 0) amounts.cells.push_back(node);
  return amounts;
}

Steps EnergyCapture::steps(const View&, const Move& move) const {
  Steps steps;
  for (std::size_t node = 0; node < move.units.size(); ++node)
    if (move.units[node] != 0) steps.push_back({static_cast<int>(node) + 1, Deed::put, move.units[node]});
  return steps;
}

// What is said of the units on a node: nothing, a seat's own, or both sides'.
std::string EnergyCapture::told(const std::vector<Pile>& piles, std::size_t node, const Pen& pen) {
  std::string text;
  for (const auto& [seat, units, left] : piles) {
    const std::string who = piles.size() > 1     ? pen.names[seat]
                            : pen.programs[seat] ? cat(pen.names[seat], " has placed")
                                                 : "you have placed";
    text += cat(", ", who, ' ', counted(units[node], "unit"));
  }
  return text;
}

Stage EnergyCapture::stage_with(const std::vector<Pile>& piles, const View& view, const Pen& pen) const {
  const auto look = [](Seat seat, Shape shape) {
    return Look{seat, shape, seat == Seat::one ? "P1" : "P2", kFacts.seats[seat].tint};
  };
  Stage stage{.columns = rules_.nodes, .mover = view.over ? std::nullopt : std::optional(view.mover)};
  const bool one_leads = std::popcount(view.held[Seat::one]) > std::popcount(view.held[Seat::two]);
  const Seat leader = one_leads ? Seat::one : Seat::two;
  for (int number = 1; number <= rules_.nodes; ++number) {
    const auto node = static_cast<std::size_t>(number - 1);
    Cell cell{.number = number, .column = number - 1, .label = cat(number)};
    std::string state = cat("neutral", told(piles, node, pen));
    for (const Seat seat : kSeats) {
      if ((view.held[seat] >> node & 1) == 0) continue;
      state = cat("captured by ", pen.ink(kFacts.seats[seat].tint, pen.names[seat]));
      cell.look = look(seat, shape_of(seat));
      cell.decisive = view.over && seat == leader;
    }
    for (const auto& [seat, units, left] : piles)
      if (units[node] != 0) cell.pieces.push_back({look(seat, Shape::stack), units[node]});
    cell.spoken = cat("Node ", number, ": ", state);
    stage.cells.push_back(std::move(cell));
  }
  for (const auto& [seat, units, left] : piles)
    stage.counters.push_back({.seat = seat, .label = "units left", .look = look(seat, Shape::stack), .amount = left});
  for (const Seat seat : kSeats)
    stage.counters.push_back({.seat = seat,
                              .label = "nodes",
                              .look = look(seat, shape_of(seat)),
                              .amount = std::popcount(view.held[seat]),
                              .goal = rules_.nodes / 2 + 1,
                              .decisive = view.over && seat == leader});
  stage.notes.emplace_back(view.over ? "The End" : view.sudden_death ? "Sudden Death Round" : "Allocation Phase");
  for (const Seat seat : kSeats)
    if (view.passed[seat]) stage.notes.push_back(cat(pen.names[seat], " has passed."));
  return stage;
}

Stage EnergyCapture::stage(const View& view, const Pen& pen) const {
  if (!view.has_own) return stage_with({}, view, pen);
  return stage_with({{view.own, view.placed, view.left}}, view, pen);
}

Stage EnergyCapture::laid_open_stage(const Position& position, const Pen& pen) const {
  std::vector<Pile> piles;
  for (const Seat seat : kSeats) piles.push_back({seat, position.placed[seat], position.left[seat]});
  return stage_with(piles, view(position, std::nullopt), pen);
}

// One line a node, between the name of the phase and who has passed.
std::string EnergyCapture::drawn(const Stage& stage) {
  std::vector<std::string> lines = stage.notes;
  for (std::size_t i = 0; i < stage.cells.size(); ++i)
    lines.insert(lines.begin() + 1 + static_cast<std::ptrdiff_t>(i), stage.cells[i].spoken);
  return joined(lines, "\n") + "\n";
}

std::string EnergyCapture::board(const View& view, const Pen& pen) const { return drawn(stage(view, pen)); }

std::string EnergyCapture::laid_open(const Position& position, const Pen& pen) const {
  return drawn(laid_open_stage(position, pen));
}

std::string EnergyCapture::opening(const View& view, const Pen&) const {
  return view.sudden_death ? "Sudden Death Round\n" : "Allocation Phase\n";
}

std::string EnergyCapture::turn(const View& view, const Pen& pen) const {
  const std::string left = is_movers(view) ? cat(view.left) : "(hidden)";
  std::string who =
      cat(pen.names[view.mover], pen.programs[view.mover] ? "'s turn.\n" : ", allocate your energy units:\n");
  if (pen.programs[view.mover] && !is_movers(view)) return who;
  return cat(who, "- Energy units remaining: ", left, '\n');
}

std::string EnergyCapture::ask(const View& view, const Pen&) const {
  if (!view.untouched) return "- Enter allocation: ";
  const std::vector<std::string> open = numbers_of(neutral(view.held));
  const int units = contest(view).units;
  const int first = std::min(5, (units + 1) / 2);
  std::string example = cat("Node", open[0], ':', first);
  if (open.size() > 1 && units > 1) example += cat(", Node", open[1], ':', std::min(3, units - first));
  return cat("- Enter allocation (e.g., ", example, "): ");
}

std::string EnergyCapture::hint(const View& view) const {
  const std::string nodes =
      view.sudden_death ? cat("the neutral ", node_list(neutral(view.held))) : cat("Nodes 1 to ", rules_.nodes);
  if (!is_movers(view))
    return cat("place units on ", nodes, " as in ", numbers_of(neutral(view.held))[0], ":1, or pass");
  return cat("place at most ", counted(view.left, "unit"), " in all on ", nodes, ", or pass");
}

std::string EnergyCapture::report(const Position& before, const Move& move, const Position& after,
                                  std::optional<Seat> audience, const Pen& pen) const {
  const std::string& mover = pen.names[before.mover];
  std::string text;
  if (move.is_pass()) {
    text = cat(mover, " has passed.\n");
  } else if (audience == before.mover) {
    text = cat(pen.programs[before.mover] ? cat(mover, " placed ") : "Placed ", write(move), ".\n");
  } else {
    text = cat(mover, " has allocated.\n");
  }
  const bool was_last = before.passed[other(before.mover)] && move.is_pass();
  return was_last ? text + reveal(before, after, pen) : text;
}

std::string EnergyCapture::scores(const PerSeat<Nodes>& held, const Pen& pen) const {
  std::string text;
  for (const Seat seat : kSeats) {
    const int points = std::popcount(held[seat]);
    text += cat("- ", pen.names[seat], ": ", held[seat] == 0 ? "no nodes" : cat("captured ", node_list(held[seat])),
                " (", counted(static_cast<std::uint64_t>(points), "point"), ")\n");
  }
  if (neutral(held) != 0) text += cat("- Neutral: ", node_list(neutral(held)), '\n');
  return text;
}

std::string EnergyCapture::reveal(const Position& hidden, const Position& after, const Pen& pen) const {
  std::string text = "\nReveal Phase\n";
  for (int number = 1; number <= rules_.nodes; ++number) {
    const auto node = static_cast<std::size_t>(number - 1);
    if ((neutral(hidden.held) >> node & 1) == 0) continue;
    const int one = hidden.placed[Seat::one][node];
    const int two = hidden.placed[Seat::two][node];
    const Seat more = one > two ? Seat::one : Seat::two;
    text += cat("\nNode ", number, ":\n");
    for (const Seat seat : kSeats)
      text += cat("  - ", pen.names[seat], ": ", counted(hidden.placed[seat][node], "unit"), '\n');
    text +=
        cat("  - Winner: ", one == two ? "none, it stays neutral" : pen.ink(kFacts.seats[more].tint, pen.names[more]),
            '\n');
  }
  text += cat("\nScoring:\n", scores(after.held, pen));
  return text;
}

std::string EnergyCapture::new_round(const Position& position, const Pen&) const {
  return cat("\nSudden Death Round\n- Each player receives ",
             counted(static_cast<std::uint64_t>(rules_.extra), "energy unit"),
             ".\n- Contested: ", node_list(neutral(position.held)), '\n');
}

std::string EnergyCapture::summary(const Position&, const Pen&) const { return {}; }

std::string EnergyCapture::verdict(const Position& position, const Pen& pen) const {
  const Outcome end = *outcome(position);
  return cat(pen.names[end.winner], " wins by capturing ",
             end.why == kMajority ? "a majority of the nodes!" : "more nodes!");
}

std::string EnergyCapture::reason(const Position& position) const {
  const Outcome end = *outcome(position);
  const int mine = std::popcount(position.held[end.winner]);
  const int theirs = std::popcount(position.held[other(end.winner)]);
  return cat(end.why == kMajority ? "majority of the nodes, " : "more nodes, ", mine, " to ", theirs);
}

}  // namespace duello
