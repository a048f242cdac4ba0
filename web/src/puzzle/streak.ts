// How somebody fares with puzzles, kept from one to the next; counted as in the terminal.

export interface Streak {
  tried: number;
  solved: number;
  // Solved at the first try without help, in a row.
  now: number;
  best: number;
  // The date of the last daily puzzle that was counted.
  daily: string;
}

// What has come of a puzzle.
export interface PuzzleNews {
  tried: 0 | 1;
  solved: 0 | 1;
  row: "kept" | "longer" | "ended";
  // The date if it is the daily puzzle, or nothing.
  daily: string;
}

export const kNoStreak: Streak = { tried: 0, solved: 0, now: 0, best: 0, daily: "" };

export function after(streak: Streak, news: PuzzleNews): Streak {
  // Another tab may have counted it since this one looked.
  if (news.tried !== 0 && news.daily !== "" && news.daily === streak.daily) return streak;
  const now = news.row === "longer" ? streak.now + 1 : news.row === "ended" ? 0 : streak.now;
  return {
    tried: streak.tried + news.tried,
    solved: streak.solved + news.solved,
    now,
    best: Math.max(streak.best, now),
    daily: news.daily === "" ? streak.daily : news.daily,
  };
}

// With the keys of the terminal's file.
export function streakText({ tried, solved, now, best, daily }: Streak): string {
  return JSON.stringify({ tried, solved, streak: now, best, daily });
}

const kMost = 1_000_000_000;

function countIn(json: object, key: string): number | undefined {
  const count = (json as Record<string, unknown>)[key];
  if (typeof count !== "number" || !Number.isInteger(count) || count < 0) return undefined;
  return Math.min(count, kMost);
}

// Nothing if there is none, or if it is damaged: then the count begins anew.
export function readStreak(text: string | null): Streak | undefined {
  let json: unknown;
  try {
    json = JSON.parse(text ?? "");
  } catch {
    return undefined;
  }
  if (typeof json !== "object" || json === null) return undefined;
  const tried = countIn(json, "tried");
  const solved = countIn(json, "solved");
  const now = countIn(json, "streak");
  const best = countIn(json, "best");
  const daily = (json as Record<string, unknown>)["daily"];
  if (tried === undefined || solved === undefined || now === undefined || best === undefined) {
    return undefined;
  }
  return typeof daily === "string" ? { tried, solved, now, best, daily } : undefined;
}
