// Pointing at cells until they make a move. Knows offers and nothing else: no two of them touch the same cells, so the
// cells that were pointed at, in any order, find the move.
import type { Offer } from "../library/protocol";

export interface Picking {
  // In the order in which they were pointed at.
  cells: readonly number[];
}

export const nothingPicked: Picking = { cells: [] };

export type Picked =
  | { kind: "move"; move: string }
  // More cells may follow.
  | { kind: "picking"; picking: Picking }
  // No move touches the cell.
  | { kind: "nothing" };

export function cellsOf(offer: Offer): number[] {
  return [...new Set(offer.steps.map((step) => step.cell))];
}

function touches(offer: Offer, cells: readonly number[]): boolean {
  return cells.every((cell) => offer.steps.some((step) => step.cell === cell));
}

// The moves that touch all that was pointed at.
export function candidates(offers: readonly Offer[], picking: Picking): Offer[] {
  return offers.filter((offer) => offer.steps.length > 0 && touches(offer, picking.cells));
}

// The move that touches just what was pointed at.
export function exactly(offers: readonly Offer[], picking: Picking): Offer | undefined {
  return candidates(offers, picking).find(
    (offer) => cellsOf(offer).length === picking.cells.length,
  );
}

// The cells that can be pointed at next.
export function reachable(offers: readonly Offer[], picking: Picking): Set<number> {
  return new Set(candidates(offers, picking).flatMap(cellsOf));
}

// A move without cells needs a button of its own.
export function buttons(offers: readonly Offer[]): Offer[] {
  return offers.filter((offer) => offer.steps.length === 0);
}

function settled(offers: readonly Offer[], picking: Picking): Picked {
  const left = candidates(offers, picking);
  const [only] = left;
  if (left.length === 1 && only) return { kind: "move", move: only.move };
  return left.length === 0 ? { kind: "nothing" } : { kind: "picking", picking };
}

// Points at a cell. To point at a picked one again makes the move of what is picked, or lets go of it; a cell that does
// not go with what is picked begins anew.
export function pick(offers: readonly Offer[], picking: Picking, cell: number): Picked {
  if (picking.cells.includes(cell)) {
    const whole = exactly(offers, picking);
    if (whole) return { kind: "move", move: whole.move };
    return { kind: "picking", picking: { cells: picking.cells.filter((each) => each !== cell) } };
  }
  const more = settled(offers, { cells: [...picking.cells, cell] });
  if (more.kind !== "nothing" || picking.cells.length === 0) return more;
  return settled(offers, { cells: [cell] });
}

// Drags from one cell to another: the move that has both, and the fewest cells beside them.
export function drag(offers: readonly Offer[], from: number, to: number): Offer | undefined {
  if (from === to) return undefined;
  return candidates(offers, { cells: [from, to] }).sort(
    (one, two) => cellsOf(one).length - cellsOf(two).length,
  )[0];
}
