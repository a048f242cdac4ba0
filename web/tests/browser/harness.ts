// What every browser test has: the site, and pages in a browser that knows nothing yet. A test fails if a page complains
// on its console, breaks its security policy or asks for anything that is not on the site.
import axe from "axe-core";
import { chromium, type Browser, type BrowserContextOptions, type Page } from "playwright-core";
import { test as base, expect, inject } from "vitest";
import { en } from "../../src/lang/en";
import { builtFiles, Site } from "./site";

export { expect } from "vitest";

// Opens a page in a context of its own, at a path of the site such as "docs/rulings.html" or "#/table". Whoever wants
// the site to be kept for the next visit says so, as that takes a while.
export type Visit = (path?: string, options?: BrowserContextOptions) => Promise<Page>;

interface Fixtures {
  // The folder of its host in which the site lies.
  base: string;
  site: Site;
  visit: Visit;
  // What pages complained about so far. Who expects a complaint takes it out.
  complaints: string[];
}

let browser: Promise<Browser> | undefined;
const connected = () => (browser ??= chromium.connect(inject("browser")));

// For an action or an event on a page, in milliseconds, before it counts as hanging.
export const kPatience = 120_000;

export const widths = [360, 768, 1440] as const;

export const test = base.extend<Fixtures>({
  base: "/",
  site: async ({ base }, use) => {
    const site = new Site(base);
    await site.open(await builtFiles());
    await use(site);
    await site.close();
  },
  complaints: async ({}, use) => {
    const complaints: string[] = [];
    await use(complaints);
    expect(complaints).toEqual([]);
  },
  visit: async ({ site, complaints }, use) => {
    const open: { close: () => Promise<void> }[] = [];
    await use(async (path = "", options = {}) => {
      const context = await (await connected()).newContext({ serviceWorkers: "block", ...options });
      open.push(context);
      context.setDefaultTimeout(kPatience);
      context.on("console", (message) => {
        const isOurs = !message.text().includes("blocked by Playwright");
        if (isOurs && ["error", "warning"].includes(message.type()))
          complaints.push(message.text());
      });
      context.on("weberror", (error) => complaints.push(error.error().message));
      context.on("request", (request) => {
        const { origin, protocol } = new URL(request.url());
        if (origin !== site.origin && protocol !== "data:" && protocol !== "blob:")
          complaints.push(`asked for ${request.url()}`);
      });
      const page = await context.newPage();
      await page.goto(site.address + path);
      return page;
    });
    await Promise.all(open.map((context) => context.close()));
  },
});

// By all of axe's rules, or only those that are named.
export async function axeFinds(page: Page, rules: string[] = []): Promise<string[]> {
  // Once for each document.
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(axe.source);
  return page.evaluate(async (rules) => {
    const { violations } = await (window as unknown as { axe: typeof axe }).axe.run(document, {
      resultTypes: ["violations"],
      ...(rules.length > 0 ? { runOnly: rules } : {}),
    });
    return violations.map(
      ({ id, help, nodes }) => `${id}: ${help}: ${nodes.map((node) => node.html).join(" ")}`,
    );
  }, rules);
}

export async function expectAccessible(page: Page, rules: string[] = []): Promise<void> {
  expect(await axeFinds(page, rules)).toEqual([]);
}

// What can be read or used lies wholly inside the window, or in something that scrolls by itself.
export const cutOff = (page: Page) =>
  page.evaluate(async () => {
    // What depends on its own width is laid out once more in the frame that follows.
    for (let frames = 0; frames < 2; ++frames)
      await new Promise((resolve) => requestAnimationFrame(resolve));
    const { clientWidth, scrollWidth } = document.documentElement;
    const scrolls = (element: Element | null): boolean =>
      element !== null &&
      element !== document.body &&
      (["auto", "scroll"].includes(getComputedStyle(element).overflowX) ||
        scrolls(element.parentElement));
    const wide = [...document.querySelectorAll("main *")]
      .filter((element) => {
        const box = element.getBoundingClientRect();
        return box.width > 1 && box.right > clientWidth + 1 && !scrolls(element);
      })
      .map((element) => `${element.tagName}.${element.classList.value}`);
    return [
      ...(scrollWidth > clientWidth ? [`page ${scrollWidth} > ${clientWidth}`] : []),
      ...wide,
    ];
  });

// A processor so many times slower than this one.
export async function slowDown(page: Page, times: number): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send("Emulation.setCPUThrottlingRate", { rate: times });
}

export const keeping = { serviceWorkers: "allow" } as const;

// The service worker has the whole site and answers for it.
export async function kept(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
    if (!navigator.serviceWorker.controller)
      await new Promise((done) => {
        navigator.serviceWorker.addEventListener("controllerchange", done);
      });
  });
}

// From the front page to a board on which one may move, with what is suggested.
export async function beginGame(page: Page): Promise<void> {
  await page.locator('main a[href^="#/play/"]').first().click();
  await page.getByRole("button", { name: en.setup.start, exact: true }).click();
  await page.locator("main .board button:enabled").first().waitFor();
}
