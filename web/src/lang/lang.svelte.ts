// The language of the page. Every language is one file that says all that `en` says.
import { settings } from "../store/settings.svelte";
import { en } from "./en";
import type { Patterns } from "./phrases";

export type Words = typeof en;

export interface Language {
  id: string;
  // As its speakers call it.
  name: string;
  words: Words;
  // How the library calls players and what it says, in this language: English patterns with {holes}, and what becomes
  // of them.
  names: Patterns;
  library: Patterns;
}

export const kEnglish: Language = {
  id: "en",
  name: "English",
  words: en,
  names: { "{who} ({raw})": "{who} ({raw})" },
  library: {},
};

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

// What somebody chose, or the first that their browser asks for and that is here.
function preferred(): string {
  const wanted = settings.language
    ? [settings.language]
    : navigator.languages.map((each) => each.split("-", 1)[0] ?? "");
  return wanted.find((id) => kLanguages.some((each) => each.id === id)) ?? kEnglish.id;
}

async function loaded(id: string): Promise<Language> {
  try {
    return (await kOthers[id]?.()) ?? kEnglish;
  } catch {
    // It could not be fetched; English is always there.
    return kEnglish;
  }
}

export async function speak(): Promise<void> {
  const wanted = preferred();
  const language = await loaded(wanted);
  // Another one may have been chosen meanwhile.
  if (wanted !== preferred()) return;
  spoken = language;
  document.documentElement.lang = spoken.id;
}
