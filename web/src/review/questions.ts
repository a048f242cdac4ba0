// The mistakes of a game as questions: where was it, what was played, and what would have been better.
import { bestFirst, compareWorth } from "../board/worths";
import type {
  Marked,
  MoveValue,
  Review,
  ReviewedMove,
  ReviewedPhase,
  Seat,
} from "../library/protocol";

interface Asked {
  player: Seat;
  // How many moves had been made before.
  before: number;
  explained: string;
}

export interface WrongMove extends Asked {
  kind: "move";
  move: ReviewedMove;
  options: MoveValue[];
}

export interface WrongPlacing extends Asked {
  kind: "placing";
  placing: ReviewedPhase;
}

export type Mistake = WrongMove | WrongPlacing;

const kHuman = "human";
const kInexact = 0.1; // so much given away on average earns a mark

// Whose mistakes are asked about: the people's, or everybody's if there are none.
export function learners(players: readonly [string, string]): Seat[] {
  const people = ([1, 2] as const).filter((seat) => players[seat - 1] === kHuman);
  return people.length > 0 ? people : [1, 2];
}

function mistakeOf(review: Review, marked: Marked): Mistake | undefined {
  const { number, player, explained, options, begin } = marked;
  const move = review.moves?.find((each) => each.number === number);
  if (move && options) {
    return { kind: "move", player, before: number - 1, explained, move, options };
  }
  const placing = review.phases?.find(
    (each) => each.phase === marked.phase && each.player === player,
  );
  return placing && begin !== undefined
    ? { kind: "placing", player, before: begin, explained, placing }
    : undefined;
}

export function mistakesIn(review: Review, players: readonly [string, string]): Mistake[] {
  const asked = learners(players);
  return review.marked
    .filter(({ player }) => asked.includes(player))
    .map((marked) => mistakeOf(review, marked))
    .filter((mistake) => mistake !== undefined);
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

export function answered({ move, options }: WrongMove, text: string): Answered | undefined {
  const chosen = options.find((option) => option.move === text);
  const played = options.find((option) => option.move === move.move);
  const best = bestOf(options);
  if (!chosen || !best) return undefined;
  if (compareWorth(chosen, best) === 0) return { move: chosen, kind: "best" };
  if (chosen.move === played?.move) return { move: chosen, kind: "played" };
  const same = played !== undefined && compareWorth(chosen, played) === 0;
  return { move: chosen, kind: same ? "same" : "worse" };
}

// An allocation answers well if it would earn no mark.
export function placed(value: number): Answered {
  return { move: { move: "", value }, kind: value > -kInexact ? "best" : "worse" };
}
