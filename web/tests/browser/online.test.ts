// Two people in two browsers at a table of the real server: duello serve, with the built site. DUELLO names the program.
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer, type AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { chromium, type Browser, type BrowserContext, type Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, inject, test, vi } from "vitest";
import { en } from "../../src/lang/en";
import { axeFinds } from "./harness";
import { button, listed, mouse, over, scripts, takeTurn, type Script } from "./play";
import { builtFolder } from "./site";

const kProgram =
  process.env["DUELLO"] ?? fileURLToPath(new URL("../../../build/release/duello", import.meta.url));

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
}

class TableServer {
  readonly #port: number;
  readonly #folder: string;
  #process: ChildProcess | undefined;

  constructor(port: number, folder: string) {
    this.#port = port;
    this.#folder = folder;
  }

  get address(): string {
    return `http://127.0.0.1:${this.#port}/`;
  }

  async start(): Promise<void> {
    const store = `sqlite:${join(this.#folder, "tables.db")}`;
    const listen = `127.0.0.1:${this.#port}`;
    this.#process = spawn(
      kProgram,
      ["serve", "--listen", listen, "--store", store, "--site", builtFolder],
      { stdio: "ignore" },
    );
    await vi.waitFor(() => fetch(`${this.address}healthz`), { timeout: 20_000 });
  }

  async stop(signal: NodeJS.Signals): Promise<void> {
    const process = this.#process;
    this.#process = undefined;
    if (!process || process.exitCode !== null) return;
    const gone = once(process, "exit");
    process.kill(signal);
    await gone;
  }
}

let browser: Browser;
let server: TableServer;
let folder: string;
const open: BrowserContext[] = [];
const complaints: string[] = [];

