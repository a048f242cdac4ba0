import { expect, test } from "vitest";
import {
  fileName,
  gamesIn,
  inSeries,
  joined,
  keptFrom,
  onlyNew,
  readGames,
  unfinishedFirst,
} from "../../src/kept/records";
import type { RecordHead } from "../../src/library/protocol";
import type { KeptGame } from "../../src/store/games";

function head(more: Partial<RecordHead> = {}): RecordHead {
  return {
    game: "toy",
    rules: { size: 3 },
    title: "Toy",
    date: "2026.11.16",
    players: ["human", "level:2"],
    names: ["Ann", "level:2"],
    first: 1,
    moves: 4,
    result: "1-0",
    reason: "three in a row",
    resumable: false,
    series: "",
    hidden: false,
    text: '[Game "toy"]\n\n1. a b 1-0\n',
    ...more,
  };
}

const labels = (all: RecordHead[][]) => all.map((series) => series.map(({ series: of }) => of));

test("games of a series that follow each other are one kept game", () => {
  const heads = ["1 of 3", "2 of 3", "3 of 3", "1 of 3", "2 of 3"].map((series) =>
    head({ series }),
  );
  expect(labels(inSeries(heads))).toEqual([
    ["1 of 3", "2 of 3", "3 of 3"],
    ["1 of 3", "2 of 3"],
  ]);
});

test("games of other rules, or that do not follow each other, stay apart", () => {
  const heads = [
    head({ series: "1 of 3" }),
    head({ series: "2 of 3", rules: { size: 4 } }),
    head({ series: "2 of 5" }),
    head(),
    head(),
  ];
  expect(labels(inSeries(heads)).length).toBe(5);
});

test("a loaded game has the date of its record, its names and its result", () => {
  const kept = keptFrom([head()], 5);
  expect(kept).toMatchObject({ names: ["Ann", "level:2"], result: "1", over: true });
  expect(new Date(kept?.time ?? 0).toDateString()).toBe("Mon Nov 16 2026");
  expect(keptFrom([head({ date: "" })], 5)?.time).toBe(5);
  expect(keptFrom([head({ result: "0-1" })], 5)?.result).toBe("2");
});

test("an unfinished game can be gone on with, unless a program from elsewhere plays it", () => {
  const open = { result: "*", resumable: true } as const;
  expect(keptFrom([head(open)], 5)).toMatchObject({ over: false, result: "" });
  expect(keptFrom([head({ ...open, players: ["human", "engine:./x"] })], 5)?.over).toBe(true);
});

test("records are joined with an empty line between two", () => {
  expect(joined(["a\n", "b\n\n", "c"])).toBe("a\n\nb\n\nc\n");
});

test("the games in a record are counted", () => {
  expect(gamesIn({ record: joined([head().text, head().text]) })).toBe(2);
});

test("a text is taken whole or refused with the library's own words", async () => {
  const refusal = { error: "Line 3, column 2: that is no tag." };
  expect(await readGames("x", () => Promise.resolve(refusal))).toEqual(refusal);
  const heads = [head({ series: "1 of 3" }), head({ series: "2 of 3" }), head()];
  const ask = <T>() => Promise.resolve(heads as T);
  const games = await readGames("text", ask, 1);
  expect(Array.isArray(games) && games.map(gamesIn)).toEqual([2, 1]);
});

test("what is here already is not loaded again, whatever its line ends", () => {
  const one = keptFrom([head()], 1) as KeptGame;
  const other = keptFrom([head({ text: '[Game "toy"]\n\n1. c 1-0\n' })], 1) as KeptGame;
  const kept = [{ record: one.record.replaceAll("\n", "\r\n") }];
  expect(onlyNew([one, other, other], kept)).toEqual([other]);
});

test("unfinished games come first", () => {
  const game = (id: string, over: boolean) => ({ id, over }) as KeptGame;
  const games = [game("a", true), game("b", false), game("c", true), game("d", false)];
  expect(unfinishedFirst(games).map(({ id }) => id)).toEqual(["b", "d", "a", "c"]);
});

test("a file is named after its game and day, with nothing that a disk refuses", () => {
  const time = new Date(2026, 0, 5).getTime();
  expect(fileName({ game: "toy", time })).toBe("toy-2026-01-05.duello");
  expect(fileName({ game: "../a b", time })).toBe("___a_b-2026-01-05.duello");
});
