// What moves did of which only the notation was told: the page's own library knows.
import { table } from "../library/desks";
import { isRefusal, type Choice, type Position, type Seat, type Step } from "../library/protocol";
import type { Played } from "../table/played";

// Of the last move, as whoever made it may know. Nothing if it cannot be found out.
export type FindSteps = (choice: Choice, played: Played, mover: Seat) => Promise<Step[]>;

export const stepsInLibrary: FindSteps = async ({ game, rules = {} }, { first, moves }, seat) => {
  const question = { ask: "position", game, rules, first, moves, seat };
  const position = await table.ask<Position>(question).catch(() => undefined);
  return position && !isRefusal(position) ? (position.last ?? []) : [];
};
