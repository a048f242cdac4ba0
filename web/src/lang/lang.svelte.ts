// The language of the page. Every language is one file that says all that `en` says.
import { settings } from "../store/settings.svelte";
import { en } from "./en";

export type Words = typeof en;

export interface Language {
  id: string;
  // As its speakers call it.
  name: string;
  words: Words;
  // What the library says, in this language: English patterns with {holes}, and what becomes of them.
  library: Readonly<Record<string, string>>;
}

export const kEnglish: Language = { id: "en", name: "English", words: en, library: {} };

// Loaded when somebody wants them.
const kOthers: Readonly<Record<string, () => Promise<Language>>> = {
  de: async () => (await import("./de")).german,
};

export const kLanguages: readonly { id: string; name: string }[] = [
  { id: "en", name: "English" },
  { id: "de", name: "Deutsch" },
];

let spoken: Language = $state.raw(kEnglish);

export function language(): Language {
  return spoken;
}

export function words(): Words {
  return spoken.words;
}

function preferred(): string {
  const wanted = settings.language || navigator.language.slice(0, 2);
  return wanted in kOthers ? wanted : "en";
}

export async function speak(): Promise<void> {
  const wanted = preferred();
  const load = kOthers[wanted];
  // Where it could not be fetched, English is always there.
  const found = load ? await load().catch(() => kEnglish) : kEnglish;
  if (wanted !== preferred()) return;
  spoken = found;
  document.documentElement.lang = spoken.id;
}
