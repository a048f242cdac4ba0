// A layer of a table, as many threads solve it that have no order among them: teams of 32 share a block, or a part of
// one. A kernel is what one member does, in two steps: all have made their part of the plan before any begins to solve.
//
// A game gets its kernels by a file of its own, which the compiler for the device reads:
//
//   #include "games/GAME.hpp"
//   #include "solve/kernels.hpp"
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
};

// What a team has to do, and how it is planned.
template <LaidOutInBlocks G, int LowBits>
struct Work {
  PlannedBlock block;
  std::uint64_t begin;  // units
  std::uint64_t end;

  static constexpr Work planned(const Layer<G>& layer, std::uint64_t team, BlockPlan<G, LowBits>& plan,
                                TeamMember member) {
    const std::uint64_t rank = team >> layer.part_bits;
    const std::uint64_t part = team & ((std::uint64_t{1} << layer.part_bits) - 1);
    const std::uint64_t block = layer.game.layer_block(layer.layer, rank);
    plan.make(layer.game, block, layer.begins, member);
    Work work{.block = PlannedBlock::of<G, LowBits>(layer.game, layer.layer, rank, block, layer.begins),
              .begin = 0,
              .end = 0};
    const std::uint64_t size = std::uint64_t{1} << (Shelves<G, LowBits>::unit_bits(work.block.bits) - layer.part_bits);
    work.begin = part * size;
    work.end = work.begin + size;
    return work;
  }
};

}  // namespace duello::kernels

#ifdef __CUDA_ARCH__

namespace duello::kernels {

template <LaidOutInBlocks G, int LowBits, class Solve>
__attribute__((device)) inline void as_member(const Layer<G>& layer, Solve solve) {
  __attribute__((shared)) static BlockPlan<G, LowBits> plans[kTeams];
  const auto thread = static_cast<std::uint32_t>(__nvvm_read_ptx_sreg_tid_x());
  const std::uint64_t team = static_cast<std::uint32_t>(__nvvm_read_ptx_sreg_ctaid_x()) * std::uint64_t{kTeams} + thread / kTeam;
  if (team >= layer.teams) return;
  const TeamMember member{thread % kTeam, kTeam};
  BlockPlan<G, LowBits>& plan = plans[thread / kTeam];
  const auto work = Work<G, LowBits>::planned(layer, team, plan, member);
  __nvvm_bar_warp_sync(~0U);
  solve(work, plan, member);
}

}  // namespace duello::kernels

// How many units a member solves at a time.
#ifndef DUELLO_AT_ONCE
#define DUELLO_AT_ONCE 2
#endif
#define DUELLO_KERNEL(Game, Form, Name)                                                                            \
  extern "C" __attribute__((global)) void Name(const duello::kernels::Layer<Game> layer,                           \
                                               const Form::Unit* __restrict__ read, Form::Unit* __restrict__ written, \
                                               Form::Round round) {                                                \
    duello::kernels::as_member<Game, Form::kLowBits>(                                                              \
        layer, [&](const auto& work, const auto& plan, duello::TeamMember member) DUELLO_INLINE {                  \
          duello::solve_units<Form, DUELLO_AT_ONCE>(work.block, plan.moves, plan.patterns, {read, written, round}, \
                                                    work.begin, work.end, member);                                 \
        });                                                                                                        \
  }
#define DUELLO_KERNELS(Game)                 \
  DUELLO_KERNEL(Game, duello::Words, words) \
  DUELLO_KERNEL(Game, duello::Codes, codes)

#endif
