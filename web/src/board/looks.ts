// What a seat's pieces look like, as far as a scene shows it.
import type { Look, Scene, Seat } from "../library/protocol";

export function lookOf(scene: Scene, seat: Seat): Look {
  const piece = scene.cells
    .flatMap((cell) => [cell, ...(cell.pieces ?? [])])
    .find((each) => each.owner === seat);
  const counter = scene.counters.find((each) => each.owner === seat);
  return (
    piece ?? counter ?? { shape: seat === 1 ? "disk" : "diamond", owner: seat, mark: String(seat) }
  );
}
