// What stands for a player beside the board.
import { seatsOf } from "../library/catalog.svelte";
import type { Look, Seat, View } from "../library/protocol";

export function seatLook(game: string, seat: Seat): Look {
  const { color = "", tint = "plain" } = seatsOf(game)?.[seat - 1] ?? {};
  const mark = color === "" ? String(seat) : color.slice(0, 1);
  const shape = seat === 1 ? "disk" : "diamond";
  return { shape, owner: seat, mark, ...(tint === "plain" ? {} : { tint }) };
}

export function lookOf(view: Pick<View, "game" | "scene">, seat: Seat): Look {
  const { cells, counters } = view.scene;
  const looks: Look[] = [...counters, ...cells.flatMap((cell) => [...(cell.pieces ?? []), cell])];
  // What stands for amounts or for a home is not what a player is known by.
  const own = looks.filter(({ owner, shape }) => owner === seat && shape !== "flag");
  return own.find(({ shape }) => shape !== "stack") ?? own[0] ?? seatLook(view.game, seat);
}
