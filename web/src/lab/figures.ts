// What the lab finds out about a variant, as figures that can be compared, sorted and drawn.
import type { Finding, Rules } from "../library/protocol";

export const kFigures = [
  "winner",
  "plies",
  "positions",
  "winning",
  "random",
  "perfect",
  "onlyMove",
  "onlyShare",
] as const;

export type FigureKey = (typeof kFigures)[number];
export type FigureKind = "winner" | "count" | "share";

export const kKinds: Readonly<Record<FigureKey, FigureKind>> = {
  winner: "winner",
  plies: "count",
  positions: "count",
  winning: "share",
  random: "share",
  perfect: "share",
  onlyMove: "count",
  onlyShare: "share",
};

// Nothing where a game of hidden moves cannot tell it.
export function figureOf(finding: Finding, key: FigureKey): number | undefined {
  switch (key) {
    case "winner":
      return finding.winner;
    case "plies":
      return finding.plies ?? undefined;
    case "positions":
      return finding.positions;
    case "winning":
      return finding.winning_first_moves;
    case "random":
      return finding.random_first_wins;
    case "perfect":
      return finding.perfect_second_wins;
    case "onlyMove":
      return finding.only_move;
    case "onlyShare":
      return finding.only_move === undefined || !finding.won
        ? undefined
        : finding.only_move / finding.won;
  }
}

// So many digits behind the point; what lies exactly between two goes to the even one, as the terminal does it.
export function fixed(value: number, digits: number): string {
  const exact = value.toFixed(20);
  const cut = exact.length - 20 + digits;
  if (!/^50*$/.test(exact.slice(cut))) return value.toFixed(digits);
  const kept = exact.slice(0, cut).replace(/\.$/, "");
  const isEven = Number(kept.at(-1)) % 2 === 0;
  return isEven ? kept : value.toFixed(digits);
}

export function percent(share: number): string {
  return `${fixed(share * 100, 0)} %`;
}

const kNothing = "–";

export function figureText(value: number | undefined, kind: FigureKind): string {
  if (value === undefined) return kNothing;
  if (kind === "share") return percent(value);
  return kind === "count" ? grouped(value) : String(value);
}

// Thin spaces between thousands.
export function grouped(value: number): string {
  return String(value).replace(/\B(?=(\d{3})+$)/g, "\u2009");
}

function compared(one: number | string | undefined, two: number | string | undefined): number {
  if (one === two) return 0;
  // What is not known comes last, however it is sorted.
  if (one === undefined) return Number.POSITIVE_INFINITY;
  if (two === undefined) return Number.NEGATIVE_INFINITY;
  if (typeof one === "number" && typeof two === "number") return one - two;
  return String(one) < String(two) ? -1 : 1;
}

export interface Order {
  // A figure, or the key of a rule behind a colon.
  by: FigureKey | `:${string}`;
  down: boolean;
}

interface Sortable {
  rules: Rules;
  finding?: Finding | undefined;
}

function valueFor(row: Sortable, by: Order["by"]): number | string | undefined {
  if (by.startsWith(":")) return row.rules[by.slice(1)];
  return row.finding && figureOf(row.finding, by as FigureKey);
}

export function sorted<Row extends Sortable>(
  rows: readonly Row[],
  order: Order | undefined,
): Row[] {
  if (!order) return [...rows];
  const { by, down } = order;
  return [...rows].sort((one, two) => {
    const difference = compared(valueFor(one, by), valueFor(two, by));
    return down && Number.isFinite(difference) ? -difference : difference;
  });
}
