import type { Page } from "playwright-core";
import { en } from "../../src/lang/en";
import { expect, keeping, kept, test } from "./harness";
import { begin, button, cellOf, click, enter, expectEnd, listed, mouse, over } from "./play";
import { playScript, raiseCurtain, recordId, scriptOf, scripts, seeReveal, takeTurn } from "./play";

const kShort = scriptOf("color-bridge");

const cells = (page: Page) =>
  page.locator(".cell").evaluateAll((all) => all.map((cell) => cell.ariaLabel));

test.for(scripts)(
  "$title goes on after a reload as if nothing had been",
  async (script, { visit }) => {
    const page = await visit(`#/play/${script.id}`);
    await begin(page, { names: ["", ""] });
    for (const [index, turn] of script.turns.entries()) {
      if (script.hidden) await raiseCurtain(page, script.names[turn.seat - 1] ?? "", click);
      await takeTurn(page, turn, mouse);
      if (script.hidden) await page.locator(".curtain, .reveal").waitFor();
      else await expect.poll(() => listed(page).count()).toBe(index + 1);
      if (index !== 1) continue;
      const [before, moves] = [await cells(page), await listed(page).allTextContents()];
      await page.reload();
      await page.locator(".table").waitFor();
      await expect.poll(() => listed(page).allTextContents()).toEqual(moves);
      await expect.poll(() => cells(page)).toEqual(before);
    }
    if (script.hidden) await seeReveal(page, click);
    await expectEnd(page, script);
  },
);

test("a game against a program and its series survive a reload", async ({ visit }) => {
  // Nobody can win it with two moves.
  const page = await visit("#/play/color-bridge?length=13&run=5");
  await begin(page, { opponent: "level:1", bestOf: 3 });
  const mine = page.locator(".cell.pickable").first();
  await mine.waitFor();
  await button(page, en.table.resign).click();
  await button(page, en.table.resignYes).click();
  await button(page, en.table.nextGame).click();
  await over(page).waitFor({ state: "detached" });
  await mine.waitFor();
  const before = await listed(page).count();
  // The program may have taken any cell. Where the next one is free, the second click says that one cell is all.
  const free = await page
    .locator(".cell.pickable")
    .evaluateAll((cells) => cells.map((each) => Number(each.getAttribute("data-cell"))));
  const cell = free.find((each) => free.includes(each + 1)) ?? 0;
  await takeTurn(page, { seat: 1, move: String(cell), cells: [cell, cell] }, mouse);
  await expect.poll(() => listed(page).count()).toBeGreaterThanOrEqual(before + 2);
  await mine.waitFor();
  const moves = await listed(page).allTextContents();
  await page.reload();
  await mine.waitFor();
  expect(await page.locator(".heading").textContent()).toContain("Game 2 of at most 3");
  await expect.poll(() => listed(page).allTextContents()).toEqual(moves);
});

test("a program that was to move goes on after a reload", async ({ visit }) => {
  const page = await visit("#/play/color-bridge");
  await begin(page, { opponent: "random", first: "other" });
  await page.reload();
  await page.locator(".cell.pickable").first().waitFor();
  await expect.poll(() => listed(page).count()).toBe(1);
});

test("a game that is over can be looked at again where it was played", async ({ visit }) => {
  const page = await visit(`#/play/${kShort.id}`);
  await begin(page);
  await playScript(page, kShort, mouse);
  await page.reload();
  await page.waitForURL(/#\/replay\//);
  await cellOf(page, 1).waitFor();
});

test("tabs that play different games do not disturb each other", async ({ visit }) => {
  const first = await visit(`#/play/${kShort.id}`);
  const second = await first.context().newPage();
  await second.goto(first.url());
  await Promise.all([begin(first), begin(second)]);
  await Promise.all([playScript(first, kShort, mouse), playScript(second, kShort, mouse)]);
  await first.goto(`${first.url().split("#")[0] ?? ""}#/games`);
  await expect.poll(() => first.locator(".game").count()).toBe(2);
});

test("after the first visit a game, hints and its review need no network", async ({
  visit,
  site,
}) => {
  const page = await visit("", keeping);
  await kept(page);
  await site.close();
  await page.reload();
  await enter(page, kShort.id);
  await button(page, en.table.hint).click();
  await page.locator(".hints li").waitFor();
  await playScript(page, kShort, mouse);
  await page.getByRole("link", { name: en.table.review, exact: true }).click();
  await page.getByRole("heading", { name: en.review.chart }).waitFor();
  await page.evaluate(() => (location.hash = "#/puzzle/any?seed=3"));
  await cellOf(page, 1).waitFor();
  expect(recordId(page)).toBe("");
});
