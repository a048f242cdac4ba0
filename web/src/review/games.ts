// Which game of a kept record is reviewed.
import type { RecordHead } from "../library/protocol";

export function isFinished({ result }: Pick<RecordHead, "result">): boolean {
  return result === "1-0" || result === "0-1";
}

// The one that is asked for, from 1; or the last finished one; or the last.
export function gameIn(
  heads: readonly Pick<RecordHead, "result">[],
  wanted: string | null,
): number {
  const number = Number(wanted);
  if (Number.isInteger(number) && number >= 1 && number <= heads.length) return number;
  const finished = heads.findLastIndex(isFinished);
  return finished < 0 ? heads.length : finished + 1;
}
