// People in browsers at tables of the real server. They stay in the room: each test is one more game between them.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import { chromium, type Browser, type BrowserContext, type Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, inject, test } from "vitest";
import { en } from "../../src/lang/en";
import { axeFinds, cutOff, kPatience } from "./harness";
import { announced, button, listed, mouse, over, scriptOf, scripts, seeReveal } from "./play";
import { takeTurn, type Script, type Turn } from "./play";
import { builtFiles, Site } from "./site";
import { goTo, program, TableServer } from "./tables";

const server = new TableServer();
let browser: Browser;
let ann: Page;
let bob: Page;
const contexts: BrowserContext[] = [];
const complaints: string[] = [];

async function visitor(path: string): Promise<Page> {
  // What keeps the page is tested elsewhere.
  const context = await browser.newContext({ reducedMotion: "reduce", serviceWorkers: "block" });
  contexts.push(context);
  // Shorter than the limit of a test, so that the report names what did not happen.
  context.setDefaultTimeout(kPatience);
  context.on("weberror", (error) => complaints.push(error.error().message));
  context.on("console", (message) => {
    // A server that is away is no fault of the page.
    const isOurs = !/WebSocket|ERR_|blocked by Playwright/.test(message.text());
    if (isOurs && ["error", "warning"].includes(message.type())) complaints.push(message.text());
  });
  const page = await context.newPage();
  await page.goto(path);
  return page;
}

const linkTo = (table: string, invitation: string) =>
  `${server.address}#/online/${table}/${invitation}`;

async function sit(page: Page, name: string): Promise<void> {
  await page.getByLabel(en.setup.you, { exact: true }).fill(name);
  await button(page, en.online.sit).click();
}

// The server hears it, and its answer is lost.
async function loseAnswers(page: Page, times = Infinity): Promise<string[]> {
  const asked: string[] = [];
  await page.route("**/accept", async (route) => {
    asked.push(route.request().postData() ?? "");
    if (asked.length > times) return route.continue();
    await route.fetch();
    await route.abort();
  });
  return asked;
}

// Whoever only comes for one test.
async function guest(path: string, look: (page: Page) => Promise<void>): Promise<void> {
  const page = await visitor(path);
  await look(page);
  await page.context().close();
}

const both = () => [ann, bob] as const;
const player = (page: Page, name: string) => page.locator(`.player[aria-label="${name}"]`);
const choose = (page: Page, name: string, value: string) =>
  page.locator(`label:has(input[name=${name}][value="${value}"])`).click();
const settled = async (moves: number) => {
  for (const page of both()) await expect.poll(() => listed(page).count()).toBe(moves);
};
const wonBy = async (name: string) => {
  for (const page of both())
    await expect.poll(() => over(page).textContent()).toBe(en.table.wins(name));
};

// A table of Ann's at which Bob has sat down.
async function together(wish: Record<string, unknown>): Promise<string> {
  const { table, token, invitation } = await server.open({ first: 1, name: "Ann", ...wish });
  await goTo(ann, table, token);
  await bob.goto(linkTo(table, invitation));
  await sit(bob, "Bob");
  for (const page of both()) await page.locator(".board").waitFor();
  return table;
}

async function resign(page: Page): Promise<void> {
  await button(page, en.table.resign).click();
  await button(page, en.table.resignYes).click();
}

beforeAll(async () => {
  browser = await chromium.connect(inject("browser"));
  await server.start();
  [ann, bob] = await Promise.all([visitor(server.address), visitor(server.address)]);
});

afterEach(() => expect(complaints.splice(0)).toEqual([]));

afterAll(async () => {
  await Promise.all(contexts.map((context) => context.close()));
  await browser.close();
  await server.clear();
});

// What happens to whom behind which turn.
const troubles: Readonly<Record<string, () => Promise<void>>> = {
  "a page is loaded anew": async () => void (await bob.reload()),
  "a page is offline for a while": async () => {
    await ann.context().setOffline(true);
    await ann.getByText(en.online.lost).waitFor();
    await bob.getByText(en.online.away).waitFor();
    await ann.context().setOffline(false);
    await ann.getByText(en.online.lost).waitFor({ state: "detached" });
  },
  "the server is killed": async () => {
    await server.kill();
    for (const page of both()) await page.getByText(en.online.lost).waitFor();
    await server.start();
  },
};
const games = scripts.map((script, index) => {
  const all = Object.keys(troubles);
  return { script, title: script.title, trouble: all[index % all.length] ?? "" };
});

