// Two people share a screen, and one must not find out what the other has placed, wherever they look. What the page
// holds after a secret turn is compared with what it holds after another one: nothing may differ.
import type { Page } from "playwright-core";
import { en } from "../../src/lang/en";
import { expect, keeping, kept, test } from "./harness";
import { announced, begin, button, click, mouse, over, raiseCurtain, recordId } from "./play";
import { seeReveal, takeTurn, type Turn } from "./play";

const kGame = "energy-capture";
const kNames: [string, string] = ["Ada", "Ben"];

const secret = (...units: [number, number][]): Turn => ({
  seat: 1,
  move: units.map(([cell, amount]) => `${cell}:${amount}`).join(","),
  units,
});

const kSecret = secret([1, 4], [4, 2]);
const kOther = secret([2, 1], [3, 2], [5, 3]);
const kPass: Turn = { seat: 1, move: "pass" };

async function secretTurn(page: Page, turn: Turn): Promise<void> {
  await begin(page, { names: kNames });
  await raiseCurtain(page, "Ada", click);
  await takeTurn(page, turn, mouse);
  await button(page, en.curtain.raise("Ben")).waitFor();
}

// Everything that a page holds for whoever looks into it, but what is veiled in the kept games.
async function heldBy(page: Page): Promise<Record<string, string>> {
  const id = recordId(page);
  const session = await page.context().newCDPSession(page);
  const { nodes } = await session.send("Accessibility.getFullAXTree");
  const held = await page.evaluate(async () => {
    const keys = await caches.keys();
    const cached = await Promise.all(
      keys.map(async (key) => (await (await caches.open(key)).keys()).map(({ url }) => url)),
    );
    return {
      page: document.documentElement.outerHTML,
      fields: JSON.stringify([...document.querySelectorAll("input")].map(({ value }) => value)),
      local: JSON.stringify(Object.entries(localStorage)),
      session: JSON.stringify(Object.entries(sessionStorage)),
      cached: JSON.stringify(cached),
      history: `${history.length} ${JSON.stringify(history.state)}`,
      title: document.title,
      window: JSON.stringify(Object.keys(window)),
      address: location.hash,
    };
  });
  const tree = nodes.map(({ role, name, value, description, properties }) =>
    JSON.stringify([role?.value, name?.value, value?.value, description?.value, properties]),
  );
  return Object.fromEntries(
    Object.entries({ ...held, tree: tree.join("\n") }).map(([what, text]) => [
      what,
      text
        .replaceAll(id, "ID")
        .replaceAll(new URL(page.url()).origin, "SITE")
        .replaceAll(/"backendDOMNodeId":\d+/g, ""),
    ]),
  );
}

// The whole database, as text.
const database = (page: Page) =>
  page.evaluate(async () => {
    const settled = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error ?? new Error("failed"));
      });
    const all = await indexedDB.databases();
    const texts = await Promise.all(
      all.map(async ({ name = "" }) => {
        const opened = await settled(indexedDB.open(name));
        const stores = [...opened.objectStoreNames];
        const rows = await Promise.all(
          stores.map((store) => settled(opened.transaction(store).objectStore(store).getAll())),
        );
        opened.close();
        return JSON.stringify(rows);
      }),
    );
    return texts.join("\n");
  });

const shown = (page: Page) =>
  page.evaluate(() => document.title + document.body.outerHTML + location.hash);

// A move may be written with spaces, backwards or in another alphabet of bytes.
function expectVeiled(text: string, { move, units = [] }: Turn): void {
  for (const written of [move, ...units.map((unit) => unit.join(":"))])
    for (const form of [
      written,
      `Node${written}`,
      Array.from(written).reverse().join(""),
      btoa(written),
    ])
      expect(text.includes(form), `${form} in ${text}`).toBe(false);
}

test("behind the curtain nothing depends on what was placed", async ({ visit }) => {
  const said: string[] = [];
  const pages = await Promise.all([1, 2].map(() => visit(`#/play/${kGame}`, keeping)));
  for (const page of pages) page.on("console", (message) => said.push(message.text()));
  await Promise.all(pages.map((page, index) => secretTurn(page, index === 0 ? kSecret : kOther)));
  await Promise.all(pages.map(kept));
  const curtains = await Promise.all(pages.map(heldBy));
  expect(curtains[0]).toEqual(curtains[1]);
  expect(curtains[0]?.["page"]).toContain(en.curtain.title("Ben"));

  await Promise.all(pages.map((page) => raiseCurtain(page, "Ben", click)));
  const sides = await Promise.all(pages.map(heldBy));
  expect(sides[0]).toEqual(sides[1]);
  expect(said).toEqual([]);
});

