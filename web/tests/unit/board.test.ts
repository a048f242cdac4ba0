import { describe, expect, test } from "vitest";
import { gridFor, neighbor, placeOf } from "../../src/board/layout.ts";
import {
  bestFirst,
  compareWorth,
  kindOf,
  shortWorth,
  worthsOfCells,
} from "../../src/board/worths.ts";
import type { Cell, MoveValue, Offer } from "../../src/library/protocol.ts";

const cells: Cell[] = Array.from({ length: 11 }, (_, column) => ({
  number: column + 1,
  column,
  row: 0,
  label: String(column + 1),
  shape: "space",
  spoken: "",
}));

describe("where cells stand", () => {
  test("a row that fits is left as it is", () => {
    expect(gridFor({ columns: 11, rows: 1 }, 1000)).toEqual({ columns: 11, rows: 1 });
  });

  test("a row that is too long is broken into rows of nearly equal length", () => {
    expect(gridFor({ columns: 11, rows: 1 }, 320)).toEqual({ columns: 6, rows: 2 });
    expect(gridFor({ columns: 60, rows: 1 }, 320)).toEqual({ columns: 6, rows: 10 });
  });

  test("a board of several rows is never broken", () => {
    expect(gridFor({ columns: 30, rows: 2 }, 100)).toEqual({ columns: 30, rows: 2 });
  });

  test("every cell has a place of its own", () => {
    const grid = gridFor({ columns: 11, rows: 1 }, 200);
    const places = cells.map((cell) => JSON.stringify(placeOf(cell, grid)));
    expect(new Set(places).size).toBe(cells.length);
  });

  test("arrow keys lead to neighbors, and nowhere from the edge", () => {
    const grid = { columns: 6, rows: 2 };
    const at = (index: number) => cells[index] as Cell;
    expect(neighbor(cells, at(0), "ArrowRight", grid)?.number).toBe(2);
    expect(neighbor(cells, at(0), "ArrowLeft", grid)).toBeUndefined();
    expect(neighbor(cells, at(1), "ArrowDown", grid)?.number).toBe(8);
    expect(neighbor(cells, at(5), "ArrowDown", grid)?.number).toBe(11);
    expect(neighbor(cells, at(3), "End", grid)?.number).toBe(11);
    expect(neighbor(cells, at(3), "x", grid)).toBeUndefined();
  });
});

const value = (move: string, worth: MoveValue["value"], plies?: number): MoveValue => ({
  move,
  value: worth,
  ...(plies === undefined ? {} : { plies }),
});

describe("what moves are worth", () => {
  test("quick wins come before slow ones, then balance, then slow losses", () => {
    const moves = [
      value("a", "loss", 2),
      value("b", "win", 5),
      value("c", "neither"),
      value("d", "win", 1),
      value("e", "loss", 6),
    ];
    expect(bestFirst(moves).map(({ move }) => move)).toEqual(["d", "b", "c", "e", "a"]);
  });

  test("expectations are compared as numbers", () => {
    expect(compareWorth(value("a", -0.2), value("b", 0.1))).toBeLessThan(0);
    expect(kindOf(-1e-12)).toBe("neither");
    expect(kindOf(0.5)).toBe("win");
  });

  test("a sign stands for every kind, so that color need not be seen", () => {
    expect(shortWorth(value("a", "win", 3))).toBe("▲3");
    expect(shortWorth(value("a", "loss", 4))).toBe("▼4");
    expect(shortWorth(value("a", "neither"))).toBe("=");
    expect(shortWorth(value("a", -1 / 3))).toBe("−0.33");
    expect(shortWorth(value("a", -0.001))).toBe("0.00");
  });

  test("a cell is worth the best move that can still be made of it", () => {
    const offers: Offer[] = [
      { move: "1", steps: [{ cell: 1, deed: "put" }] },
      {
        move: "1-2",
        steps: [
          { cell: 1, deed: "put" },
          { cell: 2, deed: "put" },
        ],
      },
    ];
    const moves = [value("1", "loss", 2), value("1-2", "win", 3)];
    expect(worthsOfCells(offers, { cells: [] }, moves).get(1)?.move).toBe("1-2");
    expect(worthsOfCells(offers, { cells: [2] }, moves).get(1)?.move).toBe("1-2");
  });

  test("where a piece comes from is worth nothing by itself", () => {
    const offers: Offer[] = [
      {
        move: "1>3",
        steps: [
          { cell: 1, deed: "from" },
          { cell: 3, deed: "to" },
        ],
      },
    ];
    const worths = worthsOfCells(offers, { cells: [] }, [value("1>3", "win", 1)]);
    expect([...worths.keys()]).toEqual([3]);
  });
});
