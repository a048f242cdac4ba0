import { expect, test } from "vitest";
import type { GameFacts } from "../../src/library/protocol";
import { changedRules, isVariant, ruleRows, rulesText } from "../../src/rules/reading";

const long = { name: "long", rules: { length: 13, order: "first" }, why: "Longer." };
const facts = {
  id: "toy",
  rules: [
    { key: "length", book: "11", range: "1 to 31", meaning: "cells" },
    {
      key: "order",
      book: "first",
      range: "first or last",
      meaning: "who",
      words: ["first", "last"],
    },
  ],
  variants: [long],
} as unknown as GameFacts;

test("a rule value says whether it is the book's", () => {
  const rows = ruleRows(facts, { length: 13, order: "first" });
  expect(rows.map(({ value, changed }) => [value, changed])).toEqual([
    ["13", true],
    ["first", false],
  ]);
});

test("addresses say only what is not as in the book", () => {
  expect(changedRules(facts, { length: 13, order: "first" })).toEqual({ length: 13 });
  expect(changedRules(facts, { length: "11", order: "last" })).toEqual({ order: "last" });
  expect(rulesText(facts, { length: 13, order: "last" })).toBe("length 13, order last");
});

test("a variant is known by its rules", () => {
  expect(isVariant(facts, long, { length: 13, order: "first" })).toBe(true);
  expect(isVariant(facts, long, { length: 11, order: "first" })).toBe(false);
});
