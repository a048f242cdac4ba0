// What stands for a player beside the board.
import { seatsOf } from "../library/catalog.svelte";
import type { Look, Seat, View } from "../library/protocol";

export function lookOf(view: Pick<View, "game" | "scene">, seat: Seat): Look {
  const { cells, counters } = view.scene;
  const looks: Look[] = [...counters, ...cells.flatMap((cell) => [...(cell.pieces ?? []), cell])];
  // What stands for amounts or for a home is not what a player is known by.
  const own = looks.filter(({ owner, shape }) => owner === seat && shape !== "flag");
  const { color = "", tint = "plain" } = seatsOf(view.game)?.[seat - 1] ?? {};
  const mark = color === "" ? String(seat) : color.slice(0, 1);
  const plain: Look = { shape: seat === 1 ? "disk" : "diamond", owner: seat, mark, tint };
  return own.find(({ shape }) => shape !== "stack") ?? own[0] ?? plain;
}
