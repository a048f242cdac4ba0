import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Download, Page } from "playwright-core";
import { expect, expectAccessible, test } from "./harness";
import { listed } from "./play";

const kRecord = (moves: string, result = "*") =>
  `[Game "color-bridge"]\n[Rules "length=11 run=3 reach=2"]\n[Date "2026.11.16"]\n` +
  `[Player1 "human"]\n[Player2 "human"]\n[First "1"]\n[Result "${result}"]\n` +
  `[Name1 "Ann"]\n[Name2 "Bob"]\n\n${moves} ${result}\n`;

const file = (name: string, text: string | Buffer) => ({
  name,
  mimeType: "text/plain",
  buffer: Buffer.from(text),
});

async function load(page: Page, ...files: ReturnType<typeof file>[]): Promise<void> {
  await page.locator("input[type=file]").setInputFiles(files);
}

const rows = (page: Page) => page.locator("[data-game]");

async function textOf(download: Download): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of await download.createReadStream()) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString("utf8");
}

async function downloaded(page: Page, button: string | RegExp): Promise<string> {
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: button }).first().click(),
  ]);
  return textOf(download);
}

// The only game is taken up at the table.
async function goOn(page: Page): Promise<void> {
  await page
    .getByRole("link", { name: /^Go on/ })
    .first()
    .click();
  await page.getByRole("button", { name: "Undo" }).waitFor();
}

// A move is in the list when it is kept; on the board it may be seen a little sooner. Waits until the list has that many.
async function type(page: Page, move: string, moves: number): Promise<void> {
  await page.locator("#typed-move").fill(move);
  await page.keyboard.press("Enter");
  await expect.poll(() => listed(page).count()).toBe(moves);
}

test("records are loaded, listed, replayed and given back as they came", async ({ visit }) => {
  const page = await visit("#/games");
  const open = kRecord("1. 5-6 7");
  const over = kRecord("1. 5-6 7 2. 4", "1-0").replace(
    "[Name1",
    '[Reason "three in a row at 4 5 6"]\n[Name1',
  );
  await load(page, file("a.duello", open), file("b.duello", over));
  await expect.poll(() => rows(page).count()).toBe(2);
  await expectAccessible(page);
  expect(await rows(page).first().textContent()).toContain("Unfinished");
  const both = await downloaded(page, "Download all");
  expect(both).toContain("1. 5-6 7 *");
  expect(both).toContain("1. 5-6 7 2. 4 1-0");
  await page
    .getByRole("link", { name: /^Replay/ })
    .nth(1)
    .click();
  await page.getByText("The start").first().waitFor();
  await page.keyboard.press("End");
  await page.getByText(/^Ann.*: 4$/).waitFor();
  await page.keyboard.press("ArrowLeft");
  await page.getByText(/^Bob.*: 7$/).waitFor();
  expect(page.url()).toContain("ply=2");
  await expectAccessible(page);
});

test("what is no record is refused with its place, and nothing is lost", async ({ visit }) => {
  const page = await visit("#/games");
  await load(page, file("good", kRecord("1. 5-6 7")));
  await expect.poll(() => rows(page).count()).toBe(1);
  await load(
    page,
    file("wrong", kRecord("1. 5-6 6")),
    file("noise", Buffer.from(Array.from({ length: 5000 }, (_, index) => (index * 151) % 256))),
    file("huge", Buffer.alloc(5 * 2 ** 20, "x")),
    file("empty", ""),
  );
  const refused = page.locator("p.refused");
  await expect.poll(() => refused.count()).toBe(4);
  const told = await refused.allTextContents();
  expect(told.join()).toContain("There is no record in it");
  expect(told[0]).toMatch(/wrong Line 11, column \d+/);
  expect(told[1]).toMatch(/noise Line 1/);
  expect(told[2]).toContain("4 MB");
  expect(await rows(page).count()).toBe(1);
});

test("a file of a thousand games is loaded", async ({ visit }) => {
  const page = await visit("#/games");
  const games = Array.from({ length: 1000 }, (_, index) =>
    kRecord("1. 5-6 7").replace("Ann", `Ann${index}`),
  );
  await load(page, file("many", games.join("\n")));
  await page.getByText("1000 games loaded.").waitFor();
  await expect.poll(() => rows(page).count()).toBe(50);
  await page.getByText("1000 games, 1000 unfinished").waitFor();
});

test("a discarded game comes back with one press", async ({ visit }) => {
  const page = await visit("#/games");
  await load(page, file("a", kRecord("1. 5-6 7")));
  // The offer to undo lasts ten seconds, so the clock stands still.
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 60_000);
  await page.getByRole("button", { name: /^Discard/ }).click();
  await expect.poll(() => rows(page).count()).toBe(0);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect.poll(() => rows(page).count()).toBe(1);
});

