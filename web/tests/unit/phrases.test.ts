// How sentences of the library are found among the patterns of a language.
import { describe, expect, test } from "vitest";
import { Phrases, type Patterns } from "../../src/lang/phrases";

const kNames: Patterns = {
  "Player {n}": "Spieler {n}",
  "{who} (Red)": "{who} (Rot)",
};

function phrases(library: Patterns): Phrases {
  return new Phrases({ locale: "de", names: kNames, library });
}

describe("patterns", () => {
  test("the one with the most letters of its own wins, wherever it stands", () => {
    const book = phrases({ "{who} wins!": "1", "{who} wins the toss!": "2", "Ann wins!": "3" });
    expect(book.of("Bob wins!")).toBe("1");
    expect(book.of("Bob wins the toss!")).toBe("2");
    expect(book.of("Ann wins!")).toBe("3");
  });

  test("a sentence fits with its full stop and without", () => {
    const book = phrases({ "It is over.": "Es ist aus.", "It is {n}": "Es ist {n}" });
    expect(book.of("It is over")).toBe("Es ist aus");
    expect(book.of("It is over.")).toBe("Es ist aus.");
    expect(book.of("It is 3.")).toBe("Es ist 3.");
  });

  test("a paragraph is translated by its sentences, or not at all", () => {
    const book = phrases({ "It is {n}.": "Es ist {n}.", "Go!": "Los!" });
    expect(book.of("It is 3. Go! It is 4.")).toBe("Es ist 3. Los! Es ist 4.");
    expect(book.of("It is 3. Stop!")).toBeUndefined();
  });

  test("lines are translated one by one, with their blanks and dashes", () => {
    const book = phrases({ "It is {n}.": "Es ist {n}." });
    expect(book.of("\n  - It is 3.\n\nIt is 4.\n")).toBe("\n  - Es ist 3.\n\nEs ist 4.\n");
    expect(book.asFarAsKnown("It is 3.\nNobody knows.")).toBe("Es ist 3.\nNobody knows.");
  });

  test("a hole that stands twice holds the same both times", () => {
    const book = phrases({ "{who} beats {who2}! {who} wins!": "{who} vor {who2}" });
    expect(book.of("A beats B! C! A beats B! A wins!")).toBe("A vor B! C! A beats B");
    expect(book.of("A beats B! C wins!")).toBeUndefined();
  });
});

describe("holes", () => {
  test("numbers are written as the language writes them", () => {
    const book = phrases({ "worth {n}": "wert {n}" });
    expect(book.of("worth 1500")).toBe("wert 1500");
    expect(book.of("worth +0.25")).toBe("wert +0,25");
    expect(book.of("worth -0.3")).toBe("wert -0,3");
    expect(book.of("worth much")).toBeUndefined();
  });

  test("names that the library gave are translated, those of people are not", () => {
    const book = phrases({ "{who} wins!": "{who} gewinnt!", "It is over": "Es ist aus" });
    expect(book.of("Player 2 wins!")).toBe("Spieler 2 gewinnt!");
    expect(book.of("Ann (Red) wins!")).toBe("Ann (Rot) gewinnt!");
    expect(book.of("It is over wins!")).toBe("It is over gewinnt!");
    expect(book.name("Player 1 (Red)")).toBe("Spieler 1 (Rot)");
    expect(book.name("It is over")).toBe("It is over");
  });

  test("phrases must have a pattern of their own, or no letters", () => {
    const book = phrases({ "a run of {x}": "eine Reihe von {x}", three: "drei" });
    expect(book.of("a run of three")).toBe("eine Reihe von drei");
    expect(book.of("a run of 11")).toBe("eine Reihe von 11");
    expect(book.of("a run of luck")).toBeUndefined();
  });

  test("lists are translated part by part", () => {
    const book = phrases({ "have {list}": "hab {list}", Red: "Rot", and: "und", or: "oder" });
    expect(book.of("have Red, Red and 4")).toBe("hab Rot, Rot und 4");
    expect(book.of("have Red or Pink")).toBeUndefined();
    const keys = phrases({ "set {keys}": "setze {keys}", Red: "Rot", and: "und" });
    expect(keys.of("set Red, run and reach")).toBe("setze Red, run und reach");
  });

  test("moves have no blanks, and raw text may have anything", () => {
    const book = phrases({ "Try {move}": "Nimm {move}", "'{raw}' is bad": "„{raw}“ ist schlecht" });
    expect(book.of("Try R4-9")).toBe("Nimm R4-9");
    expect(book.of("Try to win")).toBeUndefined();
    expect(book.of("'' is bad' is bad")).toBe("„' is bad“ ist schlecht");
  });
});

describe("hostile text", () => {
  const kHostile = ["{who}", "{n} {n}", "$&$1$$", "(.*)+$", "\\d[a-z", "</p>", "a.b.", "\0"];

  test("comes through untouched wherever a name stands", () => {
    const book = phrases({ "{who} beats {who2}.": "{who} schlägt {who2}." });
    for (const name of kHostile) {
      expect(book.of(`${name} beats ${name}.`)).toBe(`${name} schlägt ${name}.`);
      expect(book.name(name)).toBe(name);
      expect(book.name(`${name} (Red)`)).toBe(`${name} (Rot)`);
    }
  });

  test("that fits in very many ways is given up", () => {
    const book = phrases({
      "{raw} a {raw2} a {raw3} a {raw4} a {n}": "{raw}{raw2}{raw3}{raw4}{n}",
      "{what} a {then}": "{what} a {then}",
    });
    const text = "x a ".repeat(500);
    expect(book.asFarAsKnown(text)).toBe(text);
    expect(book.asFarAsKnown("x".repeat(1_000_000))).toHaveLength(1_000_000);
  });
});
