import type { Page } from "playwright-core";
import { en } from "../../src/lang/en";
import { expect, kept, test } from "./harness";
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
      expect(await listed(page).allTextContents()).toEqual(moves);
      expect(await cells(page)).toEqual(before);
    }
    if (script.hidden) await seeReveal(page, click);
    await expectEnd(page, script);
  },
);

test("a game against a program and its series survive a reload", async ({ visit }) => {
  const page = await visit("#/play/color-bridge");
  await begin(page, { opponent: "level:1", bestOf: 3 });
  const mine = page.locator(".cell.pickable").first();
  await mine.waitFor();
  await button(page, en.table.resign).click();
  await button(page, en.table.resignYes).click();
  await button(page, en.table.nextGame).click();
  await over(page).waitFor({ state: "detached" });
  await mine.waitFor();
  const before = await listed(page).count();
  await takeTurn(page, { seat: 1, move: "11", cells: [11, 11] }, mouse).catch(() => undefined);
  await expect.poll(() => listed(page).count()).toBeGreaterThanOrEqual(before + 2);
  await mine.waitFor();
  const moves = await listed(page).allTextContents();
  await page.reload();
  await mine.waitFor();
  expect(await page.locator(".heading").textContent()).toContain("Game 2 of at most 3");
  expect(await listed(page).allTextContents()).toEqual(moves);
});

test("a program that was to move goes on after a reload", async ({ visit }) => {
  const page = await visit("#/play/color-bridge");
  await begin(page, { opponent: "random", first: "other" });
  await page.reload();
  await page.locator(".cell.pickable").first().waitFor();
  expect(await listed(page).count()).toBe(1);
});

