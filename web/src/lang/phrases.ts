// Turns sentences of one language into another by patterns with {holes}. What a hole may hold follows from its name:
//   {n…}     a number, written as the language writes it
//   {who…}   a player's name: only what the library calls a player is translated, never a person's own name
//   {move…}  a word without blanks, left as it is: a move, a key
//   {raw…}   anything, left as it is: what somebody typed
//   {list…}  phrases between commas, "and" and "or"
//   {keys…}  words without blanks between them, left as they are
//   others   a phrase: it has a pattern of its own, or no letters
// A hole that stands twice in a pattern holds the same both times. The pattern with the most letters of its own wins.

import { decimal } from "./numbers";

export type Patterns = Readonly<Record<string, string>>;

export interface PhraseBook {
  // What numbers are written like, as BCP 47 calls it.
  locale: string;
  // How the library calls players.
  names: Patterns;
  library: Patterns;
}

type Kind = "n" | "who" | "move" | "raw" | "list" | "keys" | "phrase";

interface Pattern {
  // What stands before, between and behind the holes.
  between: string[];
  holes: { name: string; kind: Kind }[];
  // The same of the translation; its holes by number.
  becomes: { before: string[]; holes: number[] };
}

const kHole = /\{(\w+)\}/;
const kNumber = /^[+-]?\d+(\.\d+)?$/;
const kLongestName = 80;
const kLongestText = 4000;
// No text needs more tries than a few hundred; one that was made to need more stays as it is.
const kMostTries = 3000;
const kDeepest = 8;
const kMostKept = 3000;

export function holesOf(pattern: string): string[] {
  return pattern.split(kHole).filter((_, index) => index % 2 === 1);
}

function kindOf(hole: string): Kind {
  const kind = /^(n|who|move|raw|list|keys)\d*$/.exec(hole)?.[1];
  return (kind as Kind | undefined) ?? "phrase";
}

function compiled(english: string, translation: string): Pattern {
  const parts = english.split(kHole);
  const names = parts.filter((_, index) => index % 2 === 1);
  const target = translation.split(kHole);
  return {
    between: parts.filter((_, index) => index % 2 === 0),
    holes: names.map((name) => ({ name, kind: kindOf(name) })),
    becomes: {
      before: target.filter((_, index) => index % 2 === 0),
      holes: target.filter((_, index) => index % 2 === 1).map((name) => names.indexOf(name)),
    },
  };
}

function weight(pattern: Pattern): number {
  return pattern.between.reduce((sum, text) => sum + text.length, 0);
}

// A full stop at the end is no part of a sentence: the library has the same one with and without.
function withoutStop(text: string): string {
  return text.endsWith(".") && !text.endsWith("..") ? text.slice(0, -1) : text;
}

// Whether a text that begins, or ends, with this character can fit what stands there: a literal, or else a hole.
function canHold(literal: string, of: "begin" | "end", kind: Kind, character: string): boolean {
  if (literal !== "") return literal.at(of === "begin" ? 0 : -1) === character;
  return kind !== "n" || (of === "begin" ? /[-+\d]/ : /\d/).test(character);
}

class Shelf {
  readonly #whole = new Map<string, string>();
  readonly #patterns: Pattern[] = [];
  // Those that can fit a text, by its first and its last character.
  readonly #byEnds = new Map<string, Pattern[]>();

  constructor(patterns: Patterns) {
    for (const [english, translation] of Object.entries(patterns)) {
      const [from, to] = [withoutStop(english), withoutStop(translation)];
      if (kHole.test(english)) this.#patterns.push(compiled(from, to));
      else this.#whole.set(from, to);
    }
    this.#patterns.sort((one, two) => weight(two) - weight(one));
  }

  whole(text: string): string | undefined {
    return this.#whole.get(text);
  }

  *fitting(text: string): Iterable<Pattern> {
    for (const pattern of this.#withEndsOf(text)) {
      if (!text.startsWith(pattern.between[0] ?? "")) continue;
      if (text.endsWith(pattern.between.at(-1) ?? "")) yield pattern;
    }
  }

  #withEndsOf(text: string): Pattern[] {
    const [first, last] = [text.charAt(0), text.charAt(text.length - 1)];
    const known = this.#byEnds.get(first + last);
    if (known) return known;
    const fitting = this.#patterns.filter(
      ({ between, holes }) =>
        canHold(between[0] ?? "", "begin", holes[0]?.kind ?? "raw", first) &&
        canHold(between.at(-1) ?? "", "end", holes.at(-1)?.kind ?? "raw", last),
    );
    if (this.#byEnds.size >= kMostKept) this.#byEnds.clear();
    this.#byEnds.set(first + last, fitting);
    return fitting;
  }
}

// One try to translate a text: how often it has looked for a fit, and how deep in holes it is.
interface Effort {
  tries: number;
  depth: number;
}

export class Phrases {
  readonly #library: Shelf;
  readonly #names: Shelf;
  readonly #locale: string;
  readonly #kept = new Map<string, string | undefined>();

  constructor(book: PhraseBook) {
    this.#library = new Shelf(book.library);
    this.#names = new Shelf(book.names);
    this.#locale = book.locale;
  }

  // Nothing if there is no pattern for it, or for one of its lines.
  of(text: string): string | undefined {
    return this.#remembered(text, () => this.#text(text));
  }