test("a reload in mid-game loses nothing", async ({ visit }) => {
  const page = await visit("#/games");
  await load(page, file("a", kRecord("1. 5-6 7")));
  await goOn(page);
  await type(page, "1", 3);
  await page.reload();
  await page.getByRole("button", { name: "Undo" }).waitFor();
  await page.goto(page.url().replace(/#.*/, "#/games"));
  expect(await downloaded(page, /^Download:/)).toContain("1. 5-6 7 2. 1 *");
});

test("one tab plays a game; another may take it over, and then only that one writes", async ({
  visit,
}) => {
  const here = await visit("#/games");
  await load(here, file("a", kRecord("1. 5-6 7")));
  await goOn(here);
  const there = await here.context().newPage();
  await there.goto(here.url());
  await there.getByText("open in another tab").waitFor();
  await there.getByRole("button", { name: "Play it here" }).click();
  await there.getByRole("button", { name: "Undo" }).waitFor();
  await here.getByText("open in another tab").waitFor();
  expect(await here.locator("#typed-move").count()).toBe(0);
  await type(there, "1", 3);
  await here.getByRole("button", { name: "Play it here" }).click();
  await here.getByRole("button", { name: "Undo" }).waitFor();
  await there.getByText("open in another tab").waitFor();
  await type(here, "10", 4);
  await here.goto(here.url().replace(/#.*/, "#/games"));
  expect(await downloaded(here, /^Download:/)).toContain("1. 5-6 7 2. 1 10 *");
});

test("the list follows what other tabs do", async ({ visit }) => {
  const here = await visit("#/games");
  const there = await here.context().newPage();
  await there.goto(here.url());
  await load(there, file("a", kRecord("1. 5-6 7")));
  await expect.poll(() => rows(here).count()).toBe(1);
  await here.getByRole("button", { name: /^Discard/ }).click();
  await expect.poll(() => rows(there).count()).toBe(0);
});

test("where storage is forbidden, games are played, reviewed and downloaded all the same", async ({
  visit,
}) => {
  const page = await visit();
  await page.addInitScript(() => {
    Object.defineProperty(globalThis, "indexedDB", {
      get: () => {
        throw new DOMException("forbidden", "SecurityError");
      },
    });
  });
  await page.goto(page.url().replace(/#.*|$/, "#/games"));
  await page.reload();
  await page.getByText("keeps nothing for this page").waitFor();
  await expectAccessible(page);
  await load(page, file("a", kRecord("1. 5-6 7")));
  await expect.poll(() => rows(page).count()).toBe(1);
  await goOn(page);
  await page.getByText("cannot be kept here").waitFor();
  await type(page, "1", 3);
  await page.goto(page.url().replace(/#.*/, "#/games"));
  expect(await downloaded(page, /^Download:/)).toContain("1. 5-6 7 2. 1 *");
});

test("where storage is full, it is said so and the game goes on", async ({ visit, complaints }) => {
  const page = await visit("#/games");
  await load(page, file("a", kRecord("1. 5-6 7")));
  await goOn(page);
  await page.evaluate(() => {
    IDBObjectStore.prototype.put = () => {
      throw new DOMException("full", "QuotaExceededError");
    };
  });
  await type(page, "1", 3);
  await page.getByText("cannot be kept here").waitFor();
  await page.goto(page.url().replace(/#.*/, "#/games"));
  expect(await downloaded(page, /^Download:/)).toContain("1. 5-6 7 2. 1 *");
  // Thrown where nobody catches, as a browser never does.
  complaints.splice(0);
});

test("what somebody else wrote among the games is set aside", async ({ visit }) => {
  const page = await visit("#/games");
  await load(page, file("a", kRecord("1. 5-6 7")));
  await expect.poll(() => rows(page).count()).toBe(1);
  await page.evaluate(
    () =>
      new Promise<void>((done) => {
        const request = indexedDB.open("duello");
        request.onsuccess = () => {
          const store = request.result.transaction("games", "readwrite").objectStore("games");
          store.put({ id: "x", record: "something" }).onsuccess = () => done();
        };
      }),
  );
  await page.reload();
  await page.getByText("1 game is damaged").waitFor();
  expect(await rows(page).count()).toBe(1);
  await page.getByRole("button", { name: "Discard them" }).click();
  await expect.poll(() => page.getByText("1 game is damaged").count()).toBe(0);
});

test("the lab finds what the terminal finds", async ({ visit }) => {
  const page = await visit("#/lab/capture-the-flag?flag=2..3&games=100");
  await page.getByRole("button", { name: "Start" }).click();
  await page.getByText("All 2 rows are done.").waitFor();
  const documents = fileURLToPath(new URL("../../../docs/json.md", import.meta.url));
  const shown = /duello lab .* --json\n([^`]*)```/.exec(readFileSync(documents, "utf8"))?.[1] ?? "";
  const json = await downloaded(page, "Download JSON");
  expect(JSON.parse(json)).toEqual(JSON.parse(shown));
  await expectAccessible(page);
  await page.getByRole("link", { name: /^Play with flag=3/ }).click();
  expect(page.url()).toContain("#/play/capture-the-flag?flag=3&stride=3");
});

test("a row that is no game says why, and a run that is stopped keeps its rows", async ({
  visit,
}) => {
  // The last rows take far longer than it takes to stop.
  const page = await visit("#/lab/color-bridge?length=2..16&run=3&games=20000");
  await page.getByRole("button", { name: "Start" }).click();
  await page.getByText("must be 1 to 2").waitFor();
  await page.getByRole("cell", { name: "243" }).waitFor();
  await page.getByRole("button", { name: "Stop" }).click();
  await page.getByText(/^Stopped after \d+ of 15 rows/).waitFor();
  await page.getByRole("cell", { name: "243" }).waitFor();
  await page.getByRole("button", { name: "Go on" }).waitFor();
});

test("ranges that are too many are not begun", async ({ visit }) => {
  const page = await visit("#/lab/color-bridge?length=1..31&run=1..31&reach=1..8");
  await page.getByText("These ranges make 7688 variants").waitFor();
  await page.getByRole("button", { name: "Start" }).click({ force: true });
  expect(await page.getByRole("table").count()).toBe(0);
  await expectAccessible(page);
});