test("a game that is over can be looked at again where it was played", async ({ visit }) => {
  const page = await visit(`#/play/${kShort.id}`);
  await begin(page);
  await playScript(page, kShort, mouse);
  await page.reload();
  await page.waitForURL(/#\/replay\//);
  await cellOf(page, 1).waitFor();
});

test("one tab plays a game; another is told, and may take it over", async ({ visit }) => {
  const first = await visit(`#/play/${kShort.id}`);
  await begin(first);
  const [opening, answer, last] = kShort.turns;
  if (!opening || !answer || !last) throw new Error("too short");
  await takeTurn(first, opening, mouse);
  await expect.poll(() => listed(first).count()).toBe(1);

  const second = await first.context().newPage();
  await second.goto(first.url());
  await second.getByText(en.table.elsewhere).waitFor();
  expect(await second.locator(".board").count()).toBe(0);
  await takeTurn(first, answer, mouse);
  await expect.poll(() => listed(first).count()).toBe(2);

  await button(second, en.table.takeHere).click();
  await expect.poll(() => listed(second).count()).toBe(2);
  await first.getByText(en.table.elsewhere).waitFor();
  expect(await first.locator(".board").count()).toBe(0);
  await takeTurn(second, last, mouse);
  await over(second).waitFor();
  // Whatever the first tab does now, the game is as the second one left it.
  await first.reload();
  await first.getByText(en.table.elsewhere).or(over(first)).first().waitFor();
  await second.reload();
  await second.getByText(/of 3/).first().waitFor();
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

// What stands in the kept games, put there by somebody else.
const putRow = (page: Page, row: Record<string, unknown>) =>
  page.evaluate(
    (row) =>
      new Promise<void>((resolve, reject) => {
        const request = indexedDB.open("duello");
        request.onerror = () => reject(new Error("not opened"));
        request.onsuccess = () => {
          const work = request.result.transaction("games", "readwrite");
          work.objectStore("games").put(row);
          work.oncomplete = () => (request.result.close(), resolve());
        };
      }),
    row,
  );

test("a broken record is refused in a sentence, and the rest is kept", async ({ visit }) => {
  const page = await visit(`#/play/${kShort.id}`);
  await begin(page);
  await playScript(page, kShort, mouse);
  await page.evaluate(() => (location.hash = "#/games"));
  const waiting = page.waitForEvent("download");
  await page.locator(".game button", { hasText: en.kept.download }).click();
  const record = (await (await (await waiting).createReadStream()).toArray()).join("");
  const outcome = page.locator(".outcome.refused");
  for (const [index, text] of [
    "nonsense",
    record.replace("5-6", "5-66"),
    `${record}\n${record.slice(0, 20)}`,
    "\u0000\u0001".repeat(1000),
  ].entries()) {
    await page.locator("#load-files").setInputFiles({
      name: `broken${index}.duello`,
      mimeType: "text/plain",
      buffer: Buffer.from(text),
    });
    await outcome
      .filter({ hasText: `broken${index}` })
      .first()
      .waitFor();
  }
  expect(await page.locator(".game").count()).toBe(1);

  const row = {
    time: 1,
    game: "color-bridge",
    title: "Color Bridge",
    names: ["A", "B"],
    over: false,
    result: "",
  };
  await putRow(page, { ...row, id: "broken", record: '[Game "nonsense"' });
  await putRow(page, { id: "half", record: record.slice(0, 30) });
  await page.reload();
  await page.getByText(en.kept.damaged(1)).waitFor();
  await page.locator(".game .broken").waitFor();
  expect(await page.locator(".game").count()).toBe(2);
  for (const screen of ["table", "replay", "review"]) {
    await page.evaluate((screen) => (location.hash = `#/${screen}/broken`), screen);
    await expect.poll(() => page.locator("main").textContent()).toMatch(/\w+ .*\./);
    expect(await page.locator("main .board").count()).toBe(0);
  }
});

test("rule values out of their range are refused in the address and in the form", async ({
  visit,
}) => {
  const page = await visit("#/play/color-bridge?length=99");
  await page.getByRole("alert").waitFor();
  expect(await button(page, en.setup.start).isDisabled()).toBe(true);
  const field = page.locator("input[type=number]").first();
  await field.fill("13");
  await field.press("Tab");
  await page.getByRole("alert").waitFor({ state: "detached" });
  await field.fill("0");
  await field.press("Tab");
  expect(await page.getByRole("alert").textContent()).toMatch(/\d/);
  expect(await button(page, en.setup.start).isDisabled()).toBe(true);

  for (const address of [
    "position/color-bridge?length=99",
    "position/color-bridge?moves=5-6 5",
    "position/color-bridge?moves=nonsense",
    "position/nonsense",
    "play/nonsense",
    "rules/nonsense",
    "lab/nonsense",
    "puzzle/nonsense?seed=1",
    "puzzle/any?seed=1&level=9",
    "replay/nonsense",
    "review/nonsense",
    "table/nonsense",
    "nonsense/%E0%A4%A",
  ]) {
    await page.evaluate((address) => (location.hash = `#/${address}`), address);
    await expect.poll(() => page.locator("main").textContent(), address).toMatch(/\w+ .*[.?]/);
    expect(await page.locator("main .board").count(), address).toBe(0);
  }
});

async function playUnkept(page: Page): Promise<void> {
  await enter(page, kShort.id);
  await page.getByText(en.table.notKept).waitFor();
  await playScript(page, kShort, mouse);
  expect(await page.getByText(en.table.notKept).isVisible()).toBe(true);
  await page.evaluate(() => (location.hash = "#/games"));
  await page.locator(".game").waitFor();
}

test("a game is played where the browser forbids to keep it", async ({ visit }) => {
  const page = await visit();
  await page.addInitScript(() => {
    const forbid = () => {
      throw new DOMException("forbidden", "SecurityError");
    };
    IDBFactory.prototype.open = forbid;
    Storage.prototype.getItem = forbid;
    Storage.prototype.setItem = forbid;
  });
  await page.reload();
  await playUnkept(page);
  await page.getByText(en.kept.storeTrouble.forbidden).waitFor();
});

test("a game is played where the browser has no room left to keep it", async ({ visit, site }) => {
  const page = await visit();
  await page.locator("h1").waitFor();
  await kept(page);
  const session = await page.context().newCDPSession(page);
  await session.send("Storage.overrideQuotaForOrigin", { origin: site.origin, quotaSize: 1 });
  await playUnkept(page);
});

test("after the first visit a game, hints and its review need no network", async ({
  visit,
  site,
}) => {
  const page = await visit();
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
