import { beforeAll, describe, expect, test, vi } from "vitest";
import { predicted } from "../../src/board/prediction";
import { catalog } from "../../src/library/catalog.svelte";
import type { Cell, GameFacts, Position } from "../../src/library/protocol";
import { lookOf } from "../../src/table/look";
import { startModule, type Ask } from "./module";

let ask: Ask;

// The catalog, from which the looks of the seats come, asks the real library.
vi.mock("../../src/library/desks", () => ({
  table: { ask: (question: Record<string, unknown>) => Promise.resolve(ask(question)) },
}));

beforeAll(async () => {
  ask = await startModule();
  await catalog();
});

// What can be seen of a cell; nothing of one that is gone.
function seen(cell: Cell | undefined): unknown {
  if (!cell) return [];
  const looks = [cell, ...(cell.pieces ?? [])].map(({ shape, mark = "" }) => ({ shape, mark }));
  return looks.filter(({ shape }) => shape !== "space");
}

// Any number below the bound, the same in every run.
function chance(seed: number): (bound: number) => number {
  let state = seed;
  return (bound) => (state = (state * 48271) % 2147483647) % bound;
}

describe("what is seen of a move before it is made", () => {
  test.for([1, 2, 3, 4, 5])("is what is seen behind it, in games of every kind", (seed) => {
    const games = ask({ ask: "games" }) as GameFacts[];
    let compared = 0;
    for (const { id } of games) {
      const below = chance(seed);
      const moves: string[] = [];
      for (;;) {
        const before = ask({ ask: "position", game: id, moves }) as Position;
        const offers = before.scene.offers.filter(({ steps }) => steps.length > 0);
        const offer = offers[offers.length > 0 ? below(offers.length) : 0];
        if (!offer || !before.to_move || moves.length > 60) break;
        moves.push(offer.move);
        const after = ask({ ask: "position", game: id, moves }) as Position;
        const hand = lookOf(before, before.to_move);
        // Where a new round has begun, the board is empty.
        if (after.scene.cells.every(({ shape }) => shape === "space")) continue;
        for (const cell of predicted(before.scene.cells, offer.steps, hand)) {
          const real = after.scene.cells.find(({ number }) => number === cell.number);
          expect([id, moves, cell.number, seen(cell)]).toEqual([
            id,
            moves,
            cell.number,
            seen(real),
          ]);
          ++compared;
        }
      }
    }
    expect(compared).toBeGreaterThan(100);
  });
});
