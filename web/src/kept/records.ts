// Between files of records and kept games.
import { dayText } from "../days";
import type { Ask } from "../library/asking";
import { isRefusal, type RecordHead, type Refusal } from "../library/protocol";
import { newId, type KeptGame } from "../store/games";

// More than anybody plays in a life, and less than the library takes in one question.
export const kMostBytes = 4 * 2 ** 20;

const kSeries = /^(\d+) of (\d+)$/;

function follows(head: RecordHead, before: RecordHead | undefined): boolean {
  const here = kSeries.exec(head.series);
  const there = kSeries.exec(before?.series ?? "");
  if (!here || !there || !before) return false;
  return (
    Number(here[1]) === Number(there[1]) + 1 &&
    here[2] === there[2] &&
    head.game === before.game &&
    JSON.stringify(head.rules) === JSON.stringify(before.rules)
  );
}

// The games of a series belong together, as in a file of the terminal.
export function inSeries(heads: readonly RecordHead[]): RecordHead[][] {
  const all: RecordHead[][] = [];
  for (const [index, head] of heads.entries()) {
    const last = all.at(-1);
    if (last && follows(head, heads[index - 1])) last.push(head);
    else all.push([head]);
  }
  return all;
}

const kDate = /^(\d{4})\.(\d{2})\.(\d{2})$/;

function timeOf(date: string): number | undefined {
  const [, year, month, day] = kDate.exec(date)?.map(Number) ?? [];
  if (!year || !month || !day) return undefined;
  const time = new Date(year, month - 1, day).getTime();
  return Number.isFinite(time) ? time : undefined;
}

// One record after the other, with an empty line between two.
export function joined(records: readonly string[]): string {
  return records.map((record) => `${record.trimEnd()}\n`).join("\n");
}

// A program from elsewhere cannot be run here.
function isPlayable({ players, resumable }: RecordHead): boolean {
  return resumable && players.every((who) => !who.startsWith("engine:"));
}

export function keptFrom(series: readonly RecordHead[], now: number): KeptGame | undefined {
  const last = series.at(-1);
  if (!last) return undefined;
  const { game, title, players, names, result, date } = last;
  return {
    id: newId(),
    time: timeOf(date) ?? now,
    game,
    title,
    names: [names[0] || players[0], names[1] || players[1]],
    record: joined(series.map(({ text }) => text)),
    over: !isPlayable(last),
    result: result === "1-0" ? "1" : result === "0-1" ? "2" : "",
  };
}

// All games of a text, or why not even one is taken: where it is no record, or where a move is wrong.
export async function readGames(
  text: string,
  ask: Ask,
  now = Date.now(),
): Promise<KeptGame[] | Refusal> {
  const heads = await ask<RecordHead[]>({ ask: "records", text });
  if (isRefusal(heads)) return heads;
  const games = inSeries(heads).map((series) => keptFrom(series, now));
  return games.filter((game) => game !== undefined);
}

function canonical(record: string): string {
  return record.trim().replace(/\r\n/g, "\n");
}

// Those that are not there yet.
export function onlyNew(
  games: readonly KeptGame[],
  kept: readonly Pick<KeptGame, "record">[],
): KeptGame[] {
  const known = new Set(kept.map(({ record }) => canonical(record)));
  return games.filter(({ record }) => {
    const text = canonical(record);
    if (known.has(text)) return false;
    known.add(text);
    return true;
  });
}

// How many games the record of a series has.
export function gamesIn({ record }: Pick<KeptGame, "record">): number {
  return record.match(/^\[Game "/gm)?.length ?? 0;
}

export function unfinishedFirst(games: readonly KeptGame[]): KeptGame[] {
  return [...games.filter(({ over }) => !over), ...games.filter(({ over }) => over)];
}

export function fileName({ game, time }: Pick<KeptGame, "game" | "time">): string {
  return `${game.replace(/[^\w-]/g, "_")}-${dayText(new Date(time), "-")}.duello`;
}
