// What the page makes of what the server says.
import { beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { timeOf, wishOf } from "../../src/online/challenge";
import { clockText, leftAt } from "../../src/online/clocks";
import type { Facts } from "../../src/online/messages";
import { isPersonAt, namesOf, plainNames } from "../../src/online/names";
import { keepSeat, keptSeats, linkIn, newToken } from "../../src/online/seats";
import { RemoteTable } from "../../src/online/table.svelte";
import { requestIn } from "../../src/online/typed";
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
  claim_after: 300_000,
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
const lengths: number[] = [];
const world: World = {
  connect: (_table, given) => {
    hearing = given;
    const send = (text: string) => {
      sent.push(JSON.parse(text) as never);
      lengths.push(new TextEncoder().encode(text).length);
    };
    return { send, close: () => undefined };
  },
  later: () => () => undefined,
  chance: () => 0,
  newId: () => `x${sent.length}`,
};
const say = (told: unknown) => hearing.heard(JSON.stringify(told));

const welcome = (more: object = {}) => ({
  ...facts,
  at: { game: 1, number: 1 },
  seat: 1,
  seats: [1, 2],
  events: [started],
  view: viewOf(),
  ...more,
});

function entered(more: object = {}): RemoteTable {
  const table = new RemoteTable("T", { table: "T", token: "secret" }, "Ann", world);
  table.connect();
  hearing.opened();
  say(welcome(more));
  return table;
}

beforeEach(() => {
  localStorage.clear();
  sent.length = 0;
  lengths.length = 0;
});

describe("a remote table", () => {
  test("follows what happens, once each", () => {
    const table = entered();
    const moved = { number: 2, event: "moved", seat: 1, move: "5" };
    say({ at: { game: 1, number: 2 }, seat: 1, events: [moved], view: viewOf([], { to_move: 2 }) });
    say({ ...facts, at: { game: 1, number: 2 }, seat: 1, events: [moved], view: viewOf() });
    expect(table.log.map(({ number }) => number)).toEqual([1, 2]);
  });

  test("begins its list anew with every game, and knows who sits where", () => {
    const table = entered();
    say({
      at: { game: 1, number: 2 },
      seat: 1,
      seats: [1, 2],
      wins: [1, 0],
      names: ["Ann", "Bob"],
      events: [{ number: 2, event: "ended", winner: 1 }],
    });
    expect(table.result).toMatchObject({ winner: 1 });
    expect(table.facts).toMatchObject({ wins: [1, 0], title: "Some game" });
    say({ at: { game: 2, number: 1 }, seat: 2, seats: [2, 1], events: [started], view: viewOf() });
    expect(table.log).toHaveLength(1);
    expect(table.result).toBeUndefined();
    expect(table.sitting).toEqual([2, 1]);
    expect(table.facts && namesOf(table.facts, table.sitting)).toEqual(["Bob", "Ann"]);
  });

  test("shows what the last move did", () => {
    const last = [{ cell: 5, deed: "put" }];
    const moved = { number: 2, event: "moved", seat: 1, move: "5" };
    const table = entered({
      at: { game: 1, number: 2 },
      events: [started, moved],
      view: viewOf([], { last }),
    });
    expect(table.last).toEqual(last);
    say({
      at: { game: 1, number: 3 },
      events: [{ number: 3, event: "took_back", by: 1, moves: 1 }],
      view: viewOf(),
    });
    expect(table.last).toEqual([]);
  });

  test("shows what is revealed move by move, but not again to who comes back", () => {
    const hidden = { ...facts, hidden: true };
    const table = entered(hidden);
    const steps = [{ cell: 3, deed: "put", amount: 2 }];
    const moves = [
      { seat: 1, move: "3:2", steps },
      { seat: 2, move: "pass", steps: [] },
    ];
    const events = [
      { number: 2, event: "moved", seat: 1 },
      { number: 3, event: "moved", seat: 2, move: "pass" },
      { number: 4, event: "revealed", moves },
    ];
    say({ at: { game: 1, number: 4 }, events, view: viewOf() });
    expect(table.reveal).toEqual(moves);
    expect(entered({ ...hidden, at: { game: 1, number: 4 }, events }).reveal).toBeUndefined();
  });

  test("shows no reveal of nothing", () => {
    const table = entered({ ...facts, hidden: true });
    const moves = [{ seat: 1, move: "pass", steps: [] }];
    say({
      at: { game: 1, number: 2 },
      events: [{ number: 2, event: "revealed", moves }],
      view: viewOf(),
    });
    expect(table.reveal).toBeUndefined();
  });

  test("knows whose turn it is, who changed seats and who is there", () => {
    const table = entered();
    expect(table.person).toBe(1);
    say({
      at: { game: 1, number: 2 },
      seat: 2,
      seats: [2, 1],
      events: [{ number: 2, event: "swapped", by: 2 }],
      view: viewOf(),
    });
    expect(table.person).toBeUndefined();
    say({ present: [true, false] });
    expect([table.isPresent(1), table.isPresent(2)]).toEqual([false, true]);
    say({ rematch: { by: 1 } });
    expect(table.wantsRematch).toBe(true);
    say({ rematch: { by: 2 } });
    expect(table.wantsRematch).toBe(false);
  });

  test("an offer stands until something else happens", () => {
    const table = entered();
    say({ at: { game: 1, number: 2 }, events: [{ number: 2, event: "offered", by: 2 }] });
    expect(table.offerBy).toBe(2);
    say({ at: { game: 1, number: 3 }, events: [{ number: 3, event: "declined", by: 1 }] });
    expect(table.offerBy).toBeUndefined();
  });

  test("says for which position a move was chosen, and what was wrong with it", async () => {
    const table = entered();
    const submitted = table.submit({ move: "5" });
    expect(sent.at(-1)).toMatchObject({ submit: { move: "5" }, at: { game: 1, number: 1 } });
    expect(table.working).toBe(true);
    say({ error: "No.", id: sent.at(-1)?.["id"] });
    expect(await submitted).toBe(false);
    expect([table.trouble, table.working]).toEqual(["No.", false]);
  });

  test("fills up what is submitted where moves are hidden, and nowhere else", () => {
    const submit = (table: RemoteTable) => {
      void table.submit({ amounts: [{ cell: 1, amount: 5 }] });
      void table.submit({ move: "1:2,2:3,ü€😀" });
      void table.submit({ resign: true });
      return { messages: sent.slice(-3), bytes: lengths.slice(-3) };
    };
    const hidden = submit(entered({ hidden: true }));
    expect(hidden.bytes).toEqual([1024, 1024, 1024]);
    expect(hidden.messages[0]).toMatchObject({ submit: { amounts: [{ cell: 1, amount: 5 }] } });
    for (const message of hidden.messages) expect(message["pad"]).toMatch(/^ +$/);
    for (const message of submit(entered()).messages) expect(message).not.toHaveProperty("pad");
  });

  test("knows for how long the other player has been away, and when one may claim the game", () => {
    const now = 7_000;
    const clock = vi.spyOn(performance, "now").mockReturnValue(now);
    onTestFinished(() => clock.mockRestore());
    const away = { present: [true, false], absent: [0, 200_000] };
    const table = entered(away);
    expect(table.awayFor(1, now)).toBe(0);
    expect(table.awayFor(2, now + 60_000)).toBe(260_000);
    expect([now + 99_999, now + 100_000].map((at) => table.mayClaim(at))).toEqual([false, true]);
    void table.claim("abort");
    expect(sent.at(-1)).toMatchObject({ claim: "abort" });
    const later = now + 1e9;
    for (const none of [{ claim_after: 0 }, { time: { move: 1000 } }, { state: "open" }])
      expect(entered({ ...away, ...none }).mayClaim(later)).toBe(false);
    const { seat: _, ...watched } = welcome(away);
    const watching = entered();
    watching.seat = undefined;
    say(watched);
    expect(watching.mayClaim(later)).toBe(false);
    expect(entered({ ...away, players: ["human", "random"] }).mayClaim(later)).toBe(false);
    // In the second game the players have changed seats.
    const changed = entered({ ...away, seat: 2, seats: [2, 1] });
    expect([changed.awayFor(1, later) > 0, changed.awayFor(2, later)]).toEqual([true, 0]);
    say({ present: [true, true], absent: [0, 0] });
    expect(changed.mayClaim(later)).toBe(false);
  });

  test("lets a game be aborted that has become too long, whoever is there", async () => {
    const table = entered({ present: [true, true], absent: [0, 0] });
    const submitted = table.submit({ move: "5" });
    const error = "The game has become too long to go on; abort it, or resign.";
    say({ error, id: sent.at(-1)?.["id"] });
    expect(await submitted).toBe(false);
    const now = performance.now();
    expect([table.mayAbort(now), table.mayClaim(now)]).toEqual([true, false]);
    void table.claim("abort");
    expect(table.mayAbort(now)).toBe(false);
  });

  test("is nobody's turn in a game that was aborted", () => {
    const table = entered();
    say({ at: { game: 1, number: 1 }, events: [], state: "aborted" });
    expect([table.isAborted, table.person]).toEqual([true, undefined]);
  });
});

test("a challenge seats whoever is to begin where the rules want them", () => {
  const challenge = {
    facts: { id: "some", one_starts: true, hidden: false } as GameFacts,
    rules: {},
    first: "other" as const,
    swap: true,
    bestOf: 3,
    opponent: "human",
    time: undefined,
    listed: true,
    values: true,
    claimAfter: 3_600_000,
    name: "",
  };
  expect(wishOf(challenge)).toEqual({
    game: "some",
    rules: {},
    seat: 2,
    swap: true,
    best_of: 3,
    listed: true,
    values: true,
    claim_after: 3_600_000,
  });
  const withClock = { ...challenge, time: { move: 86_400_000 } };
  expect(wishOf(withClock)).not.toHaveProperty("claim_after");
  const free = { ...challenge.facts, one_starts: false, hidden: true };
  expect(wishOf({ ...challenge, facts: free })).toMatchObject({
    seat: 1,
    first: 2,
    swap: false,
    values: false,
  });
  expect(wishOf({ ...challenge, facts: free, first: "toss" })).not.toHaveProperty("first");
});

test("a challenge of a program is for nobody else", () => {
  const challenge = {
    facts: { id: "some", one_starts: true, hidden: false } as GameFacts,
    rules: {},
    opponent: "level:3",
    first: "other" as const,
    swap: false,
    bestOf: 1,
    time: timeOf({ kind: "game", minutes: 3, increment: 2, days: 1 }),
    listed: true,
    values: false,
    claimAfter: 300_000,
    name: "Ann",
  };
  expect(wishOf(challenge)).toMatchObject({
    seat: 2,
    players: ["level:3", "human"],
    listed: false,
    time: { game: 180_000, increment: 2_000 },
  });
  expect(wishOf({ ...challenge, time: undefined })).not.toHaveProperty("claim_after");
  expect(timeOf({ kind: "move", minutes: 3, increment: 2, days: 2 })).toEqual({
    move: 172_800_000,
  });
  expect(timeOf({ kind: "none", minutes: 3, increment: 2, days: 2 })).toBeUndefined();
});

test("a typed line is a word of the table or a move", () => {
  expect([" Undo ", "resign", "swap", "5-6", "1:2,2:1"].map(requestIn)).toEqual([
    { undo: true },
    { resign: true },
    { swap: true },
    { move: "5-6" },
    { move: "1:2,2:1" },
  ]);
});

test("players are called by their names, their seats or what they are", () => {
  const some: Facts = { ...facts, players: ["level:3", "human"], names: ["", "Bob"] };
  expect(namesOf(some, [1, 2])).toEqual(["Level 3", "Bob"]);
  expect(plainNames(some, [2, 1])).toEqual(["Bob", "level:3"]);
  expect([isPersonAt(some, [2, 1], 1), isPersonAt(some, [2, 1], 2)]).toEqual([true, false]);
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
  const link = { table: "abc-_1", token: "tok_en-2" };
  expect(linkIn("#/online/abc-_1/tok_en-2")).toEqual(link);
  expect(linkIn("#/online/abc-_1/tok_en-2).")).toEqual(link);
  expect(linkIn("#/online/abc-_1/tok_en-2/x?y=z")).toEqual(link);
  expect(linkIn("#/online/abc")).toBeUndefined();
  expect(linkIn("#/play/abc/tok_en-2")).toBeUndefined();
});

test("tokens are long, random and made of what an address may hold", () => {
  const tokens = Array.from({ length: 200 }, newToken);
  for (const token of tokens) expect(token).toMatch(/^[\w-]{22}$/);
  expect(new Set(tokens).size).toBe(200);
  expect(new Set(tokens.join("")).size).toBe(64);
});

test("whether there are tables is asked until somebody answers, and then no more", async () => {
  const answers: (() => Promise<Response>)[] = [
    () => Promise.reject(new TypeError("no network")),
    () => Promise.resolve(new Response(null, { headers: { "Duello-Tables": "away" } })),
    () => Promise.resolve(new Response(null, { headers: { "Duello-Tables": "here" } })),
    () => Promise.resolve(new Response(null)),
  ];
  const fetched = vi.fn(() => answers.shift()?.() ?? Promise.reject(new Error("asked again")));
  vi.stubGlobal("fetch", fetched);
  const { tablesHere } = await import("../../src/online/server");
  const said = [];
  for (let times = 0; times < 4; ++times) said.push(await tablesHere());
  expect(said).toEqual(["away", "away", "here", "here"]);
  vi.resetModules();
  const fresh = await import("../../src/online/server");
  expect(await fresh.tablesHere()).toBe("none");
  expect(fetched).toHaveBeenCalledTimes(4);
  vi.unstubAllGlobals();
});
