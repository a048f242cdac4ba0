import { execFileSync } from "node:child_process";
import type { Page } from "playwright-core";
import { en } from "../../src/lang/en";
import { expect, test } from "./harness";
import { begin, button, cellOf, mouse, over, takeTurn } from "./play";
import { go } from "./states";
import { program } from "./tables";

// The native program must say the same.
const told = (...words: string[]): unknown =>
  JSON.parse(execFileSync(program, [...words, "--json"], { encoding: "utf8" }));

// A game with mistakes of both: the first player wins at once, and does not see it.
async function playBadly(page: Page): Promise<void> {
  await begin(page);
  const moves: [string, ...number[]][] = [
    ["5-6", 5, 6],
    ["1", 1, 1],
    ["11", 11, 11],
    ["2", 2, 2],
    ["7", 7, 7],
  ];
  for (const [index, [move, ...cells]] of moves.entries()) {
    await takeTurn(page, { seat: 1, move, cells }, mouse);
    await expect.poll(() => page.locator(".side li .ply").count()).toBe(index + 1);
  }
  await over(page).waitFor();
}

test("a review asks first, judges the answer, and then shows everything", async ({ visit }) => {
  const page = await visit("#/play/color-bridge");
  await playBadly(page);
  await page.getByRole("link", { name: en.table.review, exact: true }).click();
  const lesson = page.locator(".lesson");
  await lesson.getByText(en.review.find).waitFor();
  const asked = /(\d+) of (\d+)/.exec((await lesson.textContent()) ?? "");
  const questions = Number(asked?.[2]);
  expect(questions).toBeGreaterThan(0);
  for (let question = 1; question <= questions; ++question) {
    await lesson.getByText(en.review.question(question, questions)).waitFor();
    // The answer is not told before it is asked for.
    expect(await lesson.getByRole("button", { name: en.review.next }).count()).toBe(0);
    await button(page, en.review.show).click();
    await button(page, question === questions ? en.review.toGame : en.review.next).click();
  }
  await lesson.waitFor({ state: "detached" });
  await page.getByText(en.review.allRight(0, questions)).waitFor();
  await page.getByRole("heading", { name: en.review.chart }).waitFor();
  await page.getByRole("heading", { name: en.review.accuracy }).waitFor();
  expect(await page.locator("table tbody tr").count()).toBeGreaterThanOrEqual(5);
});

test("a question is answered on the board", async ({ visit }) => {
  const page = await visit("#/play/color-bridge");
  await playBadly(page);
  await page.getByRole("link", { name: en.table.review, exact: true }).click();
  // Move 2 was the mistake of whoever did not stop the three in a row, or move 3 that did not make it.
  const lesson = page.locator(".lesson");
  await lesson.getByText(en.review.find).waitFor();
  while (!/Move 3:/.test((await lesson.textContent()) ?? "")) {
    await button(page, en.review.show).click();
    await button(page, en.review.next).click();
    await lesson.getByText(en.review.find).waitFor();
  }
  await cellOf(page, 3).click();
  await cellOf(page, 3).click();
  await lesson.locator("[aria-live]").getByText(/3 /).first().waitFor();
  expect(await button(page, en.review.show).count()).toBe(1);
  await cellOf(page, 4).click();
  await cellOf(page, 4).click();
  await lesson.getByText(en.review.right("4", "wins in 1 move")).waitFor();
});

interface Puzzle {
  solution: string;
  level: number;
  date: string;
}

const kPuzzle = "any?seed=7&level=1";

test("a puzzle is solved by mouse, after a wrong move that is told why", async ({ visit }) => {
  const page = await visit("#/puzzle/capture-the-flag?seed=3");
  await cellOf(page, 3).click();
  await page.locator(".talk", { hasText: /1 loses/ }).waitFor();
  await button(page, en.puzzle.tryAgain).click();
  await cellOf(page, 5).click();
  await page.getByRole("heading", { name: en.puzzle.solvedLate, exact: true }).waitFor();
});

