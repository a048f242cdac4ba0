import type { Page } from "playwright-core";
import { en } from "../../src/lang/en";
import { expect, test } from "./harness";
import {
  begin,
  button,
  cellOf,
  enter,
  listed,
  mouse,
  over,
  playScript,
  scripts,
  takeTurn,
} from "./play";

const kDragged = "capture-the-flag";

test.for(scripts)("two people play $title by mouse", async (script, { visit }) => {
  const page = await visit();
  await enter(page, script.id);
  expect(await page.locator("h1").textContent()).toContain(script.title);
  await playScript(page, script, mouse);
  expect(await page.locator(".player.won .name").textContent()).toBe(
    script.names[script.winner - 1],
  );
});

// Any move that can be made; of several, any.
async function moveSomehow(page: Page): Promise<void> {
  const amounts = page.locator(".amounts");
  if (await amounts.isVisible()) {
    const more = page.locator(".amount button:last-child:not([disabled])");
    for (let unit = 0; unit < 3 && (await more.count()) > 0; ++unit)
      await more.nth(Math.floor(Math.random() * (await more.count()))).click();
    return button(page, en.table.place).click();
  }
  const word = page.locator(".turn .word");
  if (await word.count()) return word.first().click();
  const picked = page.locator(".cell.picked");
  const cells = page.locator(
    (await picked.count()) ? ".cell.pickable:not(.picked)" : ".cell.pickable",
  );
  const all = await cells.count();
  await (all > 0 ? cells.nth(Math.floor(Math.random() * all)) : picked.first()).click();
}

// Mine to move, over, or to be looked at: whatever is next once no move is on its way.
async function settled(page: Page): Promise<"mine" | "reveal" | "over"> {
  await page.locator(".field-of-play[aria-busy=false]").waitFor();
  const mine = page.locator(".cell.pickable, .turn .word").first();
  const reveal = button(page, en.curtain.goOn);
  await mine.or(reveal).or(over(page)).first().waitFor();
  if (await over(page).count()) return "over";
  return (await reveal.count()) ? "reveal" : "mine";
}

test.for(scripts)(
  "$title is played to its end against random moves, with one taken back where that can be",
  async ({ id, hidden }, { visit }) => {
    const page = await visit();
    await enter(page, id, { opponent: "random" });
    let mayTakeBack = !hidden;
    for (let now = await settled(page); now !== "over"; now = await settled(page)) {
      if (now === "reveal") {
        await button(page, en.curtain.goOn).click();
        continue;
      }
      if (mayTakeBack && (await listed(page).count()) >= 2) {
        const before = await listed(page).count();
        await button(page, en.table.undo).click();
        await page.locator(".side li.remark", { hasText: en.table.tookBack(2) }).waitFor();
        await expect.poll(() => listed(page).count()).toBe(before - 2);
        mayTakeBack = false;
      }
      await moveSomehow(page);
    }
    expect(await over(page).textContent()).toMatch(/wins$/);
    expect(await button(page, en.table.rematch).isVisible()).toBe(true);
  },
);

test("a token is dragged to where it goes, and anywhere else it stays", async ({ visit }) => {
  const page = await visit(`#/play/${kDragged}`);
  await begin(page);
  const drag = async (from: number, to: number) => {
    await cellOf(page, from).hover();
    await page.mouse.down();
    await cellOf(page, to).hover();
    await page.mouse.up();
  };
  await drag(0, 9);
  await drag(10, 7);
  expect(await listed(page).count()).toBe(0);
  await drag(0, 2);
  await expect.poll(() => listed(page).count()).toBe(1);
  expect(await cellOf(page, 2).getAttribute("aria-label")).toContain("Player 1's token");
});

test("a click on a picked cell takes it alone, Esc lets go of it", async ({ visit }) => {
  const page = await visit("#/play/color-bridge");
  await begin(page);
  await cellOf(page, 3).click();
  expect(await cellOf(page, 3).getAttribute("aria-pressed")).toBe("true");
  await page.keyboard.press("Escape");
  expect(await cellOf(page, 3).getAttribute("aria-pressed")).toBe("false");
  await cellOf(page, 3).click();
  await cellOf(page, 3).click();
  await expect.poll(() => listed(page).allTextContents()).toEqual([expect.stringMatching(/3$/)]);
});

test("the winner of a series is who wins most of its games", async ({ visit }) => {
  const page = await visit("#/play/color-bridge");
  await begin(page, { bestOf: 3, names: ["Ada", "Ben"] });
  const ben = page.locator(".player.moving", { hasText: "Ben" });
  for (const isLast of [false, true]) {
    if ((await ben.count()) === 0)
      await takeTurn(page, { seat: 1, move: "1", cells: [1, 1] }, mouse);
    await ben.waitFor();
    await button(page, en.table.resign).click();
    await button(page, en.table.resignYes).click();
    await over(page).waitFor();
    expect(await over(page).textContent()).toMatch(/^Ada.* wins$/);
    if (isLast) break;
    await button(page, en.table.nextGame).click();
    await over(page).waitFor({ state: "detached" });
  }
  expect(await page.locator(".end").textContent()).toMatch(/2 for Ada, 0 for Ben/);
  expect(await button(page, en.table.rematch).isVisible()).toBe(true);
});
