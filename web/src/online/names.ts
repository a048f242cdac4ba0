// How the players of a table are called, where they sit now.
import { playerName } from "../lang/players";
import { called } from "../lang/said";
import { seatsOf } from "../library/catalog.svelte";
import type { Seat } from "../library/protocol";
import { kHuman } from "../table/setup";
import type { Facts, Player } from "./messages";

export type Sitting = readonly [Player, Player];

export const isPersonAt = ({ players }: Facts, sitting: Sitting, seat: Seat): boolean =>
  players[sitting[seat - 1] === 2 ? 1 : 0] === kHuman;

// As the library calls them, which is how games are kept.
export function plainNames(facts: Facts, sitting: Sitting): [string, string] {
  const nameOf = (seat: Seat): string => {
    const index = sitting[seat - 1] === 2 ? 1 : 0;
    const who = facts.players[index];
    return who === kHuman
      ? facts.names[index] || (seatsOf(facts.game)?.[seat - 1]?.plain ?? "")
      : who;
  };
  return [nameOf(1), nameOf(2)];
}

export function namesOf(facts: Facts, sitting: Sitting): [string, string] {
  const [one, two] = plainNames(facts, sitting);
  const name = (plain: string, seat: Seat): string =>
    isPersonAt(facts, sitting, seat) ? called(plain) : playerName(plain);
  return [name(one, 1), name(two, 2)];
}
