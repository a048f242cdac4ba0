// What moves of a puzzle are worth, and what is said of them.
import { compareWorth } from "../board/worths";
import type { Analysis, MoveValue } from "../library/protocol";

export function judgementOf(analysis: Analysis | undefined, move: string): MoveValue | undefined {
  return analysis?.legal?.find((each) => each.move === move);
}

// There was a quicker way to win.
export function isSlow(analysis: Analysis, judged: MoveValue): boolean {
  return (analysis.legal ?? []).some(
    (each) => each.value === "win" && compareWorth(each, judged) > 0,
  );
}

// How many answers to a move leave the one who answers worse off than the best does: no longer won, or now lost.
export function slipsIn(replies: Analysis): number {
  const legal = replies.legal ?? [];
  if (replies.value === "win") return legal.filter(({ value }) => value !== "win").length;
  if (replies.value === "neither") return legal.filter(({ value }) => value === "loss").length;
  return 0;
}

// The wrong move that is most easily taken for the right one: most of its answers are slips.
export function mostTempting(
  wrong: readonly { move: string; slips: number }[],
): string | undefined {
  const most = Math.max(...wrong.map(({ slips }) => slips));
  return wrong.find(({ slips }) => slips === most)?.move;
}