test("a puzzle is solved with the keyboard, and the row grows", async ({ visit }) => {
  const page = await visit("#/puzzle/color-capture?seed=3");
  await page.locator(".cell.pickable").first().waitFor();
  await cellOf(page, 3).focus();
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: en.puzzle.solvedClean }).waitFor();
  await page.reload();
  await page.getByText(en.puzzle.solvedOfCount(1, 1)).waitFor();
});

test("a wrong move in a puzzle is taken back with the keyboard", async ({ visit }) => {
  const page = await visit("#/puzzle/color-capture?seed=3");
  await page.locator(".cell.pickable").first().waitFor();
  await cellOf(page, 11).focus();
  await page.keyboard.press("Enter");
  const focused = () => page.evaluate(() => document.activeElement?.textContent.trim());
  await expect.poll(focused).toBe(en.puzzle.tryAgain);
  await page.keyboard.press("Enter");
  await page.locator(".cell.pickable:focus").waitFor();
});

test("hints help with a puzzle, and the solution can be shown", async ({ visit }) => {
  const page = await visit(`#/puzzle/${kPuzzle}`);
  await button(page, en.puzzle.hint).click();
  await button(page, en.puzzle.moreHint).click();
  await button(page, en.puzzle.showSolution).click();
  await page.getByRole("heading", { name: en.puzzle.shown }).waitFor();
  await button(page, en.puzzle.next).click();
  await page.waitForURL(/seed=/);
});

test("the puzzle of the day is the terminal's", async ({ visit }) => {
  const { date, level, solution } = told("puzzle", "--daily") as Puzzle;
  const page = await visit();
  // Midnight may pass between the two.
  await page.clock.setFixedTime(`${date.replaceAll(".", "-")}T12:00`);
  await go(page, "puzzle/daily");
  await page.getByText(en.puzzle.ofDay(date)).waitFor();
  await page.getByText(en.puzzle.ofLevel(level)).waitFor();
  await button(page, en.puzzle.showSolution).click();
  await expect.poll(() => page.locator(".talk").textContent()).toContain(`${solution} wins in`);
});

interface Analysis {
  legal: { move: string; value: string; plies: number }[];
}

test.for([
  ["color-bridge", "5-6 7"],
  ["color-clash", "R4-9"],
  ["capture-the-flag", "3 3"],
  ["color-capture", "15 1"],
] as const)("the values of %s are the terminal's", async ([game, moves], { visit }) => {
  const page = await visit(`#/position/${game}?moves=${moves}`);
  await page.getByRole("switch", { name: en.truth.show }).click();
  const { legal } = told("analyze", game, "--moves", moves) as Analysis;
  const shown = page.locator(".truth .moves .move");
  await shown.first().waitFor();
  const all = page.getByRole("button", { name: /^\d+ of \d+ moves$/ });
  if ((await all.count()) > 0) await all.click();
  const read = await shown.evaluateAll((buttons) =>
    buttons.map((each) => [
      each.querySelector(".notation")?.textContent ?? "",
      each.querySelector(".unseen")?.textContent ?? "",
    ]),
  );
  const expected = legal.map(({ move, value, plies }) => [
    move,
    en.worth.spoken({ value: value as "win", plies }),
  ]);
  expect(Object.fromEntries(read)).toEqual(Object.fromEntries(expected));
});

test("a move is worth what its cell, its list and its sign say", async ({ visit }) => {
  const page = await visit("#/position/color-bridge?moves=5-6 7");
  await page.getByRole("switch", { name: en.truth.show }).click();
  await page.locator('.cell[data-cell="4"] .worth').waitFor();
  expect(await cellOf(page, 4).getAttribute("aria-label")).toContain("wins in 1 move");
  expect(await page.locator('.cell[data-cell="4"] .worth').textContent()).toMatch(/▲\s*1/);
  expect(await page.locator('.cell[data-cell="11"] .worth').textContent()).toMatch(/▼\s*2/);
});