test("what was typed, hinted and laid out before goes with the turn", async ({ visit }) => {
  const [page, plain] = await Promise.all([visit(`#/play/${kGame}`), visit(`#/play/${kGame}`)]);
  await begin(page, { names: kNames });
  await raiseCurtain(page, "Ada", click);
  const field = page.getByLabel(en.table.typeMove);
  await field.fill("1:99");
  await field.press("Enter");
  await page.getByRole("alert").waitFor();
  await button(page, en.table.hint).click();
  await page.locator(".hints li").waitFor();
  await takeTurn(page, kSecret, mouse);
  await button(page, en.curtain.raise("Ben")).waitFor();
  await secretTurn(plain, kOther);
  const [after, untouched] = await Promise.all([heldBy(page), heldBy(plain)]);
  expect(after).toEqual(untouched);
  await Promise.all([page, plain].map((each) => raiseCurtain(each, "Ben", click)));
  expect(await heldBy(page)).toEqual(await heldBy(plain));
});

test("a kept game, its replay and its file are veiled", async ({ visit }) => {
  const page = await visit(`#/play/${kGame}`);
  await secretTurn(page, kSecret);
  const id = recordId(page);
  const text = await database(page);
  expect(text).toContain(id);
  expectVeiled(text, kSecret);

  await page.evaluate((id) => (location.hash = `#/replay/${id}`), id);
  await page.getByText(en.replay.secret).waitFor();
  expectVeiled(await shown(page), kSecret);
  await page.evaluate(() => (location.hash = "#/games"));
  const waiting = page.waitForEvent("download");
  await page.locator(".game button", { hasText: en.kept.download }).click();
  const stream = await (await waiting).createReadStream();
  expectVeiled((await stream.toArray()).join(""), kSecret);
  await page.evaluate((id) => (location.hash = `#/review/${id}`), id);
  await page.locator("main").getByText(/./).first().waitFor();
  expectVeiled(await shown(page), kSecret);
});

test("neither back and forth nor a reload raises the curtain", async ({ visit }) => {
  const page = await visit(`#/play/${kGame}`);
  await secretTurn(page, kSecret);
  const curtain = button(page, en.curtain.raise("Ben"));
  const expectCurtain = async () => {
    await curtain.waitFor();
    expect(await page.locator(".board").count()).toBe(0);
    expectVeiled(await shown(page), kSecret);
  };
  await page.goBack();
  await button(page, en.setup.start).waitFor();
  expectVeiled(await shown(page), kSecret);
  await page.goForward();
  await expectCurtain();
  await page.reload();
  await expectCurtain();
  // Not even one's own side waits there for whoever comes back.
  await raiseCurtain(page, "Ben", click);
  await page.goBack();
  await button(page, en.setup.start).waitFor();
  await page.goForward();
  await expectCurtain();
  await raiseCurtain(page, "Ben", click);
  await page.reload();
  await expectCurtain();
});

test("the reveal shows both sides, cell by cell, and then what came of it", async ({ visit }) => {
  const page = await visit(`#/play/${kGame}`);
  await secretTurn(page, kSecret);
  const turns: [string, Turn][] = [
    ["Ben", { ...secret([1, 1], [2, 2]), seat: 2 }],
    ["Ada", kPass],
    ["Ben", kPass],
  ];
  for (const [name, turn] of turns) {
    await raiseCurtain(page, name, click);
    await takeTurn(page, turn, mouse);
  }
  await page.locator(".reveal").waitFor();
  expect(await over(page).count()).toBe(0);
  const rows = page.locator(".reveal li");
  await expect
    .poll(() => rows.evaluateAll((all) => all.map((row) => row.ariaLabel)))
    .toEqual([
      en.curtain.onCell("1", 4, 1),
      en.curtain.onCell("2", 0, 2),
      en.curtain.onCell("4", 2, 0),
    ]);
  await seeReveal(page, click);
  await expect.poll(() => announced(page).textContent()).toContain(en.table.revealed);
});
