import { describe, expect, test } from "vitest";
import type { Cell, News } from "../../src/library/protocol.ts";
import { addressIn, positionAddress, readRoute, rulesIn } from "../../src/route.ts";
import { readSettings } from "../../src/store/settings.svelte.ts";
import { amountsOf, totalOf, withAmount } from "../../src/board/amounts.ts";
import { playedIn } from "../../src/table/played.ts";
import { duelsOf, leaderOf } from "../../src/table/reveal.ts";
import { changedSeats, seated, today, type Wishes } from "../../src/table/setup.ts";

describe("amounts", () => {
  test("are never more than there are, nor less than none", () => {
    const one = withAmount(new Map(), 1, 9, 15);
    expect(totalOf(withAmount(one, 2, 9, 15))).toBe(15);
    expect(withAmount(one, 1, -3, 15).get(1)).toBe(0);
  });

  test("are told in the order of the cells, without empty ones", () => {
    const placing = withAmount(withAmount(withAmount(new Map(), 3, 2, 9), 1, 4, 9), 2, 0, 9);
    expect(amountsOf(placing)).toEqual([
      { cell: 1, amount: 4 },
      { cell: 3, amount: 2 },
    ]);
  });
});

describe("a reveal", () => {
  const cells = [1, 2, 3].map((number) => ({ number, label: String(number) }) as Cell);

  test("adds up what each side placed, cell by cell", () => {
    const duels = duelsOf(
      [
        { seat: 1, move: "?", steps: [{ cell: 3, deed: "put", amount: 2 }] },
        { seat: 2, move: "?", steps: [{ cell: 1, deed: "put", amount: 4 }] },
        { seat: 1, move: "?", steps: [{ cell: 3, deed: "put", amount: 3 }] },
        { seat: 2, move: "?", steps: [] },
      ],
      cells,
    );
    expect(duels.map(({ cell, amounts }) => [cell, amounts])).toEqual([
      [1, [0, 4]],
      [3, [5, 0]],
    ]);
    expect(duels.map(leaderOf)).toEqual([2, 1]);
  });

  test("has no leader where both placed the same", () => {
    expect(leaderOf({ cell: 1, label: "1", amounts: [2, 2] })).toBeUndefined();
  });
});

describe("what was played", () => {
  test("is what was not taken back", () => {
    const log: News[] = [
      { number: 1, event: "started", first: 2 },
      { number: 2, event: "moved", seat: 2, move: "5-6" },
      { number: 3, event: "swapped", by: 1 },
      { number: 4, event: "moved", seat: 1, move: "7" },
      { number: 5, event: "took_back", by: 2, moves: 1 },
    ];
    expect(playedIn(log)).toEqual({ first: 2, moves: ["5-6", "swap"] });
  });
});

describe("addresses", () => {
  test("of positions are read back as they were written", () => {
    const address = {
      game: "a-game",
      rules: { length: 13, way: "end" },
      first: 2,
      moves: ["5-6", "1:5,2:3"],
    } as const;
    const written = positionAddress({ ...address, moves: [...address.moves] });
    expect(addressIn(readRoute(written))).toEqual(address);
  });

  test("that nobody wrote do no harm", () => {
    for (const hash of ["", "#", "#/%E0%A4%A", "#/a/b/c?x=%", "#/position/../../x?moves=", "#//"]) {
      expect(() => addressIn(readRoute(hash))).not.toThrow();
    }
    expect(rulesIn(new URLSearchParams("length=99999999999999&first=1&moves=1"))).toEqual({
      length: "99999999999999",
    });
  });
});

describe("settings", () => {
  test("are read whatever was kept", () => {
    for (const text of [null, "", "null", "[]", '{"theme":3}', '{"name":["x"]}', "{"]) {
      expect(readSettings(text).theme).toBe("auto");
    }
    expect(readSettings('{"theme":"dark","worths":true,"other":1}')).toMatchObject({
      theme: "dark",
      worths: true,
    });
    expect(readSettings(JSON.stringify({ name: "x".repeat(100) })).name).toBe("");
  });
});

describe("a setup", () => {
  const wishes: Wishes = {
    choice: { game: "a-game" },
    you: { who: "human", name: "Ann" },
    other: { who: "perfect", name: "" },
    first: "other",
    oneStarts: false,
    swap: false,
    bestOf: 3,
  };

  test("lets the other side begin", () => {
    expect(seated(wishes)).toMatchObject({ players: ["human", "perfect"], first: 2 });
    expect(seated({ ...wishes, first: "toss" }).first).toBeUndefined();
  });

  test("seats whoever begins where the first seat always does", () => {
    const always = seated({ ...wishes, oneStarts: true });
    expect(always).toMatchObject({ players: ["perfect", "human"], names: ["", "Ann"] });
    expect(always.first).toBeUndefined();
    expect(seated({ ...wishes, oneStarts: true, first: "toss" }, () => false).players[0]).toBe(
      "human",
    );
  });

  test("changes seats for a rematch", () => {
    expect(changedSeats(seated(wishes))).toMatchObject({
      players: ["perfect", "human"],
      names: ["", "Ann"],
    });
  });

  test("writes dates as records do", () => {
    expect(today(new Date(2026, 0, 5))).toBe("2026.01.05");
  });
});
