import type { Page } from "playwright-core";
import { en } from "../../src/lang/en";
import { expect, test } from "./harness";
import { begin, cellOf, listed, mouse, takeTurn } from "./play";

// Of what is on the page, all has come to rest.
const still = { reducedMotion: "reduce" } as const;

test("with forced colors cells, pieces and what is picked are told apart", async ({ visit }) => {
  const page = await visit("#/play/color-bridge", { ...still, forcedColors: "active" });
  await begin(page);
  await takeTurn(page, { seat: 1, move: "5-6", cells: [5, 6] }, mouse);
  await takeTurn(page, { seat: 2, move: "7", cells: [7, 7] }, mouse);
  await expect.poll(() => listed(page).count()).toBe(2);
  await cellOf(page, 3).click();
  await page.mouse.move(0, 0);
  const frame = (cell: number) =>
    cellOf(page, cell).evaluate((element) => {
      const { borderTopColor, borderTopWidth, borderTopStyle, outlineStyle, outlineColor } =
        getComputedStyle(element);
      return [borderTopColor, borderTopWidth, borderTopStyle, outlineStyle, outlineColor].join();
    });
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  const [picked, pickable, taken] = [await frame(3), await frame(2), await frame(5)];
  expect(new Set([picked, pickable, taken]).size).toBe(3);
  // Whose a piece is, its letter or its shape says.
  const drawn = (cell: number) => cellOf(page, cell).locator("svg").first().innerHTML();
  expect((await drawn(5)).replaceAll(/tint-\w+|svelte-\w+/g, "")).not.toBe(
    (await drawn(7)).replaceAll(/tint-\w+|svelte-\w+/g, ""),
  );
});

const running = (page: Page) =>
  page.evaluate(() =>
    document
      .getAnimations()
      .filter(({ playState, effect }) => {
        const duration = Number(effect?.getComputedTiming().duration ?? 0);
        return playState === "running" && duration > 1;
      })
      .map((animation) =>
        animation instanceof CSSAnimation ? animation.animationName : "a transition",
      ),
  );

test("nothing moves for those who want less motion", async ({ visit }) => {
  const page = await visit("#/play/capture-the-flag", still);
  await begin(page);
  expect(await running(page)).toEqual([]);
  for (const [index, cell] of [3, 7, 5].entries()) {
    await cellOf(page, cell).click();
    await expect.poll(() => listed(page).count()).toBe(index + 1);
    expect(await running(page)).toEqual([]);
  }
  await page.getByRole("button", { name: en.table.hint }).click();
  await page.locator(".hints li").waitFor();
  expect(await running(page)).toEqual([]);
});

test("worth is told by signs and words, not by colors alone", async ({ visit }) => {
  const page = await visit("#/position/color-bridge?moves=5-6 7", still);
  await page.getByRole("switch", { name: en.truth.show }).click();
  await page.locator(".cell .worth").first().waitFor();
  const signs = await page
    .locator(".cell[data-worth]")
    .evaluateAll((cells) =>
      cells.map((cell) => [
        (cell as HTMLElement).dataset["worth"],
        cell.querySelector(".worth")?.textContent.trim()[0],
      ]),
    );
  for (const [worth, sign] of signs) expect(sign).toBe({ win: "▲", loss: "▼" }[worth ?? ""] ?? "=");
});
