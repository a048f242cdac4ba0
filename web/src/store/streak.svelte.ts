// The streak of the puzzles, kept in the browser where it can be, and shared by all tabs.
import { after, kNoStreak, readStreak, streakText } from "../puzzle/streak";
import type { PuzzleNews, Streak } from "../puzzle/streak";

const kKey = "duello.puzzles";

// Nothing if the browser forbids to look.
function kept(): string | null | undefined {
  try {
    return localStorage.getItem(kKey);
  } catch {
    return undefined;
  }
}

let known: Streak = $state.raw(readStreak(kept() ?? null) ?? kNoStreak);

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
    const text = kept();
    // What cannot be kept holds as long as the page is open.
    const before = text === undefined ? known : (readStreak(text) ?? kNoStreak);
    known = after(before, news);
    try {
      localStorage.setItem(kKey, streakText(known));
    } catch {
      // Forbidden or full.
    }
  });
  return known;
}

// Follows what other tabs count, until the returned function is called.
export function followStreak(): () => void {
  const follow = ({ key, newValue }: StorageEvent) => {
    if (key === kKey || key === null) known = readStreak(newValue) ?? kNoStreak;
  };
  window.addEventListener("storage", follow);
  return () => window.removeEventListener("storage", follow);
}
