// What the library says, in the language of the page. The library speaks English; a language has patterns for its
// sentences (see phrases.ts). What has no pattern stays as it is.
import { kEnglish, language, type Language } from "./lang.svelte";
import { Phrases, type Patterns } from "./phrases";

const books = new WeakMap<Language, Phrases>();

function phrasesOf(of: Language): Phrases {
  const known = books.get(of);
  if (known) return known;
  const { locale, players } = of.words;
  const programs: Patterns = {
    human: players.human,
    random: players.random,
    perfect: players.perfect,
    "level:{n}": players.level("{n}"),
    // Where both sides are the same.
    "random {n}": `${players.random} {n}`,
    "perfect {n}": `${players.perfect} {n}`,
    "level:{n} {n2}": `${players.level("{n}")}, {n2}`,
  };
  const names = { ...programs, ...of.names };
  const phrases = new Phrases({ locale, names, library: of.library });
  books.set(of, phrases);
  return phrases;
}

// One sentence, label or paragraph.
export function said(text: string, by: Language = language()): string {
  return by === kEnglish ? text : phrasesOf(by).asFarAsKnown(text);
}

// How the library calls a player. A name that somebody gave themselves stays.
export function called(name: string, by: Language = language()): string {
  return phrasesOf(by).name(name);
}

export function isTranslated(text: string, by: Language): boolean {
  return by === kEnglish || phrasesOf(by).of(text) !== undefined;
}
