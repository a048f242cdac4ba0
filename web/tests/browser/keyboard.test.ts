import type { Page } from "playwright-core";
import { en } from "../../src/lang/en";
import { expect, test } from "./harness";
import { announced, button, cellOf, listed, over, scripts, type Hand, type Press } from "./play";
import { expectEnd, raiseCurtain, seeReveal, takeTurn } from "./play";

const kFarthest = 80; // stops of the Tab key on a screen

// Nothing but keys from here on: Tab until it is there.
const tabTo: Press = async (what) => {
  const page = what.page();
  const target = await what.elementHandle();
  for (let stop = 0; stop < kFarthest; ++stop) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press("Tab");
  }
  throw new Error(`the Tab key does not reach ${String(what)}`);
};

const focusedCell = (page: Page) =>
  page.evaluate(() => (document.activeElement as HTMLElement | null)?.dataset["cell"]);

// The board is one stop of the Tab key; in it the arrows move.
async function goToCell(page: Page, cell: number): Promise<void> {
  if ((await focusedCell(page)) === undefined)
    await tabTo(page.locator('.cell[tabindex="0"]').first());
  for (let tries = 0; tries < kFarthest; ++tries) {
    const at = Number(await focusedCell(page));
    if (at === cell) return;
    // As many as it takes where cells are in a row; elsewhere it is looked again.
    for (let step = Math.abs(cell - at); step > 0; --step)
      await page.keyboard.press(at < cell ? "ArrowRight" : "ArrowLeft");
  }
  throw new Error(`the arrow keys do not reach cell ${cell}`);
}

const keys: Hand = {
  press: async (what) => {
    const page = what.page();
    const cell = await what.getAttribute("data-cell");
    if (cell === null) await tabTo(what);
    else await goToCell(page, Number(cell));
    await page.keyboard.press("Enter");
  },
  add: async (page, cell) => {
    await goToCell(page, cell);
    await page.keyboard.press("ArrowUp");
  },
};

// Sets up a game of two people: Tab to what is asked, the arrows to the answer.
async function beginByKeys(page: Page, game: string): Promise<void> {
  await keys.press(page.locator(`a[href^="#/play/${game}"]`).first());
  const person = page.getByRole("radio", { name: en.setup.person });
  await person.waitFor();
  await tabTo(page.locator("input[name=opponent]:checked"));
  while (!(await person.isChecked())) await page.keyboard.press("ArrowLeft");
  await keys.press(button(page, en.setup.start));
  await page.locator(".table").waitFor();
}

test.for(scripts)(
  "$title is played with the keyboard alone, and told",
  async (script, { visit }) => {
    const page = await visit();
    await page.locator("h1").waitFor();
    await beginByKeys(page, script.id);
    for (const [index, turn] of script.turns.entries()) {
      const [name, other] = [script.names[turn.seat - 1] ?? "", script.names[2 - turn.seat] ?? ""];
      const isLast = index === script.turns.length - 1;
      if (script.hidden) {
        // The curtain has the focus, so that Enter is all it takes.
        await expect
          .poll(() => page.evaluate(() => document.activeElement?.textContent.trim()))
          .toBe(en.curtain.raise(name));
        await raiseCurtain(page, name, keys.press);
      }
      await takeTurn(page, turn, keys);
      if (script.hidden) {
        const told = turn.units ? en.table.playsHidden(name) : en.table.plays(name, turn.move);
        if (!isLast) await expect.poll(() => announced(page).textContent()).toContain(told);
      } else {
        await expect
          .poll(() => announced(page).textContent())
          .toContain(en.table.plays(name, turn.move));
        if (!isLast)
          await expect
            .poll(() => announced(page).textContent())
            .toContain(`${en.table.turnOf(other)}.`);
      }
    }
    if (script.hidden) {
      await expect.poll(() => page.locator(".reveal li").count()).toBe(5);
      expect(await page.locator(".reveal li").first().getAttribute("aria-label")).toBe(
        en.curtain.onCell("1", 2, 0),
      );
      await seeReveal(page, keys.press);
    }
    await expectEnd(page, script);
    await expect.poll(() => announced(page).textContent()).toContain(script.closing);
    expect(await page.locator(".end").getAttribute("aria-live")).toBe("polite");
  },
);

test("every cell says what it is, what lies on it and what the last move changed", async ({
  visit,
}) => {
  const page = await visit("#/position/color-bridge?moves=5-6 7");
  await cellOf(page, 7).waitFor();
  const label = (cell: number) => cellOf(page, cell).getAttribute("aria-label");
  expect(await label(1)).toBe("1, free");
  expect(await label(5)).toBe("5, Red");
  expect(await label(7)).toBe(`7, Blue; ${en.board.justChanged}`);
  expect(await cellOf(page, 1).getAttribute("aria-disabled")).toBe("false");
  expect(await cellOf(page, 5).getAttribute("aria-disabled")).toBe("true");
});

test("the cell that decided the game says so", async ({ visit }) => {
  const page = await visit("#/position/color-bridge?moves=5-6 7 4");
  await cellOf(page, 4).waitFor();
  expect(await cellOf(page, 5).getAttribute("aria-label")).toContain(en.board.decisive);
  expect(await cellOf(page, 7).getAttribute("aria-label")).not.toContain(en.board.decisive);
});

test("one key each takes back, hints, shows values, types, and begins anew", async ({ visit }) => {
  const page = await visit();
  await page.locator("h1").waitFor();
  await beginByKeys(page, "color-bridge");
  await goToCell(page, 4);
  await page.keyboard.press("Enter");
  await page.keyboard.press("Enter");
  await expect.poll(() => listed(page).count()).toBe(1);
  await page.keyboard.press("u");
  await expect.poll(() => announced(page).textContent()).toContain(en.table.tookBack(1));
  await page.keyboard.press("h");
  await page.locator(".hints li").first().waitFor();
  await page.keyboard.press("v");
  await page.locator(".cell .worth").first().waitFor();
  expect(await cellOf(page, 1).getAttribute("aria-label")).toMatch(/(wins|loses) in \d+ moves?/);
  await page.keyboard.press("m");
  // The field keeps the focus, so that a game can be typed without looking for it again.
  for (const [index, line] of ["5-6", "1", "7"].entries()) {
    await page.keyboard.type(line);
    await page.keyboard.press("Enter");
    await expect.poll(() => listed(page).count()).toBe(index + 1);
  }
  await over(page).waitFor();
  await page.locator("main").press("n");
  await expect.poll(() => listed(page).count()).toBe(0);
  await page.keyboard.press("?");
  await page.getByRole("dialog").waitFor();
});
