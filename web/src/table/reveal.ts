// What two people placed in secret, cell by cell.
import type { Cell, News, Revealed, Seat } from "../library/protocol";

// The last that was revealed, if it is worth showing.
export function revealedIn(events: readonly News[]): readonly Revealed[] | undefined {
  const revealed = events.findLast(({ event }) => event === "revealed");
  if (revealed?.event !== "revealed") return undefined;
  return revealed.moves.some(({ steps }) => steps.length > 0) ? revealed.moves : undefined;
}

export interface Duel {
  cell: number;
  label: string;
  amounts: [number, number];
}

// Only the cells on which something was placed, in the order of the board.
export function duelsOf(moves: readonly Revealed[], cells: readonly Cell[]): Duel[] {
  const amounts = new Map<number, [number, number]>();
  for (const { seat, steps } of moves) {
    for (const { cell, deed, amount } of steps) {
      if (deed !== "put") continue;
      const both = amounts.get(cell) ?? [0, 0];
      both[seat - 1] = (both[seat - 1] ?? 0) + (amount ?? 1);
      amounts.set(cell, both);
    }
  }
  return cells
    .filter(({ number }) => amounts.has(number))
    .map(({ number, label }) => ({ cell: number, label, amounts: amounts.get(number) ?? [0, 0] }));
}

// Who has the most there; nobody if it is the same.
export function leaderOf({ amounts: [one, two] }: Duel): Seat | undefined {
  if (one === two) return undefined;
  return one > two ? 1 : 2;
}
