import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { FakeDisk } from "./fake_database";

type Games = typeof import("../../src/store/games");
type Kept = import("../../src/store/games").KeptGame;

let disk: FakeDisk;

beforeEach(() => {
  disk = new FakeDisk();
  vi.stubGlobal("indexedDB", disk.factory);
});

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

// The page of another tab, which knows nothing of this one.
async function tab(): Promise<Games> {
  vi.resetModules();
  return import("../../src/store/games");
}

function game(id: string, more: Partial<Kept> = {}): Kept {
  return {
    id,
    time: 1,
    game: "toy",
    title: "Toy",
    names: ["Ann", "Bob"],
    record: `[Game "toy"]\n\n1. ${id} *\n`,
    over: false,
    result: "",
    ...more,
  };
}

const full = () => new DOMException("no room", "QuotaExceededError");

test("a game that was kept is there for the next visit", async () => {
  await (await tab()).keepGame(game("a"));
  expect(await (await tab()).keptGame("a")).toEqual(game("a"));
});

test("the game that was touched last comes first", async () => {
  const games = await tab();
  await games.addGames([
    game("old", { time: 1 }),
    game("new", { time: 3 }),
    game("mid", { time: 2 }),
  ]);
  expect((await games.keptGames()).map(({ id }) => id)).toEqual(["new", "mid", "old"]);
});

test("where storage is missing, games stay in memory and the trouble is told", async () => {
  vi.stubGlobal("indexedDB", undefined);
  const games = await tab();
  await expect(games.keepGame(game("a"))).rejects.toMatchObject({ kind: "forbidden" });
  expect(await games.keptGame("a")).toEqual(game("a"));
  const { games: all, trouble } = await games.shelf();
  expect(all).toEqual([game("a")]);
  expect(trouble).toMatchObject({ kind: "forbidden" });
});

test("where storage throws, the list is empty and says why", async () => {
  vi.stubGlobal("indexedDB", {
    open: () => {
      throw new DOMException("not here", "SecurityError");
    },
  });
  const { games, trouble } = await (await tab()).shelf();
  expect(games).toEqual([]);
  expect(trouble).toMatchObject({ kind: "forbidden" });
});

test("a store that fails to open is tried again", async () => {
  disk.openError = new DOMException("broken", "UnknownError");
  const games = await tab();
  await expect(games.keepGame(game("a"))).rejects.toMatchObject({ kind: "failed" });
  disk.openError = undefined;
  await games.keepGame(game("a"));
  expect((await games.shelf()).trouble).toBeUndefined();
});

test("a store that never answers is given up", async () => {
  vi.useFakeTimers();
  disk.silent = true;
  const games = await tab();
  const kept = expect(games.keepGame(game("a"))).rejects.toMatchObject({ kind: "failed" });
  await vi.advanceTimersByTimeAsync(6000);
  await kept;
});

test("when the browser is full, what was kept stays and the new state is in memory", async () => {
  const games = await tab();
  await games.keepGame(game("a"));
  disk.putError = full();
  const longer = game("a", { record: "longer", time: 2 });
  await expect(games.keepGame(longer)).rejects.toMatchObject({ kind: "full" });
  expect(await games.keptGame("a")).toEqual(longer);
  expect(await games.keptGames()).toEqual([longer]);
  expect(await (await tab()).keptGame("a")).toEqual(game("a"));
});

test("once there is room again, the game is kept and nothing stays in memory only", async () => {
  const games = await tab();
  disk.putError = full();
  await expect(games.keepGame(game("a"))).rejects.toThrow();
  disk.putError = undefined;
  await games.keepGame(game("a", { time: 5 }));
  expect((await (await tab()).keptGame("a"))?.time).toBe(5);
  expect((await games.keptGames()).length).toBe(1);
});

test("many games are added all or none", async () => {
  const games = await tab();
  await games.keepGame(game("a"));
  disk.putError = full();
  await expect(games.addGames([game("b"), game("c")])).rejects.toMatchObject({ kind: "full" });
  expect((await (await tab()).keptGames()).map(({ id }) => id)).toEqual(["a"]);
});

test("a connection that the browser closed is opened again", async () => {
  const games = await tab();
  await games.keepGame(game("a"));
  disk.closeAll();
  await games.keepGame(game("b"));
  expect((await games.keptGames()).length).toBe(2);
});

