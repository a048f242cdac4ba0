import { expect, test } from "vitest";
import { freshSeed, puzzleAddress, puzzleIn, puzzleQuestion } from "../../src/puzzle/address";
import { readRoute } from "../../src/route";

const read = (hash: string) => puzzleIn(readRoute(hash));

test("an address without a number is a choice to be made", () => {
  expect(read("#/puzzle").kind).toBe("choice");
  expect(read("#/puzzle/toy?length=13")).toMatchObject({
    kind: "choice",
    game: "toy",
    rules: { length: 13 },
  });
});

test("the puzzle of the day is asked for by its date alone", () => {
  const daily = read("#/puzzle/daily?seed=7&level=2");
  expect(daily.kind).toBe("daily");
  expect(puzzleQuestion(daily, "2026.11.16")).toEqual({ ask: "puzzle", date: "2026.11.16" });
});

test("an address and what it is read as are the same", () => {
  const choice = { game: "toy", rules: { length: 13, order: "first" }, level: "3" };
  expect(read(puzzleAddress(choice, "77"))).toEqual({ ...choice, kind: "seed", seed: "77" });
});

test("a puzzle of any game names none", () => {
  const any = read(puzzleAddress({ game: "", rules: {}, level: "" }, "18446744073709551615"));
  expect(puzzleQuestion(any, "")).toEqual({ ask: "puzzle", seed: "18446744073709551615" });
});

test("rules and level are passed on as they are, for the library to judge", () => {
  expect(puzzleQuestion(read("#/puzzle/toy?seed=x&level=9&length=99999"), "")).toEqual({
    ask: "puzzle",
    game: "toy",
    seed: "x",
    level: 9,
    rules: { length: 99999 },
  });
  expect(puzzleQuestion(read("#/puzzle/toy?seed=1&level=hard"), "")["level"]).toBe("hard");
});

test("fresh numbers are those of the terminal", () => {
  expect(freshSeed(() => 0)).toBe("0");
  expect(freshSeed(() => 0.999_999_9)).toBe("999999");
});
