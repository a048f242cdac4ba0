// What the library is asked and what it answers; docs/page.md shows real ones.

export type Seat = 1 | 2;

export interface Refusal {
  error: string;
}

export function isRefusal(answer: unknown): answer is Refusal {
  return typeof answer === "object" && answer !== null && "error" in answer;
}

// Values by their keys, as the library writes them.
export type Rules = Record<string, number | string>;

export interface Choice {
  game: string;
  variant?: string;
  rules?: Rules | string;
}

export type Shape =
  | "space"
  | "disk"
  | "diamond"
  | "triangle"
  | "square"
  | "hexagon"
  | "star"
  | "flag"
  | "right-arrow"
  | "left-arrow"
  | "stack";

export type Tint =
  "plain" | "bold" | "faint" | "red" | "blue" | "green" | "yellow" | "purple" | "orange";

export interface Look {
  owner?: Seat;
  shape: Shape;
  mark?: string;
  tint?: Tint;
}

export interface Piece extends Look {
  amount?: number;
}

export interface Cell extends Look {
  number: number;
  column: number;
  row: number;
  label: string;
  pieces?: Piece[];
  decisive?: boolean;
  spoken: string;
}

export interface Counter extends Look {
  seat?: Seat;
  label: string;
  amount: number;
  goal?: number;
  decisive?: boolean;
}

export type Deed = "from" | "to" | "take" | "put";

export interface Step {
  cell: number;
  deed: Deed;
  amount?: number;
}

export interface Offer {
  move: string;
  steps: Step[];
}

export interface Amounts {
  cells: number[];
  most: number;
}

export interface Scene {
  columns: number;
  rows: number;
  mover?: Seat;
  cells: Cell[];
  counters: Counter[];
  notes: string[];
  offers?: Offer[];
  amounts?: Amounts;
  sentence: string;
}

export interface View {
  game: string;
  rules: Rules;
  seat?: Seat;
  over: boolean;
  to_move?: Seat;
  winner?: Seat;
  reason?: string;
  may_swap?: boolean;
  // What the last move did, where it may be known.
  last?: Step[];
  scene: Scene;
}

export interface SeatWords {
  plain: string;
  color: string;
  mark: string;
  tint: Tint;
}

export interface RuleInfo {
  key: string;
  book: string;
  range: string;
  meaning: string;
  least?: number;
  most?: number;
  words?: string[];
}

export interface Variant {
  name: string;
  rules: Rules;
  why: string;
}

export interface GameFacts {
  id: string;
  title: string;
  about: string;
  hidden: boolean;
  one_starts: boolean;
  rules: RuleInfo[];
  variants: Variant[];
  seats: [SeatWords, SeatWords];
}

export interface RuleBook {
  goal: string;
  setup: string;
  turn: string;
  end: string;
  rulings: string[];
  tips: string[];
}

export interface GameInfo {
  game: string;
  rules: Rules;
  title: string;
  hidden: boolean;
  one_starts: boolean;
  variant: string;
  book: RuleBook;
  example: string[];
  seats: [SeatWords, SeatWords];
}

export interface PlayerKind {
  who: string;
  name?: string;
}

export interface Moved {
  seat: Seat;
  move?: string;
}

// With what it did.
export interface Revealed extends Moved {
  steps: Step[];
}

export type News = { number: number } & (
  | { event: "started"; first: Seat }
  | ({ event: "moved" } & Moved)
  | { event: "swapped"; by: Seat }
  | { event: "revealed"; moves: Revealed[] }
  | { event: "new_round" }
  | { event: "offered" | "declined"; by: Seat }
  | { event: "took_back"; by: Seat; moves: number }
  | { event: "ended"; winner: Seat; how: string; reason: string }
);

export interface SeriesState {
  best_of: number;
  played: number;
  over: boolean;
  heading: string;
  score: string;
}