test("a connection that was closed without a word is opened again", async () => {
  const games = await tab();
  await games.keepGame(game("a"));
  for (const each of disk.connections) each.closed = true;
  expect(await games.keptGame("a")).toEqual(game("a"));
});

test("a database without our store gets one, whatever its version", async () => {
  disk.version = 7;
  const games = await tab();
  await games.keepGame(game("a"));
  expect(disk.version).toBe(8);
  expect(await games.keptGame("a")).toEqual(game("a"));
});

test("the store of a newer page is read as it is", async () => {
  disk.version = 9;
  disk.stores.set("games", new Map([["a", { ...game("a"), shade: "new" }]]));
  expect((await (await tab()).keptGames()).map(({ id }) => id)).toEqual(["a"]);
  expect(disk.version).toBe(9);
});

test("games of the first version, without a holder, are taken up", async () => {
  disk.version = 1;
  disk.stores.set("games", new Map([["a", game("a")]]));
  const games = await tab();
  expect(await games.takeGame("a", "me")).toEqual(game("a", { holder: "me" }));
});

test("what somebody else wrote into the store is set aside, not shown and not lost", async () => {
  const rows: [string, unknown][] = [
    ["good", game("good")],
    ["title", { ...game("title"), title: 5 }],
    ["names", { ...game("names"), names: ["Ann"] }],
    ["time", { ...game("time"), time: Number.NaN }],
    ["text", { id: "text", record: "only this" }],
    ["none", { id: "none" }],
  ];
  disk.version = 1;
  disk.stores.set("games", new Map(rows));
  const games = await tab();
  const { games: good, damaged } = await games.shelf();
  expect(good.map(({ id }) => id)).toEqual(["good"]);
  expect(damaged.map(({ id }) => id)).toEqual(["title", "names", "time", "text", "none"]);
  expect(damaged[3]?.record).toBe("only this");
  expect(await games.keptGame("title")).toBeUndefined();
  await games.discardGame("text");
  expect((await games.shelf()).damaged.length).toBe(4);
});

test("a tab that lost its game to another one writes no more", async () => {
  const here = await tab();
  const there = await tab();
  await here.keepGame(game("a", { holder: "here" }));
  expect((await there.takeGame("a", "there"))?.holder).toBe("there");
  const stale = game("a", { holder: "here", record: "stale" });
  await expect(here.keepGame(stale)).rejects.toBeInstanceOf(here.Taken);
  expect((await there.keptGame("a"))?.record).toBe(game("a").record);
  await there.keepGame(game("a", { holder: "there", record: "longer" }));
  expect((await here.keptGame("a"))?.record).toBe("longer");
});

test("a game that is taken over is the one as it was written last", async () => {
  const here = await tab();
  const there = await tab();
  const written = here.keepGame(game("a", { holder: "here", record: "last move" }));
  const taken = there.takeGame("a", "there");
  await written;
  expect((await taken)?.record ?? "last move").toBe("last move");
});

test("a full store can still be played from", async () => {
  const games = await tab();
  await games.keepGame(game("a", { holder: "before" }));
  disk.putError = full();
  const taken = await games.takeGame("a", "me");
  expect(taken?.holder).toBe("before");
});

test("a discarded game can be put back as it was", async () => {
  const games = await tab();
  const kept = game("a", { holder: "somebody" });
  await games.keepGame(kept);
  await games.discardGame("a");
  expect(await games.keptGames()).toEqual([]);
  await games.addGames([kept]);
  expect(await games.keptGames()).toEqual([kept]);
});

test("whoever lists games is told of every change in this tab and in others", async () => {
  const here = await tab();
  const there = await tab();
  let told = 0;
  const stop = here.onGamesChanged(() => ++told);
  await here.keepGame(game("a"));
  expect(told).toBe(1);
  await there.keepGame(game("b"));
  await vi.waitFor(() => expect(told).toBe(2), { timeout: 60_000 });
  stop();
  await here.discardGame("a");
  expect(told).toBe(2);
});

test("ids are all different", async () => {
  const { newId } = await tab();
  expect(new Set(Array.from({ length: 1000 }, newId)).size).toBe(1000);
});

test("a browser that cannot promise to keep anything is not asked", async () => {
  vi.stubGlobal("navigator", {});
  const games = await tab();
  expect(await games.isKeptForGood()).toBe(true);
  expect(await games.keepForGood()).toBe(false);
});
