// German says everything that English does, and everything that the library says.
import { beforeAll, describe, expect, test } from "vitest";
import { german } from "../../src/lang/de";
import { en } from "../../src/lang/en";
import { holesOf } from "../../src/lang/phrases";
import { called, isTranslated, said } from "../../src/lang/said";
import { startModule } from "./module";
import { kNames, Spoken, type Kind } from "./spoken";

const kGames = 6;

let spoken: Spoken;

beforeAll(async () => {
  spoken = new Spoken(await startModule());
  const games = spoken.facts();
  for (const { id: game, rules, variants, hidden } of games) {
    spoken.book({ game });
    for (const { key, words, least = 0, most = 0 } of rules) {
      const numbers = Array.from({ length: most - least + 1 }, (_, index) => least + index);
      for (const value of words ?? numbers) spoken.book({ game, rules: { [key]: value } });
    }
    for (let seed = 1; seed <= kGames; ++seed) {
      const players = ["human", seed % 2 === 0 ? "level:2" : "human"];
      spoken.study(spoken.play({ game }, seed, { players, swap: !hidden }));
    }
    spoken.play({ game }, 7, { players: ["random", "random"], rounds: 1, best_of: 1 });
    for (const { name: variant } of variants) {
      spoken.book({ game, variant });
      spoken.play({ game, variant }, 3, { players: ["random", "random"] });
      spoken.play({ game, variant }, 4);
    }
  }
  spoken.complain(games);
  for (let seed = 1; seed <= 10; ++seed) spoken.puzzle({ seed: String(seed) });
}, 120_000);

function uncovered(kind: Kind): string[] {
  return [...(spoken.said.get(kind) ?? [])].filter((text) => !isTranslated(text, german));
}

describe("the library in German", () => {
  const kinds: Kind[] = [
    "facts",
    "books",
    "cells",
    "scenes",
    "turns",
    "reports",
    "ends",
    "hints",
    "reviews",
    "series",
    "complaints",
  ];
  for (const kind of kinds) {
    test(`every sentence among the ${kind} has a pattern`, () => {
      expect(spoken.said.get(kind)?.size).toBeGreaterThan(5);
      expect(uncovered(kind)).toEqual([]);
    });
  }

  test("no English is left in what was translated", () => {
    const english =
      /\b(the|of|is|are|at|and|or|with|wins|loses|to|has|have|your|you|move|no|not|free|red|blue)\b/i;
    const left: string[] = [];
    for (const [kind, texts] of spoken.said) {
      if (kind === "names") continue;
      for (const text of texts) {
        const own = kNames
          .flat()
          .reduce((rest, name) => rest.replaceAll(name || "\0", ""), said(text, german));
        // What somebody typed, how moves are typed, and what stands in records.
        const bare = own.replaceAll(/„.*“|\(z\. B\. [^)]*\)|\w+(-\w+)+|\w+=\w+|--\w+/g, "");
        if (english.test(bare)) left.push(own);
      }
    }
    expect(left).toEqual([]);
  });

  test("players are called as the page calls them", () => {
    const english = [...(spoken.said.get("names") ?? [])].filter((name) =>
      /Player|Red|Blue|level|random|perfect/.test(called(name, german)),
    );
    expect(english).toEqual([]);
    expect(called("level:2 (Blue)", german)).toBe("Stufe 2 (Blau)");
    expect(called("Player 1 (Red)", german)).toBe("Spieler 1 (Rot)");
  });

  test("people’s own names come through everything untouched", () => {
    const own = kNames.flat().filter((name) => name !== "");
    for (const texts of spoken.said.values()) {
      for (const text of texts) {
        const [before, after] = [text, said(text, german)].map((each) =>
          own.map((name) => each.split(name).length > 1),
        );
        expect(after, text).toEqual(before);
      }
    }
  });
});

describe("the patterns", () => {
  const patterns = Object.entries({ ...german.library, ...german.names });

  test("a translation has the holes of the original and no others", () => {
    for (const [english, translation] of patterns) {
      expect(new Set(holesOf(translation)), english).toEqual(new Set(holesOf(english)));
    }
  });

  test("no two holes touch", () => {
    for (const [english] of patterns) expect(english).not.toMatch(/\}\{/);
  });

  test("what ends in a full stop does so in both languages", () => {
    for (const [english, translation] of patterns) {
      expect(translation.endsWith("."), english).toBe(english.endsWith("."));
    }
  });
});

// Those that are the same in both languages.
const kSame = new Set("m h v u r n Duello Esc JSON CSV Pause Online".split(" ").concat("Phase 2"));

// Every text of a language with its place; what takes values is given some.
function textsOf(value: unknown, place = ""): [string, string][] {
  if (typeof value === "string") return [[place, value]];
  if (typeof value === "function") {
    const text = (value as (...values: unknown[]) => unknown)(...sample(value.length, place));
    return [[place, String(text)]];
  }
  return Object.entries(value as object).flatMap(([key, each]) => textsOf(each, `${place}.${key}`));
}

function sample(count: number, place: string): unknown[] {
  if (place.startsWith(".worth.")) {
    const worth = { value: "win", plies: 3 };
    return count === 1 ? [worth] : ["A", worth];
  }
  return Array.from({ length: count }, () => 2);
}

test("no text of the page is left in English", () => {
  const english = new Map(textsOf(en));
  const same = textsOf(german.words).filter(([place, text]) => english.get(place) === text);
  expect(
    same.map(([, text]) => text).filter((text) => /\p{L}/u.test(text) && !kSame.has(text)),
  ).toEqual([]);
});
