// Amounts on cells, as they are being chosen.

export type Placing = ReadonlyMap<number, number>;

export function totalOf(placing: Placing): number {
  let total = 0;
  for (const amount of placing.values()) total += amount;
  return total;
}

// Never more than there are in all, and none below nothing.
export function withAmount(placing: Placing, cell: number, amount: number, most: number): Placing {
  const others = totalOf(placing) - (placing.get(cell) ?? 0);
  const changed = new Map(placing);
  changed.set(cell, Math.max(0, Math.min(amount, most - others)));
  return changed;
}

export function amountsOf(placing: Placing): { cell: number; amount: number }[] {
  return [...placing]
    .filter(([, amount]) => amount > 0)
    .sort(([one], [two]) => one - two)
    .map(([cell, amount]) => ({ cell, amount }));
}
