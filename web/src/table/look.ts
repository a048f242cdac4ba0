// What stands for a player beside the board.
import type { Look, Scene, Seat } from "../library/protocol";

export function lookOf({ cells, counters }: Pick<Scene, "cells" | "counters">, seat: Seat): Look {
  const looks: Look[] = [...counters, ...cells.flatMap((cell) => [...(cell.pieces ?? []), cell])];
  // What stands for amounts or for a home is not what a player is known by.
  const own = looks.filter(({ owner, shape }) => owner === seat && shape !== "flag");
  const plain: Look = { shape: seat === 1 ? "disk" : "diamond", owner: seat, mark: String(seat) };
  return own.find(({ shape }) => shape !== "stack") ?? own[0] ?? plain;
}