  // What can be translated of it, line by line.
  asFarAsKnown(text: string): string {
    const whole = this.of(text);
    if (whole !== undefined) return whole;
    return text
      .split("\n")
      .map((line) => this.of(line) ?? line)
      .join("\n");
  }

  name(name: string): string {
    return this.#remembered(`\0${name}`, () => this.#name(name, { tries: 0, depth: 0 })) ?? name;
  }

  #remembered(key: string, make: () => string | undefined): string | undefined {
    if (this.#kept.has(key)) return this.#kept.get(key);
    const made = make();
    if (this.#kept.size >= kMostKept) this.#kept.clear();
    this.#kept.set(key, made);
    return made;
  }

  #text(text: string): string | undefined {
    if (text.length > kLongestText) return undefined;
    const lines = text.split("\n").map((line) => this.#line(line));
    return lines.every((line) => line !== undefined) ? lines.join("\n") : undefined;
  }

  // With the blanks and the dash that it begins with.
  #line(line: string): string | undefined {
    const begin = /^\s*(- )?/.exec(line)?.[0] ?? "";
    const end = /\s*$/.exec(line.slice(begin.length))?.[0] ?? "";
    const text = line.slice(begin.length, line.length - end.length);
    if (text === "") return line;
    const translation = this.#sentences(text, { tries: 0, depth: 0 });
    return translation === undefined ? undefined : begin + translation + end;
  }

  #sentences(text: string, effort: Effort): string | undefined {
    const whole = this.#phrase(text, effort);
    if (whole !== undefined) return whole;
    const parts = text.split(/(?<=[.!?]) (?=[\p{Lu}\d])/u);
    if (parts.length === 1) return undefined;
    const translations = parts.map((part) => this.#phrase(part, effort));
    return translations.every((part) => part !== undefined) ? translations.join(" ") : undefined;
  }

  #phrase(text: string, effort: Effort): string | undefined {
    const short = withoutStop(text);
    const translation = this.#found(this.#library, short, effort);
    if (translation === undefined) return /\p{L}/u.test(text) ? undefined : text;
    return short === text ? translation : `${translation}.`;
  }

  #name(name: string, effort: Effort): string {
    return this.#found(this.#names, name, effort) ?? name;
  }

  #found(shelf: Shelf, text: string, effort: Effort): string | undefined {
    const whole = shelf.whole(text);
    if (whole !== undefined || effort.depth > kDeepest) return whole;
    ++effort.depth;
    try {
      for (const pattern of shelf.fitting(text)) {
        const filled = this.#filled(pattern, text, effort);
        if (filled) return made(pattern, filled);
      }
    } finally {
      --effort.depth;
    }
    return undefined;
  }

  // What the holes become, if the text fits.
  #filled(pattern: Pattern, text: string, effort: Effort): string[] | undefined {
    const { between, holes } = pattern;
    const held: string[] = [];
    const filled: string[] = [];
    const fits = (hole: number, at: number): boolean => {
      const facts = holes[hole];
      if (!facts) return at === text.length;
      const next = between[hole + 1] ?? "";
      const isLast = hole + 1 === holes.length;
      let end = isLast ? text.length - next.length : text.indexOf(next, at + 1);
      for (; end > at; end = isLast ? -1 : text.indexOf(next, end + 1)) {
        if (++effort.tries > kMostTries) return false;
        const value = text.slice(at, end);
        const same = holes.findIndex(({ name }) => name === facts.name);
        if (same < hole && held[same] !== value) continue;
        const translation = this.#hole(facts.kind, value, effort);
        if (translation === undefined) continue;
        held[hole] = value;
        filled[hole] = translation;
        if (fits(hole + 1, end + next.length)) return true;
      }
      return false;
    };
    return fits(0, between[0]?.length ?? 0) ? filled : undefined;
  }

  #hole(kind: Kind, value: string, effort: Effort): string | undefined {
    switch (kind) {
      case "n":
        return kNumber.test(value) ? this.#number(value) : undefined;
      case "who":
        return value.length <= kLongestName ? this.#name(value, effort) : undefined;
      case "move":
        return word(value);
      case "raw":
        return value;
      case "list":
        return this.#list(value, (part) => this.#phrase(part, effort));
      case "keys":
        return this.#list(value, word);
      case "phrase":
        return this.#sentences(value, effort);
    }
  }

  #number(text: string): string {
    const digits = text.split(".")[1]?.length ?? 0;
    if (digits === 0) return text;
    const sign = /^[+-]/.exec(text)?.[0] ?? "";
    return sign + decimal(this.#locale, Math.abs(Number(text)), digits);
  }

  #list(text: string, part: (text: string) => string | undefined): string | undefined {
    const pieces = text.split(/(, | and | or )/).map((piece, index) => {
      if (index % 2 === 0) return part(piece);
      const between = this.#library.whole(piece.trim());
      return between === undefined ? piece : ` ${between} `;
    });
    return pieces.every((piece) => piece !== undefined) ? pieces.join("") : undefined;
  }
}

function word(text: string): string | undefined {
  return /\s/.test(text) ? undefined : text;
}

function made({ becomes }: Pattern, filled: readonly string[]): string {
  return becomes.before
    .map((text, index) => {
      const hole = becomes.holes[index - 1];
      return (hole === undefined ? "" : (filled[hole] ?? "")) + text;
    })
    .join("");
}
