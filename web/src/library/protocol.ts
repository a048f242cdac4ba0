// What the library is asked and what it answers, as docs/json.schema.json and docs/page.schema.json define it;
// docs/page.md shows real ones.
import type * as json from "$schema/json";
import type * as page from "$schema/page";

export type {
  Amounts,
  Cell,
  Choice,
  Counter,
  Event as News,
  Finding,
  Kind as Worth,
  Mark,
  Offer,
  Piece,
  RevealedMove as Revealed,
  ReviewedMove,
  ReviewedPhase,
  RuleInfo,
  Rules,
  Scene,
  Seat,
  Step,
  Variant,
  View,
} from "$schema/json";
export type {
  Fits as Fit,
  Game as GameInfo,
  Hint,
  ListedGame as GameFacts,
  ListedRecord as RecordHead,
  Marked,
  MoveValue,
  PlayerKind,
  Position,
  Puzzle,
  Refusal,
  Review,
  SeatWords,
  State as TableState,
} from "$schema/page";

export type Look = Omit<json.Piece, "amount">;
export type SeatView = json.View & Partial<Pick<page.Look, "forced">>;
export type Analysis = Omit<page.Analyze, "legal"> & { legal?: page.MoveValue[] };

// A position: a game and its moves, or a part of a record.
export type Where =
  | (json.Choice & { first?: json.Seat; moves: string[] })
  | { record: string; number?: number; plies?: number };

export type Question = { ask: string } & Record<string, unknown>;

export function isRefusal(answer: unknown): answer is page.Refusal {
  return typeof answer === "object" && answer !== null && "error" in answer;
}
