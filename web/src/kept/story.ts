// A game of a record, as it can be played through. A game that is over is laid open; of one that is not, nothing is
// shown that a player has not revealed yet.
import type { Ask } from "../library/asking";
import { isRefusal, type Position, type Refusal } from "../library/protocol";
import type { Course } from "../study/replay.svelte";
import { firstSecret, laidOpen } from "./laid_open";

export interface Story {
  course: Course;
  // Every move that can be shown.
  moves: string[];
  // How many more there are, which nobody may see yet.
  secret: number;
  over: boolean;
}

// With who made the last move.
type Told = Position & { mover?: string };

export function moverOf(position: Position): string {
  return (position as Told).mover ?? "";
}

// Asks for positions as both players see them.
export function askingBoth(ask: Ask): Ask {
  const told = async (question: Parameters<Ask>[0]): Promise<Told | Refusal> => {
    const [one, two] = await Promise.all([
      ask<Position>({ ...question, seat: 1 }),
      ask<Position>({ ...question, seat: 2 }),
    ]);
    if (isRefusal(one)) return one;
    if (isRefusal(two)) return two;
    const position = laidOpen(one, two);
    if (one.moves.length === 0) return position;
    const before = await ask<Position>({ ...question, plies: one.moves.length - 1, seat: 1 });
    if (isRefusal(before) || !before.to_move) return position;
    return { ...position, mover: before.names[before.to_move - 1] ?? "" };
  };
  return <T>(question: Parameters<Ask>[0]) => told(question) as Promise<T | Refusal>;
}

export async function storyIn(record: string, number: number, ask: Ask): Promise<Story | Refusal> {
  const where = { record, number };
  const [one, two] = await Promise.all([
    ask<Position>({ ask: "position", ...where, seat: 1 }),
    ask<Position>({ ask: "position", ...where, seat: 2 }),
  ]);
  if (isRefusal(one)) return one;
  if (isRefusal(two)) return two;
  const total = one.over ? one.moves.length : firstSecret(one.moves, two.moves);
  const secret = one.moves.length - total;
  // Who gave up, or ran out of time, is told only by the whole record.
  const isWhole = (plies: number) => plies === total && secret === 0;
  return {
    course: { total, where: (plies) => (isWhole(plies) ? where : { ...where, plies }) },
    moves: one.moves.slice(0, total),
    secret,
    over: one.over,
  };
}
