// What moves are worth, and what that makes of the cells that they touch.
import { words } from "../lang/lang.svelte";
import { signed as signedIn } from "../lang/numbers";
import type { MoveValue, Offer, Worth } from "../library/protocol";
import { candidates, type Picking } from "./picking";

const kRanks: Record<Worth, number> = { win: 2, neither: 1, loss: 0 };

// Greater is better for whoever moves: quick wins, then balance, then slow losses; or what is won on average.
export function compareWorth(one: MoveValue, two: MoveValue): number {
  if (typeof one.value === "number" || typeof two.value === "number") {
    return Number(one.value) - Number(two.value);
  }
  const rank = kRanks[one.value] - kRanks[two.value];
  if (rank !== 0) return rank;
  const longer = (one.plies ?? 0) - (two.plies ?? 0);
  return one.value === "win" ? -longer : longer;
}

export function bestFirst(moves: readonly MoveValue[]): MoveValue[] {
  return [...moves].sort((one, two) => compareWorth(two, one));
}

// How good a value is, for a color and a sign that say the same.
export function kindOf(value: MoveValue["value"]): Worth {
  if (typeof value !== "number") return value;
  return value > 1e-9 ? "win" : value < -1e-9 ? "loss" : "neither";
}

const kSigns: Record<Worth, string> = { win: "▲", neither: "=", loss: "▼" };

// In little room: ▲3, ▼4, =, or an expectation such as −0.33.
export function shortWorth({ value, plies }: Pick<MoveValue, "value" | "plies">): string {
  if (typeof value === "number") return signed(value);
  return value === "neither" ? kSigns.neither : `${kSigns[value]}${plies ?? ""}`;
}

export function signed(value: number): string {
  return signedIn(words().locale, value);
}

// For each cell the best that can still be made of it.
export function worthsOfCells(
  offers: readonly Offer[],
  picking: Picking,
  moves: readonly MoveValue[],
): Map<number, MoveValue> {
  const known = new Map(moves.map((each) => [each.move, each]));
  const best = new Map<number, MoveValue>();
  for (const offer of candidates(offers, picking)) {
    const worth = known.get(offer.move);
    if (!worth) continue;
    // A piece that is to be moved is worth something only when it is known where it goes.
    const cells = offer.steps.filter((step) => step.deed !== "from").map((step) => step.cell);
    for (const cell of cells) {
      const before = best.get(cell);
      if (!before || compareWorth(worth, before) > 0) best.set(cell, worth);
    }
  }
  return best;
}