async function visitor(path: string): Promise<Page> {
  const context = await browser.newContext();
  open.push(context);
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

const choose = (page: Page, name: string, value: string) =>
  page.locator(`label:has(input[name=${name}][value="${value}"])`).click();

// Ann has made a table and Bob has followed her link.
async function twoAt(script: Script): Promise<[Page, Page]> {
  const ann = await visitor(server.address);
  await ann.locator('nav a[href="#/online"]').click();
  await choose(ann, "game", script.id);
  await ann.getByLabel(en.setup.you, { exact: true }).fill("Ann");
  await choose(ann, "first", "you");
  await button(ann, en.online.makeLink).click();
  const link = await ann.getByLabel(en.online.link).inputValue();
  const bob = await visitor(link);
  await bob.getByLabel(en.setup.you, { exact: true }).fill("Bob");
  await button(bob, en.online.sit).click();
  for (const page of [ann, bob]) await page.locator(".board").waitFor();
  return [ann, bob];
}

const settled = async (pages: readonly Page[], moves: number) => {
  for (const page of pages) await expect.poll(() => listed(page).count()).toBe(moves);
};

beforeAll(async () => {
  browser = await chromium.connect(inject("browser"));
  folder = await mkdtemp(join(tmpdir(), "duello-online-"));
  server = new TableServer(await freePort(), folder);
  if (existsSync(kProgram)) await server.start();
});

afterEach(async () => {
  await Promise.all(open.splice(0).map((context) => context.close()));
  expect(complaints.splice(0)).toEqual([]);
});

afterAll(async () => {
  await server.stop("SIGTERM");
  await browser.close();
  await rm(folder, { recursive: true, force: true });
});

describe.skipIf(!existsSync(kProgram))("at a table of the server", () => {
  test.for(scripts)("$title is played to its end, whatever breaks", async (script) => {
    const pages = await twoAt(script);
    const [ann, bob] = pages;
    expect(bob.url()).toMatch(/#\/online\/[\w-]{16}$/);
    const troubles = [
      () => bob.reload(),
      async () => {
        await ann.context().setOffline(true);
        await ann.getByText(en.online.lost).waitFor();
        await ann.context().setOffline(false);
      },
      async () => {
        await server.stop("SIGKILL");
        await bob.getByText(en.online.lost).waitFor();
        await server.start();
      },
    ];
    for (const [index, turn] of script.turns.entries()) {
      await takeTurn(pages[turn.seat - 1] ?? ann, turn, mouse);
      if (index < script.turns.length - 1) await settled(pages, index + 1);
      await troubles[index]?.();
    }
    for (const page of pages)
      await expect
        .poll(() => over(page).textContent())
        .toBe(en.table.wins(script.winner === 1 ? "Ann" : "Bob"));
    expect(await axeFinds(ann)).toEqual([]);
    await button(bob, en.table.review).click();
    await bob.waitForURL(/#\/review\/online-/);
    await bob.getByRole("heading", { name: en.review.title(script.title) }).waitFor();
  });

  test("a move that was made while the server was away is played when it is back", async () => {
    const script = scripts[0];
    if (!script) return;
    const pages = await twoAt(script);
    const [first] = script.turns;
    await server.stop("SIGKILL");
    await pages[0].getByText(en.online.lost).waitFor();
    if (first) await takeTurn(pages[0], first, mouse);
    await server.start();
    await settled(pages, 1);
  });

  test("what is placed in secret is seen by whoever placed it, and nobody else", async () => {
    const script = scripts.find(({ hidden }) => hidden);
    const turn = script?.turns[0];
    if (!script || !turn) return;
    const heard: string[] = [];
    const pages = await twoAt(script);
    const [ann, bob] = pages;
    bob.on("websocket", (socket) =>
      socket.on("framereceived", ({ payload }) => heard.push(String(payload))),
    );
    await bob.reload();
    await bob.locator(".board").waitFor();
    await takeTurn(ann, turn, mouse);
    await settled(pages, 1);
    expect(heard.length).toBeGreaterThan(0);
    expect(heard.join("\n")).not.toContain(turn.move);
    await expect.poll(() => ann.locator(".side li").first().textContent()).toContain(turn.move);
    await expect
      .poll(() => bob.locator(".side li").first().textContent())
      .toContain(en.table.hiddenMove);
  });

  test("moves are taken back, phrases said and rematches played by two", async () => {
    const script = scripts[0];
    const first = script?.turns[0];
    if (!script || !first) return;
    const pages = await twoAt(script);
    const [ann, bob] = pages;
    await takeTurn(ann, first, mouse);
    await settled(pages, 1);
    await button(ann, en.online.askBack).click();
    await button(bob, en.online.agree).click();
    await settled(pages, 0);
    await ann.locator("summary", { hasText: en.online.say }).click();
    await button(ann, en.online.phrases[1] ?? "").click();
    await bob.locator(".phrase").waitFor();
    await button(bob, en.table.resign).click();
    await button(bob, en.table.resignYes).click();
    for (const page of pages)
      await expect.poll(() => over(page).textContent()).toBe(en.table.wins("Ann"));
    const before = ann.url();
    await button(ann, en.table.rematch).click();
    await button(bob, en.online.agreeRematch).click();
    await ann.waitForURL((url) => url.href !== before);
    await expect.poll(() => bob.url()).toBe(ann.url());
    for (const page of pages) await page.locator(".board").waitFor();
    // They have changed seats, and whoever began before is the second now.
    await ann.locator(".player").last().getByText("Ann").waitFor();
  });

  test("an open challenge is taken from the list and watched by others", async () => {
    const ann = await visitor(`${server.address}#/online`);
    await choose(ann, "game", scripts[0]?.id ?? "");
    await choose(ann, "whom", "anybody");
    await button(ann, en.online.makeOpen).click();
    await ann.getByText(en.online.waiting).waitFor();
    expect(await axeFinds(ann)).toEqual([]);
    const bob = await visitor(`${server.address}#/online`);
    await bob.locator("button", { hasText: en.online.accept }).first().click();
    await bob.locator(".board").waitFor();
    await ann.locator(".board").waitFor();
    const eve = await visitor(ann.url());
    await eve.getByText(en.online.watching).waitFor();
    expect(await eve.getByRole("button", { name: en.table.resign }).count()).toBe(0);
    expect(await eve.locator(".cell.pickable").count()).toBe(0);
  });
});

test("a page from a plain host says nothing of tables", async () => {
  const { Site, builtFiles } = await import("./site");
  const site = new Site();
  await site.open(await builtFiles());
  const page = await visitor(site.address);
  await page.locator("main .games").waitFor();
  expect(await page.locator('a[href="#/online"]').count()).toBe(0);
  await site.close();
});
