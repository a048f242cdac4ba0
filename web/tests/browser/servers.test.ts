// Two servers with one PostgreSQL, and a player at each of them, behind a proxy of their own.
import { chromium, type Browser, type Page } from "playwright-core";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { en } from "../../src/lang/en";
import { kPatience } from "./harness";
import { button, listed, mouse, over, scriptOf, takeTurn } from "./play";
import { Database, Proxy } from "./servers";
import { goTo, TableServer } from "./tables";

const database = new Database();
let browser: Browser;
let servers: readonly [TableServer, TableServer];
let proxies: readonly [Proxy, Proxy];

beforeAll(async () => {
  browser = await chromium.connect(inject("browser"));
  const store = await database.address();
  const [one, two] = (servers = [new TableServer(store), new TableServer(store)]);
  await one.start();
  await two.start();
  proxies = [new Proxy([one.port, two.port]), new Proxy([two.port, one.port])];
  await Promise.all(proxies.map((proxy) => proxy.open()));
});

afterAll(async () => {
  await browser.close();
  await Promise.all(proxies.map((proxy) => proxy.close()));
  await Promise.all(servers.map((server) => server.clear()));
  await database.close();
});

async function visitor(path: string): Promise<Page> {
  const context = await browser.newContext({ reducedMotion: "reduce", serviceWorkers: "block" });
  context.setDefaultTimeout(kPatience);
  const page = await context.newPage();
  await page.goto(path);
  return page;
}

test("a seat is taken though the server that gave it is killed before it answers", async () => {
  const game = { game: "color-bridge", first: 1 };
  const { table, token, invitation } = await servers[1].open(game);
  const ann = await visitor(proxies[0].address);
  await goTo(ann, table, token);
  const bob = await visitor(`${proxies[1].address}#/online/${table}/${invitation}`);
  const asked: string[] = [];
  await bob.route("**/accept", async (route) => {
    asked.push(route.request().postData() ?? "");
    if (asked.length > 1) return route.continue();
    await route.fetch();
    await servers[1].kill();
    await route.abort();
  });
  await button(bob, en.online.sit).click();
  for (const page of [ann, bob]) await button(page, en.table.resign).waitFor();
  expect(asked.length).toBeGreaterThan(1);
  expect(new Set(asked).size).toBe(1);
  await servers[1].start();
});

test("players go on at the other server when one is killed under a move", async () => {
  const script = scriptOf("color-clash");
  const { table, token, invitation } = await servers[0].open({ game: script.id, name: "Ann" });
  const ann = await visitor(proxies[0].address);
  const bob = await visitor(`${proxies[1].address}#/online/${table}/${invitation}`);
  await goTo(ann, table, token);
  await bob.getByLabel(en.setup.you, { exact: true }).fill("Bob");
  await button(bob, en.online.sit).click();
  for (const page of [ann, bob]) await page.locator(".board").waitFor();
  for (const [index, turn] of script.turns.entries()) {
    const moves = takeTurn(turn.seat === 1 ? ann : bob, turn, mouse);
    // It may have heard of the move or not, have stored it or not, and have told it or not.
    if (index === 2) await servers[0].kill();
    await moves;
    if (index === script.turns.length - 1) break;
    for (const page of [ann, bob]) await expect.poll(() => listed(page).count()).toBe(index + 1);
  }
  for (const page of [ann, bob])
    await expect.poll(() => over(page).textContent()).toBe(en.table.wins("Ann"));
  const record = await fetch(`${servers[1].address}api/tables/${table}/record`);
  const moves = (await record.text())
    .split("\n\n")[1]
    ?.replaceAll(/\d+\. /g, "")
    .split(/\s+/);
  expect(moves?.slice(0, script.turns.length)).toEqual(script.turns.map(({ move }) => move));
});
