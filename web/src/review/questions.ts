// The mistakes of a game as questions: where was it, what was played, and what would have been better.
import { bestFirst, compareWorth } from "../board/worths";
import type { Marked, MoveValue, Review, ReviewedMove, Seat } from "../library/protocol";

export interface Mistake {
  move: ReviewedMove;
  marked: Marked;
  options: MoveValue[];
}

const kHuman = "human";

// Whose mistakes are asked about: the people's, or everybody's if there are none.
export function learners(players: readonly [string, string]): Seat[] {
  const people = ([1, 2] as const).filter((seat) => players[seat - 1] === kHuman);
  return people.length > 0 ? people : [1, 2];
}

export function mistakesIn(review: Review, players: readonly [string, string]): Mistake[] {
  const asked = learners(players);
  return review.marked
    .filter(({ player }) => asked.includes(player))
    .flatMap((marked) => {
      const move = review.moves?.find(({ number }) => number === marked.number);
      return move && marked.options ? [{ move, marked, options: marked.options }] : [];
    });
}

export function explanationOf(review: Review, number: number): string {
  return review.marked.find((each) => each.number === number)?.explained ?? "";
}

// What an answer comes to.
export interface Answered {
  move: MoveValue;
  kind: "best" | "played" | "same" | "worse";
}

export function bestOf(options: readonly MoveValue[]): MoveValue | undefined {
  return bestFirst(options)[0];
}

export function answered({ move, options }: Mistake, text: string): Answered | undefined {
  const chosen = options.find((option) => option.move === text);
  const played = options.find((option) => option.move === move.move);
  const best = bestOf(options);
  if (!chosen || !best) return undefined;
  if (compareWorth(chosen, best) === 0) return { move: chosen, kind: "best" };
  if (chosen.move === played?.move) return { move: chosen, kind: "played" };
  const same = played !== undefined && compareWorth(chosen, played) === 0;
  return { move: chosen, kind: same ? "same" : "worse" };
}
