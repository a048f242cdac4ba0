// What the page makes of what the server says.
import { beforeEach, describe, expect, test } from "vitest";
import { wishOf } from "../../src/online/challenge";
import { clockText, leftAt } from "../../src/online/clocks";
import type { Facts } from "../../src/online/messages";
import { keepSeat, keptSeats, seatAt, tokenIn } from "../../src/online/seats";
import { RemoteTable } from "../../src/online/table.svelte";
import type { Hearing, World } from "../../src/online/wire";
import type { GameFacts } from "../../src/library/protocol";

const facts = {
  table: "T",
  state: "playing",
  game: "some",
  rules: {},
  title: "Some game",
  hidden: false,
  players: ["human", "human"],
  names: ["Ann", "Bob"],
  taken: [true, true],
  swap: true,
  best_of: 3,
  listed: false,
  values: false,
} as unknown as Facts;

const started = { number: 1, event: "started", first: 1 };
const viewOf = (offers: unknown[] = [], more: object = {}) => ({
  game: "some",
  over: false,
  to_move: 1,
  scene: { cells: [], counters: [], notes: [], offers, sentence: "" },
  ...more,
});

let hearing: Hearing;
const sent: Record<string, unknown>[] = [];
const world: World = {
  connect: (given) => {
    hearing = given;
    return { send: (text) => void sent.push(JSON.parse(text) as never), close: () => undefined };
  },
  later: () => () => undefined,
  chance: () => 0,
  newId: () => `x${sent.length}`,
};
const say = (told: unknown) => hearing.heard(JSON.stringify(told));

function entered(kept = { table: "T", token: "secret" }): RemoteTable {
  const table = new RemoteTable("T", kept, "Ann", world, () => Promise.resolve(facts));
  table.connect();
  hearing.opened();
  say({ ...facts, at: { game: 1, number: 1 }, seat: 1, news: [started], view: viewOf() });
  return table;
}

beforeEach(() => {
  localStorage.clear();
  sent.length = 0;
});

describe("a remote table", () => {
  test("follows what happens, once each", () => {
    const table = entered();
    const moved = { number: 2, event: "moved", seat: 1, move: "5" };
    say({ at: { game: 1, number: 2 }, seat: 1, news: [moved], view: viewOf([], { to_move: 2 }) });
    say({ ...facts, at: { game: 1, number: 2 }, seat: 1, news: [moved], view: viewOf() });
    expect(table.log.map(({ number }) => number)).toEqual([1, 2]);
  });

  test("begins its list anew with every game", () => {
    const table = entered();
    say({ at: { game: 1, number: 2 }, news: [{ number: 2, event: "ended", winner: 1 }] });
    expect(table.result).toMatchObject({ winner: 1 });
    say({ at: { game: 2, number: 1 }, seat: 2, news: [started], view: viewOf() });
    expect(table.log).toHaveLength(1);
    expect(table.result).toBeUndefined();
    // Whoever was the first player sits on the other side now.
    expect(table.sitting).toEqual([2, 1]);
  });

  test("shows what a move did that had been offered", () => {
    const table = entered();
    const steps = [{ cell: 5, deed: "put" }];
    say({ view: viewOf([{ move: "5", steps }]) });
    const moved = { number: 2, event: "moved", seat: 1, move: "5" };
    say({ at: { game: 1, number: 2 }, news: [moved], view: viewOf() });
    expect(table.last).toEqual(steps);
  });

  test("knows whose turn it is and who changed seats", () => {
    const table = entered();
    expect(table.person).toBe(1);
    say({
      at: { game: 1, number: 2 },
      seat: 2,
      news: [{ number: 2, event: "swapped", by: 2 }],
      view: viewOf(),
    });
    expect(table.person).toBeUndefined();
    expect(table.sitting).toEqual([2, 1]);
    say({ present: [true, false] });
    expect([table.isPresent(1), table.isPresent(2)]).toEqual([false, true]);
  });

  test("an offer stands until something else happens", () => {
    const table = entered();
    say({ at: { game: 1, number: 2 }, news: [{ number: 2, event: "offered", by: 2 }] });
    expect(table.offerBy).toBe(2);
    say({ at: { game: 1, number: 3 }, news: [{ number: 3, event: "declined", by: 1 }] });
    expect(table.offerBy).toBeUndefined();
  });

  test("says for which position a move was chosen, and what was wrong with it", async () => {
    const table = entered();
    const submitted = table.submit({ move: "5" });
    expect(sent.at(-1)).toMatchObject({ submit: { move: "5" }, behind: { game: 1, number: 1 } });
    expect(table.working).toBe(true);
    say({ refused: "No.", id: sent.at(-1)?.["id"] });
    expect(await submitted).toBe(false);
    expect([table.trouble, table.working]).toEqual(["No.", false]);
  });

  test("remembers which player it is", () => {
    entered();
    expect(seatAt("T")).toEqual({ table: "T", token: "secret", player: 1 });
  });
});

test("a challenge seats whoever is to begin where the rules want them", () => {
  const challenge = {
    facts: { id: "some", one_starts: true, hidden: false } as GameFacts,
    rules: {},
    first: "other" as const,
    swap: true,
    bestOf: 3,
    time: undefined,
    listed: true,
    name: "",
  };
  expect(wishOf(challenge)).toEqual({
    game: "some",
    rules: {},
    seat: 2,
    swap: true,
    best_of: 3,
    listed: true,
  });
  const free = { ...challenge.facts, one_starts: false, hidden: true };
  expect(wishOf({ ...challenge, facts: free })).toMatchObject({ seat: 1, first: 2, swap: false });
  expect(wishOf({ ...challenge, facts: free, first: "toss" })).not.toHaveProperty("first");
});

test("clocks count down where they run", () => {
  const clock = { left: [60_000, 5_000] as [number, number], runs: 1 as const, at: 1000 };
  expect(leftAt(clock, 1, 11_000)).toBe(50_000);
  expect(leftAt(clock, 2, 11_000)).toBe(5_000);
  expect(leftAt(clock, 1, 100_000)).toBe(0);
  expect([7_340, 65_000, 3_723_000, 270_000_000].map(clockText)).toEqual([
    "0:07.3",
    "1:05",
    "1:02:03",
    "3 d 03:00",
  ]);
});

test("seats are kept, the newest first, and links are read", () => {
  keepSeat({ table: "A", token: "a" });
  keepSeat({ table: "B", token: "b" });
  keepSeat({ table: "A", token: "c" });
  expect(keptSeats().map(({ token }) => token)).toEqual(["c", "b"]);
  localStorage.setItem("duello.seats", '[{"table":7},3,{"table":"A","token":"a"}]');
  expect(keptSeats()).toHaveLength(1);
  expect(tokenIn("#/online/abc-_1/tok_en-2")).toBe("tok_en-2");
  expect(tokenIn("#/online/abc")).toBeUndefined();
});