test.for(games)("$title is played to its end though $trouble", async ({ script, trouble }) => {
  await together({ game: script.id });
  for (const [index, turn] of script.turns.entries()) {
    await takeTurn(turn.seat === 1 ? ann : bob, turn, mouse);
    if (index < script.turns.length - 1) await settled(index + 1);
    if (index === 1) await troubles[trouble]?.();
  }
  if (script.hidden) await Promise.all(both().map((page) => seeReveal(page, mouse.press)));
  await wonBy(script.winner === 1 ? "Ann" : "Bob");
});

test("a challenge is made, sent as a link, and played on the screen that it opens", async () => {
  await ann.goto(`${server.address}#/online`);
  await choose(ann, "game", "color-bridge");
  await ann.getByLabel(en.setup.you, { exact: true }).fill("Ann");
  await choose(ann, "time", "game");
  await ann.getByLabel(en.online.minutes).fill("30");
  await choose(ann, "first", "you");
  await ann.locator("summary").click();
  await choose(ann, "series", "3");
  // Whoever is away loses by the clock.
  expect(await ann.locator("input[name=claim-after]").count()).toBe(0);
  await ann.getByRole("checkbox", { name: en.setup.swap }).check();
  await expectGood(ann);
  await button(ann, en.online.makeLink).click();
  const link = await ann.getByLabel(en.online.link).inputValue();
  await ann.getByText(en.online.waitingFor).waitFor();
  await expectGood(ann);
  await bob.goto(link);
  await bob.getByText(en.online.invited("Ann")).waitFor();
  await bob.getByLabel(en.setup.you, { exact: true }).fill("Bob");
  await expectGood(bob);
  await button(bob, en.online.sit).click();
  for (const page of both()) {
    await page.locator(".board").waitFor();
    // Whoever has the token has the seat, so it is shown nowhere.
    expect(page.url()).toMatch(/#\/online\/[\w-]{16}$/);
  }
  expect(await player(ann, "Bob").getByRole("timer").textContent()).toMatch(/^(30|2\d):/);
  await expectGood(bob);
});

// Accessible, light and dark, and nothing is cut off on the smallest screens.
async function expectGood(page: Page): Promise<void> {
  expect(await axeFinds(page)).toEqual([]);
  const size = page.viewportSize();
  await page.setViewportSize({ width: 320, height: 512 });
  await page.emulateMedia({ colorScheme: "dark" });
  await page.locator("html[data-theme=dark]").waitFor();
  expect(await cutOff(page)).toEqual([]);
  // As soon as the colors have changed wholly.
  await expect.poll(() => axeFinds(page, ["color-contrast"])).toEqual([]);
  await page.emulateMedia({ colorScheme: "light" });
  if (size) await page.setViewportSize(size);
}

test("an invitation is good for one person, and then for watching", async () => {
  const { table, token, invitation } = await server.open({ game: "color-bridge", first: 1 });
  const link = linkTo(table, invitation);
  await goTo(ann, table, token);
  await bob.goto(link);
  await sit(bob, "Bob");
  await bob.locator(".board").waitFor();
  await guest(link, async (eve) => {
    await eve.getByText(en.online.used).waitFor();
    expect(eve.url()).not.toContain(invitation);
    await expectGood(eve);
    await button(eve, en.online.watch).click();
    await eve.getByText(en.online.watching).waitFor();
    expect(await button(eve, en.table.resign).count()).toBe(0);
  });
  // Who has a seat there goes on playing.
  for (const page of both()) {
    await page.goto("about:blank");
    await page.goto(link);
    await button(page, en.table.resign).waitFor();
    expect(page.url()).not.toContain(invitation);
  }
});

test("a host who opens the invitation is told that it is theirs to send", async () => {
  const { table, token, invitation } = await server.open({ game: "color-bridge", name: "Ann" });
  await goTo(ann, table, token);
  await ann.getByText(en.online.waitingFor).waitFor();
  await ann.evaluate((hash) => (location.hash = hash), `#/online/${table}/${invitation}`);
  await ann.getByText(en.online.yourLink).waitFor();
  expect(await ann.getByLabel(en.online.link).inputValue()).toBe(linkTo(table, invitation));
  expect(ann.url()).not.toContain(invitation);
  await expectGood(ann);
  await button(ann, en.online.toSeat).click();
  await ann.getByText(en.online.waitingFor).waitFor();
  // Nobody has sat down by it.
  await guest(linkTo(table, invitation), async (eve) => {
    await button(eve, en.online.sit).waitFor();
    // It is not lost with the address.
    await eve.reload();
    await sit(eve, "Eve");
    await eve.locator(".board").waitFor();
  });
});

test("an invitation is noticed in a tab that already watches its table", async () => {
  const { table, token, invitation } = await server.open({ game: "color-bridge", first: 1 });
  await goTo(ann, table, token);
  await goTo(bob, table);
  await bob.getByText(en.online.notBegun).waitFor();
  const open = (token: string) =>
    bob.evaluate((hash) => (location.hash = hash), `#/online/${table}/${token}`);
  await open("not-an-invitation");
  await bob.getByText(en.online.noInvitation).waitFor();
  expect(bob.url()).toMatch(new RegExp(`#/online/${table}$`));
  await button(bob, en.online.watch).click();
  await bob.getByText(en.online.notBegun).waitFor();
  await open(invitation);
  await button(bob, en.online.sit).waitFor();
  expect(bob.url()).toMatch(new RegExp(`#/online/${table}$`));
  await sit(bob, "Bob");
  for (const page of both()) await button(page, en.table.resign).waitFor();
});

test("a seat is not lost with the answer to who takes it", async () => {
  const { table, token, invitation } = await server.open({ game: "color-bridge", first: 1 });
  await goTo(ann, table, token);
  await bob.goto(linkTo(table, invitation));
  const asked = await loseAnswers(bob);
  await sit(bob, "Bob");
  // The server has heard of it.
  await ann.locator(".board").waitFor();
  await bob.reload();
  await expect.poll(() => asked.length).toBeGreaterThan(2);
  await bob.getByText(en.online.noServer).waitFor();
  await expectGood(bob);
  expect(new Set(asked).size).toBe(1);
  expect(JSON.parse(asked[0] ?? "")).toMatchObject({ invitation, name: "Bob" });
  await bob.unroute("**/accept");
  // It is among one's own tables, as it may be one's own by now.
  await bob.locator('main a[href="#/online"]').click();
  await bob.locator(`main a[href="#/online/${table}"]`).click();
  for (const page of both()) await button(page, en.table.resign).waitFor();
});

test("a seat is taken though the server is killed meanwhile", async () => {
  const { table, token, invitation } = await server.open({ game: "color-bridge", first: 1 });
  await goTo(ann, table, token);
  await bob.goto(linkTo(table, invitation));
  await bob.getByLabel(en.setup.you, { exact: true }).waitFor();
  const asked: string[] = [];
  await bob.route("**/accept", async (route) => {
    asked.push(route.request().postData() ?? "");
    if (asked.length > 1) return route.continue();
    await route.fetch();
    await server.kill();
    await route.abort();
    await server.start();
  });
  await sit(bob, "Bob");
  for (const page of both()) await button(page, en.table.resign).waitFor();
  expect(new Set(asked).size).toBe(1);
  await bob.unroute("**/accept");
});

test("a game is claimed, and another aborted, while the other player is away", async () => {
  const table = await together({ game: "color-bridge", best_of: 3, claim_after: 10_000 });
  await takeTurn(ann, { seat: 1, move: "5-6", cells: [5, 6] }, mouse);
  const left = performance.now();
  await bob.evaluate(() => (location.hash = "#/"));
  await player(ann, "Bob").getByText(en.online.away).waitFor();
  const offered = await button(ann, en.online.claim).count();
  expect(offered === 0 || performance.now() - left >= 10_000).toBe(true);
  await button(ann, en.online.claim).click();
  await expectGood(ann);
  await button(ann, en.online.keepWaiting).click();
  await expectGood(ann);
  await button(ann, en.online.claim).click();
  await button(ann, en.online.claimYes).click();
  await expect.poll(() => over(ann).textContent()).toBe(en.table.wins("Ann"));
  await button(ann, en.table.nextGame).click();
  await button(ann, en.online.abort).click();
  await button(ann, en.online.abortYes).click();
  await ann.getByRole("heading", { name: en.online.aborted }).waitFor();
  expect(await button(ann, en.table.resign).count()).toBe(0);
  await expectGood(ann);
  await goTo(bob, table);
  await bob.getByRole("heading", { name: en.online.aborted }).waitFor();
  expect(await bob.locator(".cell.pickable").count()).toBe(0);
  await ann.evaluate(() => (location.hash = "#/online"));
  const own = ann.locator(`li:has(a[href="#/online/${table}"])`);
  await own.getByText(en.online.states.aborted).waitFor();
});

test("a host says when a game can be claimed", async () => {
  await ann.goto(`${server.address}#/online`);
  await choose(ann, "game", "color-bridge");
  await ann.locator("summary").click();
  await choose(ann, "claim-after", "3600000");
  await choose(ann, "time", "move");
  expect(await ann.locator("input[name=claim-after]").count()).toBe(0);
  await choose(ann, "time", "none");
  await expectGood(ann);
  await button(ann, en.online.makeLink).click();
  await ann.getByLabel(en.online.link).waitFor();
  const table = /#\/online\/([\w-]{16})$/.exec(ann.url())?.[1] ?? "";
  const facts = await fetch(`${server.address}api/tables/${table}`);
  expect(await facts.json()).toMatchObject({ claim_after: 3_600_000 });
});

test("seats are changed by the pie rule and in a series, and names follow", async () => {
  await together({ game: "color-bridge", swap: true, best_of: 3 });
  const near = (page: Page) => page.locator(".player .name").last().textContent();
  await takeTurn(ann, { seat: 1, move: "5-6", cells: [5, 6] }, mouse);
  await button(bob, en.table.swap).click();
  await settled(2);
  for (const page of both()) expect(await near(page)).toBe(page === ann ? "Ann" : "Bob");
  expect(await listed(ann).allTextContents()).toEqual([
    expect.stringMatching(/Ann.*5-6/),
    expect.stringContaining(`Bob ${en.table.changedSeats}`),
  ]);
  await resign(ann);
  await wonBy("Bob");
  expect(await ann.locator(".end").textContent()).toContain(en.online.score("Bob", 1, 0, "Ann"));
  await button(bob, en.table.nextGame).click();
  await settled(0);
  for (const page of both()) {
    expect(await near(page)).toBe(page === ann ? "Ann" : "Bob");
    await page.getByText(en.online.series(2, 3)).waitFor();
  }
  await resign(bob);
  await wonBy("Ann");
});

test("moves are typed and taken back, phrases said, and rematches played", async () => {
  await together({ game: "color-bridge" });
  await ann.locator("h1").click();
  await ann.keyboard.press("m");
  await ann.keyboard.type("99");
  await ann.keyboard.press("Enter");
  await ann.getByRole("alert").waitFor();
  await ann.locator("#typed-move").fill("5-6");
  await ann.keyboard.press("Enter");
  await settled(1);
  await ann.locator("h1").click();
  await ann.keyboard.press("u");
  await button(bob, en.online.decline).click();
  await ann.getByText(en.online.declined("Bob")).waitFor();
  // The button is gone, and the keyboard goes on at the board.
  const focused = () => bob.evaluate(() => document.activeElement?.hasAttribute("data-cell"));
  await expect.poll(focused).toBe(true);
  await takeTurn(bob, { seat: 2, move: "7", cells: [7, 7] }, mouse);
  await settled(2);
  await button(bob, en.online.askBack).click();
  await button(ann, en.online.agree).click();
  await settled(1);
  await ann.locator("summary", { hasText: en.online.say }).click();
  await button(ann, en.online.phrases[1] ?? "").click();
  await bob.locator(".phrase").waitFor();
  await resign(bob);
  await wonBy("Ann");
  await ann.locator("h1").click();
  await ann.keyboard.press("n");
  await bob.getByText(en.online.wantsRematch("Ann")).waitFor();
  const before = ann.url();
  await button(bob, en.online.agreeRematch).click();
  await ann.waitForURL((url) => url.href !== before);
  await expect.poll(() => bob.url()).toBe(ann.url());
  // Whoever was the second begins now.
  await expect.poll(() => announced(ann).textContent()).toContain(en.table.turnOf("Bob"));
});

test("a game that is over is kept, reviewed and replayed as all others are", async () => {
  const table = await together({ game: "color-bridge" });
  for (const turn of scriptOf("color-bridge").turns) {
    const before = await listed(bob).count();
    await takeTurn(turn.seat === 1 ? ann : bob, turn, mouse);
    if (turn.move !== "4") await settled(before + 1);
  }
  await wonBy("Ann");
  await expectGood(bob);
  await bob.keyboard.press("r");
  await bob.waitForURL(`**/#/review/online-${table}`);
  await bob.getByRole("heading", { name: en.review.title("Color Bridge") }).waitFor();
  // Ann has asked for nothing.
  await ann.evaluate(() => (location.hash = "#/games"));
  await ann.locator(`a[href="#/replay/online-${table}"]`).first().waitFor();
});

test("a move that was made while the server was away is played when it is back", async () => {
  await together({ game: "color-clash" });
  await server.kill();
  await ann.getByText(en.online.lost).waitFor();
  const [turn] = scriptOf("color-clash").turns;
  if (turn) await takeTurn(ann, turn, mouse);
  await server.start();
  await settled(1);
});

test("a clock that runs out ends the game", async () => {
  await together({ game: "color-bridge", time: { game: 1_000, increment: 0 } });
  await wonBy("Bob");
  expect(await player(ann, "Ann").getByRole("timer").textContent()).toBe("0:00.0");
});

test("whoever watches a hidden game is told no amounts before they are revealed", async () => {
  const script = scriptOf("energy-capture");
  const submitted: string[] = [];
  for (const page of both())
    page.on("websocket", (socket) =>
      socket.on("framesent", ({ payload }) => {
        if (String(payload).includes('"submit"')) submitted.push(String(payload));
      }),
    );
  const table = await together({ game: script.id });
  await guest(server.address, async (eve) => {
    const heard: string[] = [];
    eve.on("websocket", (socket) =>
      socket.on("framereceived", ({ payload }) => heard.push(String(payload))),
    );
    await goTo(eve, table);
    await eve.getByText(en.online.watching).waitFor();
    const isSecret = () => {
      const all = heard.join("\n");
      return script.turns.filter(({ units }) => units).every(({ move }) => !all.includes(move));
    };
    for (const [index, turn] of script.turns.entries()) {
      await takeTurn(turn.seat === 1 ? ann : bob, turn, mouse);
      if (index === script.turns.length - 1) break;
      await settled(index + 1);
      await expect.poll(() => listed(eve).count()).toBe(index + 1);
      expect(isSecret()).toBe(true);
    }
    expect(heard.length).toBeGreaterThan(3);
    expect(await eve.locator(".truth, [role=switch]").count()).toBe(0);
    await seeReveal(eve, mouse.press);
    await expect.poll(() => over(eve).textContent()).toBe(en.table.wins("Ann"));
    expect(isSecret()).toBe(false);
  });
  // What is encrypted shows its length.
  expect(submitted.map((message) => Buffer.byteLength(message))).toEqual(
    script.turns.map(() => 1024),
  );
  for (const page of both()) page.removeAllListeners("websocket");
});

test("an open challenge is taken from the list, and watched with what moves are worth", async () => {
  const { table, token } = await server.open({
    game: "color-bridge",
    name: "Ann",
    first: 1,
    listed: true,
    values: true,
  });
  await goTo(ann, table, token);
  await ann.getByText(en.online.waiting).waitFor();
  await bob.goto(`${server.address}#/online`);
  const asked = await loseAnswers(bob, 1);
  await bob.getByRole("button", { name: en.online.acceptWhat("Color Bridge", "Ann") }).click();
  for (const page of both()) await page.locator(".board").waitFor();
  await bob.unroute("**/accept");
  expect(asked).toHaveLength(2);
  expect(asked[1]).toBe(asked[0]);
  expect(JSON.parse(asked[0] ?? "")).toMatchObject({
    token: expect.stringMatching(/^[\w-]{22}$/) as string,
  });
  await guest(`${server.address}#/online`, async (eve) => {
    await eve.locator(`a[href="#/online/${table}"]`).click();
    await eve.getByText(en.online.watching).waitFor();
    expect(await button(eve, en.table.resign).count()).toBe(0);
    await eve.getByRole("switch", { name: en.truth.show }).check();
    await eve.locator(".cell .worth").first().waitFor();
    expect(await eve.locator(".cell.pickable").count()).toBe(0);
    await expectGood(eve);
  });
  expect(await ann.getByRole("switch", { name: en.truth.show }).count()).toBe(0);
});

test("a table that was offered is withdrawn, and nobody waits there", async () => {
  const { table, token, invitation } = await server.open({ game: "color-bridge", name: "Ann" });
  await goTo(ann, table, token);
  await button(ann, en.online.withdraw).click();
  await ann.getByRole("heading", { name: en.online.make }).waitFor();
  await goTo(bob, table);
  await bob.getByText(en.online.withdrawn).waitFor();
  await guest(linkTo(table, invitation), async (eve) => {
    await eve.getByText(en.online.withdrawn).waitFor();
    expect(await button(eve, en.online.sit).count()).toBe(0);
    expect(eve.url()).not.toContain(invitation);
  });
});

test("a program of the server answers", async () => {
  await ann.evaluate(() => (location.hash = "#/online"));
  await choose(ann, "game", "color-bridge");
  await choose(ann, "opponent", "perfect");
  await choose(ann, "first", "you");
  await button(ann, en.online.begin).click();
  await player(ann, en.players.perfect).waitFor();
  await takeTurn(ann, { seat: 1, move: "1", cells: [1, 1] }, mouse);
  await expect.poll(() => listed(ann).count()).toBe(2);
  // It agrees to whatever is taken back.
  await button(ann, en.online.askBack).click();
  await expect.poll(() => listed(ann).count()).toBe(0);
});

test("no program is asked for a game that takes long to solve", async () => {
  await ann.evaluate(() => (location.hash = "#/online"));
  await choose(ann, "game", "energy-capture");
  await choose(ann, "opponent", "perfect");
  await ann.getByText(en.setup.more).click();
  await choose(ann, "variant", "*");
  const units = ann.getByRole("spinbutton").first();
  await units.fill("47");
  await units.blur();
  await ann.getByText("is too large for a server to solve").waitFor();
  expect(await button(ann, en.online.begin).isDisabled()).toBe(true);
  await choose(ann, "opponent", "random");
  await expect.poll(() => button(ann, en.online.begin).isDisabled()).toBe(false);
  expect(await ann.getByText("is too large for a server to solve").count()).toBe(0);
});

test("a terminal plays against a browser", async () => {
  const { closing, turns }: Script = scriptOf("color-bridge");
  const { table, token, invitation } = await server.open({ game: "color-bridge", first: 1 });
  await goTo(ann, table, token);
  const link = linkTo(table, invitation);
  const terminal = spawn(program, ["join", link], {
    stdio: ["pipe", "pipe", "inherit"],
    env: { ...process.env, XDG_STATE_HOME: server.folder },
  });
  const ended = once(terminal, "exit");
  const told = text(terminal.stdout);
  const typed = turns.filter(({ seat }) => seat === 2).map(({ move }) => `${move}\n`);
  terminal.stdin.write(typed.join(""));
  const own: Turn[] = turns.filter(({ seat }) => seat === 1);
  for (const [index, turn] of own.entries()) {
    await takeTurn(ann, turn, mouse);
    if (index < own.length - 1) await expect.poll(() => listed(ann).count()).toBe(2 * index + 2);
  }
  await over(ann).waitFor();
  expect(await ended).toEqual([0, null]);
  expect((await told).trim().split("\n").at(-1)).toBe(closing);
});

test("a page from a plain host has no tables, and says why", async () => {
  const site = new Site();
  await site.open(await builtFiles());
  await guest(site.address, async (page) => {
    await page.locator("main .games").waitFor();
    expect(await page.locator('a[href="#/online"]').count()).toBe(0);
    await page.evaluate(() => (location.hash = "#/online"));
    await page.getByText(en.online.noTables).waitFor();
  });
  await site.close();
});
