// What somebody prefers, kept in the browser where it can be.
import { followText, keepText, keptText } from "./texts";

const kKey = "duello.settings";

export interface Settings {
  theme: "auto" | "light" | "dark";
  // Empty: the browser's.
  language: string;
  // What a person at this screen is called.
  name: string;
  // Which opponent was chosen last.
  opponent: string;
  // What moves are worth is shown on the board.
  worths: boolean;
}

const kDefaults: Settings = {
  theme: "auto",
  language: "",
  name: "",
  opponent: "level:2",
  worths: false,
};

function isOfKind<K extends keyof Settings>(key: K, value: unknown): value is Settings[K] {
  if (key === "theme") return value === "auto" || value === "light" || value === "dark";
  return typeof value === typeof kDefaults[key] && String(value).length <= 60;
}

// Whatever is there, only what makes sense is taken.
export function readSettings(text: string | null): Settings {
  const settings: Record<string, unknown> = { ...kDefaults };
  try {
    const kept = JSON.parse(text ?? "{}") as Record<string, unknown> | null;
    for (const key of Object.keys(kDefaults) as (keyof Settings)[]) {
      if (kept && isOfKind(key, kept[key])) settings[key] = kept[key];
    }
  } catch {
    // Somebody else's, or damaged: as if nothing was there.
  }
  return settings as unknown as Settings;
}

export const settings: Settings = $state(readSettings(keptText(kKey) ?? null));

export function change(changes: Partial<Settings>): void {
  Object.assign(settings, changes);
  keepText(kKey, JSON.stringify(settings));
}

// The other tabs of the same page follow.
export function followOtherTabs(): void {
  followText(kKey, (text) => Object.assign(settings, readSettings(text)));
}
