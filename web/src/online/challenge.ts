// What somebody wants to play, as the server is asked for it.
import { words } from "../lang/lang.svelte";
import type { GameFacts, Rules } from "../library/protocol";
import { kHuman, seated, type First } from "../table/setup";
import type { TimeControl } from "./messages";
import type { Wish } from "./server";

export interface Challenge {
  facts: GameFacts;
  rules: Rules;
  // "human", or a program of the server.
  opponent: string;
  first: First;
  swap: boolean;
  bestOf: number;
  time: TimeControl | undefined;
  listed: boolean;
  values: boolean;
  // Milliseconds that an opponent must be away before the game can be claimed, where there is no clock; 0 for never.
  claimAfter: number;
  name: string;
}

// What can be chosen for it, the usual first.
export const kClaimAfter: readonly number[] = [300_000, 3_600_000, 86_400_000, 0];

const kMinute = 60_000; // milliseconds
const kSecond = 1_000;
const kDay = 24 * 60 * kMinute;

export interface TimeWish {
  kind: "none" | "game" | "move";
  minutes: number;
  // Seconds.
  increment: number;
  days: number;
}

export function timeOf({ kind, minutes, increment, days }: TimeWish): TimeControl | undefined {
  if (kind === "none") return undefined;
  if (kind === "move") return { move: Math.round(days * kDay) };
  return { game: Math.round(minutes * kMinute), increment: Math.round(increment * kSecond) };
}

export function wishOf(challenge: Challenge, toss?: () => boolean): Wish {
  const { facts, rules, opponent, swap, bestOf, time, listed, values, claimAfter, name } =
    challenge;
  const { players, first } = seated(
    {
      choice: { game: facts.id, rules },
      you: { who: "you", name },
      other: { who: opponent, name: "" },
      first: challenge.first,
      oneStarts: facts.one_starts,
      swap,
      bestOf,
    },
    toss,
  );
  const seat = players[0] === "you" ? 1 : 2;
  const sitters: [string, string] = seat === 1 ? [kHuman, opponent] : [opponent, kHuman];
  return {
    game: facts.id,
    rules,
    seat,
    ...(opponent === kHuman ? {} : { players: sitters }),
    ...(first ? { first } : {}),
    swap: swap && !facts.hidden,
    best_of: bestOf,
    ...(time ? { time } : {}),
    ...(name === "" ? {} : { name }),
    listed: listed && opponent === kHuman,
    values: values && !facts.hidden,
    ...(time || opponent !== kHuman ? {} : { claim_after: claimAfter }),
  };
}

export function timeText(time: TimeControl | undefined): string {
  const { noTime, perMove, perGame } = words().online;
  if (!time) return noTime;
  const { game = 0, increment = 0, move } = time;
  return move === undefined ? perGame(game, increment) : perMove(move);
}
