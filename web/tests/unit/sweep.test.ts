import { expect, test } from "vitest";
import {
  isSeed,
  labAddress,
  rulesText,
  samplingIn,
  sweepIn,
  variantCount,
  variantsOf,
} from "../../src/lab/sweep";
import type { GameFacts } from "../../src/library/protocol";

const facts = {
  id: "toy",
  rules: [
    { key: "size", book: "11", range: "1 to 31", meaning: "cells", least: 1, most: 31 },
    { key: "run", book: "3", range: "1 to 31", meaning: "in a row", least: 1, most: 31 },
    { key: "mode", book: "first", range: "first or end", meaning: "when", words: ["first", "end"] },
  ],
} as unknown as GameFacts;

const read = (query: string) => sweepIn(facts, new URLSearchParams(query));

test("an address gives ranges, single values and words", () => {
  expect(read("size=5..13&run=4&mode=first,end")).toEqual({
    size: { from: 5, to: 13 },
    run: { from: 4, to: 4 },
    mode: { words: ["first", "end"] },
  });
});

test("what makes no sense in an address is as in the book", () => {
  for (const query of [
    "",
    "size=13..5",
    "size=a..b",
    "size=5..",
    "size=1e3",
    "size=99999999999999999999",
    "mode=never",
    "mode=",
    "__proto__=1..5",
  ]) {
    expect(variantsOf(facts, read(query))).toEqual([{ size: 11, run: 3, mode: "first" }]);
  }
});

test("an address that was written is read the same", () => {
  const sweep = read("size=5..7&mode=first,end");
  const sampling = { games: 50, seed: "18446744073709551615" };
  const address = labAddress(facts, sweep, sampling);
  expect(address).toBe("#/lab/toy?size=5..7&mode=first,end&games=50&seed=18446744073709551615");
  const query = new URLSearchParams(address.split("?")[1]);
  expect(sweepIn(facts, query)).toEqual(sweep);
  expect(samplingIn(query)).toEqual(sampling);
  expect(labAddress(facts, read(""), samplingIn(new URLSearchParams()))).toBe("#/lab/toy");
});

test("every combination is a variant, the last rule running fastest", () => {
  const sweep = read("size=5..6&run=2..3");
  expect(variantCount(sweep)).toBe(4);
  expect(variantsOf(facts, sweep).map(rulesText)).toEqual([
    "size=5 run=2 mode=first",
    "size=5 run=3 mode=first",
    "size=6 run=2 mode=first",
    "size=6 run=3 mode=first",
  ]);
});

test("a range of a billion values is counted, not made", () => {
  expect(variantCount(read("size=0..999999999&run=1..1000"))).toBe(1e12);
});

test("seeds have 64 bits and no more", () => {
  expect(["0", "1", "18446744073709551615"].every(isSeed)).toBe(true);
  expect(["", "-1", "1.5", "x", "18446744073709551616", "1".repeat(30)].some(isSeed)).toBe(false);
});

test("the number of games and the seed are the terminal's unless they make sense", () => {
  for (const query of ["", "games=0", "games=1000001", "games=x&seed=-4", "games=2.5&seed="]) {
    expect(samplingIn(new URLSearchParams(query))).toEqual({ games: 2000, seed: "1" });
  }
});
