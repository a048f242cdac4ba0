// Where the dots of a chart are. Knows rows and figures, no pixels of the screen but the size that it is given.
import { figureOf, grouped, kKinds, percent, type FigureKey, type FigureKind } from "./figures";
import type { Row } from "./lab.svelte";
import { rulesText } from "./sweep";

type RuleText = string;

export interface Dot {
  x: number;
  y: number;
  row: Row;
  value: number;
}

export interface Line {
  // Of the second rule that varies; empty if only one does.
  label: RuleText;
  // Which of the signs, colors and patterns it has.
  style: number;
  dots: Dot[];
  path: string;
}

export interface Tick {
  at: number;
  label: string;
}

// One for every value of what else varies.
export interface Panel {
  label: RuleText;
  lines: Line[];
}

export interface Chart {
  panels: Panel[];
  across: Tick[];
  upward: Tick[];
  lines: { label: RuleText; style: number }[];
}

export interface Frame {
  width: number;
  height: number;
  left: number;
  right: number;
  top: number;
  bottom: number;
}

// Colors and signs, and then the same signs hollow.
export const kColors = 6;
export const kStyles = 2 * kColors;
const kMostTicks = 12;
// From here on equal steps would hide the small ones.
const kSteep = 200;

export interface Scale {
  at: (value: number) => number;
  ticks: Tick[];
}

function stepFor(span: number, most: number): number {
  const rough = Math.max(span / most, 1e-9);
  const power = 10 ** Math.floor(Math.log10(rough));
  const factor = [1, 2, 5, 10].find((each) => each * power >= rough) ?? 10;
  return factor * power;
}

// Upward from nothing, in steps that are easy to read; in powers of ten where the values are far apart.
export function scaleFor(
  values: readonly number[],
  kind: FigureKind,
  { low, high }: { low: number; high: number },
): Scale {
  const between = (part: number) => low + (high - low) * part;
  if (kind === "share") {
    return {
      at: between,
      ticks: [0, 0.25, 0.5, 0.75, 1].map((share) => ({
        at: between(share),
        label: percent(share),
      })),
    };
  }
  if (kind === "winner") {
    return {
      at: (value) => between(value / 2),
      ticks: [0, 1, 2].map((winner) => ({ at: between(winner / 2), label: String(winner) })),
    };
  }
  const most = Math.max(1, ...values);
  const least = Math.max(1, Math.min(...values, most));
  if (most / least >= kSteep) {
    const from = Math.floor(Math.log10(least));
    const to = Math.ceil(Math.log10(most));
    const step = Math.ceil((to - from) / 5);
    const ticks: Tick[] = [];
    for (let power = from; power <= to; power += step) {
      ticks.push({ at: between((power - from) / (to - from)), label: grouped(10 ** power) });
    }
    return {
      at: (value) => between((Math.log10(Math.max(value, 1)) - from) / (to - from)),
      ticks,
    };
  }
  const step = Math.max(1, stepFor(most, 5));
  const top = Math.ceil(most / step) * step;
  const ticks = Array.from({ length: Math.round(top / step) + 1 }, (_, index) => ({
    at: between((index * step) / top),
    label: grouped(index * step),
  }));
  return { at: (value) => between(value / top), ticks };
}

function distinct(rows: readonly Row[], key: string | undefined): (number | string)[] {
  if (key === undefined) return [];
  return [...new Set(rows.map(({ rules }) => rules[key]).filter((value) => value !== undefined))];
}

function labelOf(row: Row, keys: readonly string[]): RuleText {
  return rulesText(Object.fromEntries(keys.map((key) => [key, row.rules[key] ?? ""])));
}

export interface Wish {
  rows: readonly Row[];
  // The rule that runs across, and the others that vary.
  x: string;
  others: readonly string[];
  figure: FigureKey;
  frame: Frame;
}

// Equal steps across, for numbers that follow each other and for words alike.
export function chartOf({ rows, x, others, figure, frame }: Wish): Chart {
  const columns = distinct(rows, x);
  const inner = frame.width - frame.left - frame.right;
  const step = columns.length > 1 ? inner / (columns.length - 1) : 0;
  const across = (value: number | string | undefined) =>
    columns.length > 1
      ? frame.left + step * columns.findIndex((each) => each === value)
      : frame.left + inner / 2;
  const found = rows.flatMap((row) => {
    const { finding } = row;
    // Where nobody can force a win there is no way to it that has a length.
    const value =
      !finding || (figure === "plies" && finding.winner === 0)
        ? undefined
        : figureOf(finding, figure);
    return value === undefined ? [] : [{ row, value }];
  });
  const scale = scaleFor(
    found.map(({ value }) => value),
    kKinds[figure],
    { low: frame.height - frame.bottom, high: frame.top },
  );
  const [second] = others;
  const rest = others.slice(1);
  const lines = distinct(rows, second);
  const panels = new Map<RuleText, Panel>();
  for (const row of rows) {
    const label = labelOf(row, rest);
    if (panels.has(label)) continue;
    panels.set(label, { label, lines: [] });
  }
  for (const { row, value } of found) {
    const panel = panels.get(labelOf(row, rest));
    if (!panel) continue;
    const style = second === undefined ? 0 : lines.findIndex((each) => each === row.rules[second]);
    const label = second === undefined ? "" : labelOf(row, [second]);
    let line = panel.lines.find((each) => each.style === style);
    if (!line) {
      line = { label, style, dots: [], path: "" };
      panel.lines.push(line);
    }
    line.dots.push({ x: across(row.rules[x]), y: scale.at(value), row, value });
  }
  for (const { lines: all } of panels.values()) {
    for (const line of all) {
      line.dots.sort((one, two) => one.x - two.x);
      line.path = line.dots
        .map(
          ({ x: right, y }, index) =>
            `${index === 0 ? "M" : "L"}${right.toFixed(1)} ${y.toFixed(1)}`,
        )
        .join("");
    }
    all.sort((one, two) => one.style - two.style);
  }
  const every = Math.ceil(columns.length / kMostTicks);
  return {
    panels: [...panels.values()],
    across: columns
      .filter((_, index) => index % every === 0)
      .map((value) => ({ at: across(value), label: String(value) })),
    upward: scale.ticks,
    lines: lines
      .map((value, style) => ({ value, label: `${second ?? ""}=${value}`, style }))
      // Rules that are no game have no line.
      .filter(({ value }) => rows.some(({ rules, why }) => rules[second ?? ""] === value && !why)),
  };
}
