// The streak of the puzzles, kept in the browser where it can be, and shared by all tabs.
import { after, kNoStreak, readStreak, streakText } from "../puzzle/streak";
import type { PuzzleNews, Streak } from "../puzzle/streak";
import { followText, keepText, keptText } from "./texts";

const kKey = "duello.puzzles";

let known: Streak = $state.raw(readStreak(keptText(kKey) ?? null) ?? kNoStreak);

export function streak(): Streak {
  return known;
}

// Tabs wait for each other, so that none overwrites what another has counted; where they cannot, they do not.
async function alone(work: () => void): Promise<void> {
  const locks = navigator.locks as LockManager | null | undefined;
  let done = false;
  const once = () => {
    if (!done) work();
    done = true;
  };
  await locks?.request(kKey, once).catch(() => undefined);
  once();
}

export async function count(news: PuzzleNews): Promise<Streak> {
  await alone(() => {
    const text = keptText(kKey);
    // What cannot be kept holds as long as the page is open.
    const before = text === undefined ? known : (readStreak(text) ?? kNoStreak);
    known = after(before, news);
    keepText(kKey, streakText(known));
  });
  return known;
}

// Follows what other tabs count, until the returned function is called.
export function followStreak(): () => void {
  return followText(kKey, (text) => (known = readStreak(text) ?? kNoStreak));
}
