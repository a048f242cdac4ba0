// The rules that the lab goes through: for every rule value one value or several.
import type { GameFacts, RuleInfo, Rules } from "../library/protocol";

// A number runs from one to another; words are those that were chosen.
export type Values = { from: number; to: number } | { words: string[] };
export type Sweep = Record<string, Values>;

export const kMostVariants = 1000;

export function bookSweep(facts: GameFacts): Sweep {
  return Object.fromEntries(
    facts.rules.map(({ key, book, words }) => [
      key,
      words ? { words: [book] } : { from: Number(book), to: Number(book) },
    ]),
  );
}

const kRange = /^(-?\d{1,9})(?:\.\.(-?\d{1,9}))?$/;

function valuesIn(text: string, info: RuleInfo): Values | undefined {
  if (info.words) {
    const words = info.words.filter((word) => text.split(",").includes(word));
    return words.length > 0 ? { words } : undefined;
  }
  const found = kRange.exec(text);
  if (!found) return undefined;
  const from = Number(found[1]);
  const to = found[2] === undefined ? from : Number(found[2]);
  return from <= to ? { from, to } : undefined;
}

// As in an address: length=5..13&run=3. What is not there, or makes no sense, is as in the book.
export function sweepIn(facts: GameFacts, query: URLSearchParams): Sweep {
  const sweep = bookSweep(facts);
  for (const info of facts.rules) {
    const values = valuesIn(query.get(info.key) ?? "", info);
    if (values) sweep[info.key] = values;
  }
  return sweep;
}

function valuesText(values: Values): string {
  if ("words" in values) return values.words.join(",");
  return values.from === values.to ? String(values.from) : `${values.from}..${values.to}`;
}

export interface Sampling {
  games: number;
  // A text, for it has 64 bits.
  seed: string;
}

export const kSampling: Sampling = { games: 2000, seed: "1" };
export const kMostGames = 1_000_000;

export function samplingIn(query: URLSearchParams): Sampling {
  const games = Number(query.get("games"));
  const seed = query.get("seed") ?? "";
  return {
    games: Number.isInteger(games) && games >= 1 && games <= kMostGames ? games : kSampling.games,
    seed: isSeed(seed) ? seed : kSampling.seed,
  };
}

export function isSeed(text: string): boolean {
  return /^\d{1,20}$/.test(text) && BigInt(text) < 2n ** 64n;
}

export function labAddress(facts: GameFacts, sweep: Sweep, sampling: Sampling): string {
  const book = bookSweep(facts);
  const parts: string[] = [];
  for (const { key } of facts.rules) {
    const values = sweep[key];
    if (!values || valuesText(values) === valuesText(book[key] ?? values)) continue;
    parts.push(`${encodeURIComponent(key)}=${encodeURIComponent(valuesText(values))}`);
  }
  if (sampling.games !== kSampling.games) parts.push(`games=${sampling.games}`);
  if (sampling.seed !== kSampling.seed) parts.push(`seed=${sampling.seed}`);
  const path = `#/lab/${encodeURIComponent(facts.id)}`;
  return parts.length === 0 ? path : `${path}?${parts.join("&").replaceAll("%2C", ",")}`;
}

export function countOf(values: Values): number {
  return "words" in values ? values.words.length : Math.max(0, values.to - values.from + 1);
}

export function variantCount(sweep: Sweep): number {
  return Object.values(sweep).reduce((count, values) => count * countOf(values), 1);
}

function listed(values: Values): (number | string)[] {
  if ("words" in values) return values.words;
  return Array.from({ length: countOf(values) }, (_, index) => values.from + index);
}

// Every combination, the last rule running fastest, as in the terminal.
export function variantsOf(facts: GameFacts, sweep: Sweep): Rules[] {
  let all: Rules[] = [{}];
  for (const { key } of facts.rules) {
    const values = listed(sweep[key] ?? { words: [] });
    all = all.flatMap((rules) => values.map((value) => ({ ...rules, [key]: value })));
  }
  return all;
}

export function rulesText(rules: Rules): string {
  return Object.entries(rules)
    .map(([key, value]) => `${key}=${value}`)
    .join(" ");
}
