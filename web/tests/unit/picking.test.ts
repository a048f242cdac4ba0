import { describe, expect, test } from "vitest";
import {
  buttons,
  candidates,
  drag,
  exactly,
  nothingPicked,
  pick,
  reachable,
} from "../../src/board/picking.ts";
import type { Offer } from "../../src/library/protocol.ts";

const put = (...cells: number[]): Offer => ({
  move: cells.join("-"),
  steps: cells.map((cell) => ({ cell, deed: "put" })),
});
const jump = (from: number, to: number): Offer => ({
  move: `${from}>${to}`,
  steps: [
    { cell: from, deed: "from" },
    { cell: to, deed: "to" },
  ],
});

const runs = [put(1), put(2), put(3), put(5), put(1, 2), put(2, 3)];
const jumps = [jump(1, 3), jump(1, 4), jump(2, 4)];

describe("pointing at cells", () => {
  test("a cell that leaves one move makes it at once", () => {
    expect(pick(runs, nothingPicked, 5)).toEqual({ kind: "move", move: "5" });
  });

  test("a cell that leaves several moves is picked", () => {
    expect(pick(runs, nothingPicked, 2)).toEqual({ kind: "picking", picking: { cells: [2] } });
  });

  test("the order in which cells are pointed at does not matter", () => {
    expect(pick(runs, { cells: [2] }, 1)).toEqual({ kind: "move", move: "1-2" });
    expect(pick(runs, { cells: [1] }, 2)).toEqual({ kind: "move", move: "1-2" });
    expect(pick(jumps, { cells: [3] }, 1)).toEqual({ kind: "move", move: "1>3" });
  });

  test("the same cell again makes the move of that cell alone", () => {
    expect(pick(runs, { cells: [2] }, 2)).toEqual({ kind: "move", move: "2" });
  });

  test("the same cell again lets go of it where it is no move", () => {
    expect(pick(jumps, { cells: [1] }, 1)).toEqual({ kind: "picking", picking: { cells: [] } });
  });

  test("a cell that does not go with the picked one begins anew", () => {
    expect(pick(jumps, { cells: [1] }, 2)).toEqual({ kind: "move", move: "2>4" });
    expect(pick(runs, { cells: [1] }, 3)).toEqual({ kind: "picking", picking: { cells: [3] } });
  });

  test("a cell that no move touches changes nothing", () => {
    expect(pick(runs, nothingPicked, 9)).toEqual({ kind: "nothing" });
  });

  test("only cells of moves that are still possible can be pointed at", () => {
    expect([...reachable(jumps, { cells: [1] })].sort()).toEqual([1, 3, 4]);
    expect(candidates(jumps, { cells: [4] })).toHaveLength(2);
    expect(exactly(runs, { cells: [1, 2] })?.move).toBe("1-2");
    expect(exactly(jumps, { cells: [1] })).toBeUndefined();
  });

  test("a move without cells is a button and is never pointed at", () => {
    const pass: Offer = { move: "pass", steps: [] };
    expect(buttons([pass, put(1)])).toEqual([pass]);
    expect(pick([pass, put(1)], nothingPicked, 1)).toEqual({ kind: "move", move: "1" });
  });
});

describe("dragging", () => {
  test("finds the smallest move with both cells", () => {
    expect(drag([put(1, 2, 3), put(1, 2)], 1, 2)?.move).toBe("1-2");
    expect(drag(jumps, 2, 4)?.move).toBe("2>4");
  });

  test("finds nothing where there is no move, or no way", () => {
    expect(drag(jumps, 2, 3)).toBeUndefined();
    expect(drag(runs, 2, 2)).toBeUndefined();
  });
});