export interface TableState {
  events: News[];
  told: string;
  opening?: string;
  title: string;
  hidden: boolean;
  view: View;
  turn?: string;
  ask?: string;
  forced?: boolean;
  names: [string, string];
  // As they were given; empty if they gave none.
  own_names: [string, string];
  players: [string, string];
  // The game is played with the pie rule.
  swap: boolean;
  undo: string;
  series: SeriesState;
  result?: { winner: Seat; how: string; reason: string; closing: string };
  record: string;
}

// A position: a game and its moves, or a part of a record.
export type Where =
  | (Choice & { first?: Seat; moves: string[] })
  | { record: string; number?: number; plies?: number };

export interface SeatView extends View {
  turn?: string;
  ask?: string;
  forced?: boolean;
}

export interface Position extends SeatView {
  title: string;
  names: [string, string];
  told?: string;
  moves: string[];
  first: Seat;
  legal?: string;
  closing?: string;
}

export type Worth = "win" | "loss" | "neither";

// Of an open game `value` is a worth and `plies` the moves to the end; of a hidden one it is what is won on average.
export interface MoveValue {
  move: string;
  value: Worth | number;
  plies?: number;
}

export interface MixedAllocation {
  allocation: number[];
  weight: number;
  fraction: string;
}

export interface Analysis {
  game: string;
  rules: Rules;
  title: string;
  moves: string[];
  over: boolean;
  to_move?: Seat;
  winner?: Seat;
  reason?: string;
  value?: Worth | number;
  plies?: number;
  legal?: MoveValue[];
  line?: string[];
  equilibrium?: MixedAllocation[];
  exploitability?: number;
  expected?: number;
}

export interface Hint {
  nudge: string;
  move: string;
  reason: string;
  notation?: string;
}

export interface ReviewedMove {
  number: number;
  player: Seat;
  seat: Seat;
  move: string;
  before: { value: Worth; plies?: number };
  after: { value: Worth; plies?: number };
  mark: Mark;
  best: string[];
}

export type Mark = "" | "?" | "?!";

export interface ReviewedPhase {
  phase: number;
  player: Seat;
  placed: string;
  value: number;
  mark: Mark;
  best: string;
  reply: { move: string; result: string };
}

// A move, or a phase up to a player's last move in it, that has earned a mark.
export interface Marked {
  number: number;
  player: Seat;
  phase?: number;
  // How many moves had been made before the player's first one in the phase.
  begin?: number;
  explained: string;
  // All that could be done, where that can be listed.
  options?: MoveValue[];
}

export interface Review {
  game: string;
  rules: Rules;
  title: string;
  players: [string, string];
  first: Seat;
  result: string;
  reason: string;
  // Of an open game; a hidden one has phases.
  moves?: ReviewedMove[];
  phases?: ReviewedPhase[];
  accuracy: [number | null, number | null];
  // The player who was winning after each move or phase.
  chart: (0 | Seat)[];
  marked: Marked[];
}

export interface Puzzle {
  game: string;
  rules: Rules;
  title: string;
  first: Seat;
  moves: string[];
  to_move: Seat;
  level: number;
  plies: number;
  solution: string;
  legal: string[];
  seed: string | number;
  date?: string;
  view: View;
}

export interface Finding {
  rules: Rules;
  winner?: 0 | Seat;
  plies?: number;
  positions: number;
  winning_first_moves?: number;
  random_first_wins: number;
  perfect_second_wins: number;
  reachable?: number;
  won?: number;
  only_move?: number;
}

export interface RecordHead {
  game: string;
  rules: Rules;
  title: string;
  date: string;
  players: [string, string];
  names: [string, string];
  first: Seat;
  moves: number;
  result: string;
  reason: string;
  resumable: boolean;
  // As in "2 of 5"; empty if it was no series.
  series: string;
  hidden: boolean;
  text: string;
}

export interface Fit {
  bytes: number;
  fits: boolean;
  why: string;
  // About how long it takes.
  seconds: number;
  // Why no server solves it for a program; empty if it does.
  online: string;
}

export type Question = { ask: string } & Record<string, unknown>;
