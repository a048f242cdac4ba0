// What stands for a player beside the board: what they have on it, or a plain mark.
import type { Look, Scene, Seat } from "../library/protocol";

export function lookOf(scene: Pick<Scene, "cells" | "counters">, seat: Seat): Look {
  const counter = scene.counters.find((each) => each.owner === seat);
  const piece = scene.cells
    .flatMap((cell) => [cell, ...(cell.pieces ?? [])])
    .find((each) => each.owner === seat);
  const plain: Look = { shape: seat === 1 ? "disk" : "diamond", owner: seat, mark: String(seat) };
  return piece ?? counter ?? plain;
}
