// A layer of a table, as many threads solve it that have no order among them: teams of 32 share a block, or a part of
// one. A kernel is what one member does, in two steps: all have made their part of the plan before any begins to solve.
//
// A game gets its kernels by a file of its own, which the compiler for the device reads:
//
//   #include "games/GAME.hpp"
//   #include "solve/gpu/kernels.hpp"
//   DUELLO_KERNELS(duello::GAME)
#pragma once

#include <cstdint>

#include "core/layout.hpp"
#include "solve/codes.hpp"
#include "solve/plan.hpp"
#include "solve/words.hpp"

namespace duello::kernels {

constexpr std::uint32_t kTeam = 32;
constexpr std::uint32_t kTeams = 8;  // that are launched together

template <LaidOutInBlocks G>
struct Layer {
  G game;
  const std::uint64_t* begins;  // of all layers, as the shelves say
  int layer;
  int part_bits;  // 2^part_bits teams share a block
  std::uint64_t teams;

  // What the plans of a group of teams take.
  constexpr std::uint32_t plan_bytes() const {
    return kTeams * static_cast<std::uint32_t>(game.most_patterns(layer) * int{sizeof(PatternMask)} +
                                               (game.most_moves(layer) + 1) / 2 * 2 * int{sizeof(PlannedMove)});
  }
  constexpr BlockPlan plan_in(unsigned char* room, std::uint32_t team) const {
    unsigned char* const mine = room + team * (plan_bytes() / kTeams);
    auto* const patterns = reinterpret_cast<PatternMask*>(mine);
    return {patterns, reinterpret_cast<PlannedMove*>(patterns + game.most_patterns(layer))};
  }
};

// What a team has to do, once a member has made its part of the plan.
struct Work {
  PlannedBlock block;
  std::uint64_t begin;  // units
  std::uint64_t end;

  template <int LowBits, LaidOutInBlocks G>
  static constexpr Work planned(const Layer<G>& layer, std::uint64_t team, const BlockPlan& plan, TeamMember member) {
    const std::uint64_t rank = team >> layer.part_bits;
    const std::uint64_t part = team & ((std::uint64_t{1} << layer.part_bits) - 1);
    const std::uint64_t number = layer.game.layer_block(layer.layer, rank);
    plan.make<LowBits>(layer.game, number, layer.begins, member);
    const auto block = PlannedBlock::of<G, LowBits>(layer.game, layer.layer, rank, number, layer.begins);
    const std::uint64_t size = std::uint64_t{1} << (Shelves<G, LowBits>::unit_bits(block.bits) - layer.part_bits);
    return {block, part * size, (part + 1) * size};
  }
};

}  // namespace duello::kernels

#ifdef __CUDA_ARCH__

namespace duello::kernels {

template <class Form, int Count, LaidOutInBlocks G>
__attribute__((device)) inline void run_member(const Layer<G>& layer, const UnitTable<Form>& table,
                                               unsigned char* room) {
  const auto thread = static_cast<std::uint32_t>(__nvvm_read_ptx_sreg_tid_x());
  const std::uint64_t team =
      static_cast<std::uint32_t>(__nvvm_read_ptx_sreg_ctaid_x()) * std::uint64_t{kTeams} + thread / kTeam;
  if (team >= layer.teams) return;
  const TeamMember member{thread % kTeam, kTeam};
  const BlockPlan plan = layer.plan_in(room, thread / kTeam);
  const Work work = Work::planned<Form::kLowBits>(layer, team, plan, member);
  __nvvm_bar_warp_sync(~0U);
  solve_units<Form, Count>(work.block, plan, table, work.begin, work.end, member);
}

}  // namespace duello::kernels

extern __attribute__((shared)) __attribute__((aligned(16))) unsigned char duello_room[];

// A driver compiles what it is given before it begins, so each kind of table has its kernel in a file of its own: the
// build says DUELLO_WORDS or DUELLO_CODES. Two units of codes at a time keep more of them on their way; of words, with
// more to be done for each, one.
#define DUELLO_KERNEL(Game, Form, Name, Count)                                                                        \
  extern "C" __attribute__((global)) void Name(const duello::kernels::Layer<Game> layer,                              \
                                               const Form::Unit* __restrict__ read, Form::Unit* __restrict__ written, \
                                               Form::Round round) {                                                   \
    duello::kernels::run_member<Form, Count>(layer, duello::UnitTable<Form>{read, written, round}, duello_room);      \
  }
#ifdef DUELLO_WORDS
#define DUELLO_KERNELS(Game) DUELLO_KERNEL(Game, duello::Words, words, 1)
#else
#define DUELLO_KERNELS(Game) DUELLO_KERNEL(Game, duello::Codes, codes, 2)
#endif

#endif
