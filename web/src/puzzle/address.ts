// Where puzzles are found:
//   #/puzzle                        to choose one
//   #/puzzle/daily                  the one of today
//   #/puzzle/any?seed=7&level=2     of any game
//   #/puzzle/GAME?seed=7&length=13  of a game, under some rules
import type { Question, Rules } from "../library/protocol";
import { gameAddress, rulesIn, type Route } from "../route";

export interface PuzzleChoice {
  // Nothing: any.
  game: string;
  rules: Rules;
  // As it was given; the library says what is wrong with it.
  level: string;
}

export interface PuzzleAddress extends PuzzleChoice {
  kind: "choice" | "seed" | "daily";
  seed: string;
}

const kAny = "any";
const kDaily = "daily";
const kSeeds = 1_000_000; // as many as the terminal draws from

export function puzzleIn({ what, query }: Route): PuzzleAddress {
  const rules = new URLSearchParams(query);
  const seed = query.get("seed") ?? "";
  const level = query.get("level") ?? "";
  for (const key of ["seed", "level"]) rules.delete(key);
  const game = what === kAny || what === kDaily ? "" : what;
  const kind = what === kDaily ? "daily" : seed === "" ? "choice" : "seed";
  return { kind, game, seed, level, rules: game === "" ? {} : rulesIn(rules) };
}

export function puzzleAddress({ game, rules, level }: PuzzleChoice, seed: string): string {
  const more = { seed, ...(level === "" ? {} : { level }) };
  return gameAddress("puzzle", game === "" ? kAny : game, { ...more, ...rules });
}

export function freshSeed(random: () => number = Math.random): string {
  return String(Math.floor(random() * kSeeds));
}

export function puzzleQuestion(address: PuzzleAddress, date: string): Question {
  const { kind, game, rules, seed, level } = address;
  if (kind === "daily") return { ask: "puzzle", date };
  return {
    ask: "puzzle",
    seed,
    ...(game === "" ? {} : { game }),
    // Without rules the library may take those of a variant.
    ...(Object.keys(rules).length === 0 ? {} : { rules }),
    ...(level === "" ? {} : { level: /^\d{1,3}$/.test(level) ? Number(level) : level }),
  };
}
