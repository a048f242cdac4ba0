// What somebody wants to play, as the server is asked for it.
import { words } from "../lang/lang.svelte";
import type { GameFacts, Rules } from "../library/protocol";
import { seated } from "../table/setup";
import type { TimeControl } from "./messages";
import type { Wish } from "./server";

export interface Challenge {
  facts: GameFacts;
  rules: Rules;
  first: "you" | "other" | "toss";
  swap: boolean;
  bestOf: number;
  time: TimeControl | undefined;
  listed: boolean;
  name: string;
}

const kMinute = 60_000; // milliseconds
const kSecond = 1_000;

export const kTimes = {
  none: undefined,
  blitz: { game: 3 * kMinute, increment: 2 * kSecond },
  rapid: { game: 10 * kMinute, increment: 5 * kSecond },
  long: { game: 30 * kMinute, increment: 10 * kSecond },
  days: { move: 3 * 24 * 60 * kMinute },
} as const satisfies Record<string, TimeControl | undefined>;

export type TimeName = keyof typeof kTimes;

export function wishOf(challenge: Challenge, toss?: () => boolean): Wish {
  const { facts, rules, swap, bestOf, time, listed, name } = challenge;
  const { players, first } = seated(
    {
      choice: { game: facts.id, rules },
      you: { who: "you", name },
      other: { who: "other", name: "" },
      first: challenge.first,
      oneStarts: facts.one_starts,
      swap,
      bestOf,
    },
    toss,
  );
  return {
    game: facts.id,
    rules,
    seat: players[0] === "you" ? 1 : 2,
    ...(first ? { first } : {}),
    swap: swap && !facts.hidden,
    best_of: bestOf,
    ...(time ? { time } : {}),
    ...(name === "" ? {} : { name }),
    listed,
  };
}

export function timeText(time: TimeControl | undefined): string {
  const { noTime, perMove, perGame } = words().online;
  if (!time) return noTime;
  return "move" in time ? perMove(time.move) : perGame(time.game, time.increment);
}
