// Who was winning after each move, as bars: up for the first player, down for the second, the higher the nearer the end.
import type { Mark, Review, Seat } from "../library/protocol";

export interface Bar {
  // Of the move, or of the phase of a hidden game.
  number: number;
  leader: 0 | Seat;
  // From 0 to 1.
  height: number;
  // Moves to the end, if anybody was winning and it is known.
  plies: number | undefined;
  mark: Mark;
}

const kLeast = 0.3;
const kHalf = 6; // a win so many moves away stands halfway between the least and the most

export function heightOf(plies: number): number {
  return kLeast + (1 - kLeast) * (kHalf / (kHalf + Math.max(plies - 1, 0)));
}

export function barsOf(review: Review): Bar[] {
  return review.chart.map((leader, index) => {
    const move = review.moves?.[index];
    const plies = leader === 0 ? undefined : (move?.after.plies ?? undefined);
    const marks = move
      ? [move.mark]
      : (review.phases ?? []).filter(({ phase }) => phase === index + 1).map(({ mark }) => mark);
    return {
      number: index + 1,
      leader,
      height: leader === 0 ? 0 : plies === undefined ? 1 : heightOf(plies),
      plies,
      mark: marks.includes("?") ? "?" : marks.includes("?!") ? "?!" : "",
    };
  });
}

// Where one leader follows another, the first included: what the chart says in few words.
export interface Stretch {
  from: number;
  to: number;
  leader: 0 | Seat;
}

export function stretchesOf(chart: readonly (0 | Seat)[]): Stretch[] {
  const all: Stretch[] = [];
  for (const [index, leader] of chart.entries()) {
    const last = all.at(-1);
    if (last?.leader === leader) last.to = index + 1;
    else all.push({ from: index + 1, to: index + 1, leader });
  }
  return all;
}
