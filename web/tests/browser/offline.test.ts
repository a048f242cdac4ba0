import {
  cpSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { siteList } from "../../tools/offline.ts";
import { readSite } from "../../tools/server.mjs";
import { beginGame, expect, keeping, kept, test } from "./harness";
import { builtFiles, builtFolder, type Files } from "./site";

const kWorker = "service-worker.js";
const below = test.extend({ base: "/games/" });

// The site as another build would leave it: a name in the page, another hash in the name of what the page starts with.
async function otherVersion(name: string): Promise<Files> {
  const folder = mkdtempSync(join(tmpdir(), "duello-"));
  try {
    cpSync(builtFolder, folder, { recursive: true });
    const edit = (path: string, change: (text: string) => string) => {
      writeFileSync(join(folder, path), change(readFileSync(join(folder, path), "utf8")));
    };
    const [old = ""] = readdirSync(join(folder, "assets")).filter((name) =>
      /^index-.*\.css$/.test(name),
    );
    renameSync(join(folder, "assets", old), join(folder, "assets", `index-${name}00.css`));
    for (const path of readdirSync(folder, { recursive: true, encoding: "utf8" }))
      if (/\.(html|js)$/.test(path))
        edit(path, (text) => text.replaceAll(old, `index-${name}00.css`));
    edit("index.html", (html) =>
      html.replace("<head>", `<head><meta name="version" content="${name}">`),
    );
    edit(kWorker, (code) => code.replace(/\{"version":.*?\}\}/, () => siteList(folder)));
    return await readSite(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

// Asks for a newer version, as a browser does now and then, and waits until it serves the page or has been given up.
const update = (page: Page) =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready;
    const { active } = registration;
    // On a busy machine it may be further than that when this looks.
    const found: ServiceWorker[] = [];
    registration.addEventListener("updatefound", () => {
      if (registration.installing) found.push(registration.installing);
    });
    await registration.update().catch(() => undefined);
    const now = registration.active === active ? null : registration.active;
    const fresh = found[0] ?? registration.installing ?? registration.waiting ?? now;
    if (!fresh) return "none";
    return new Promise<string>((done) => {
      const look = () => {
        if (fresh.state === "activated" || fresh.state === "redundant") done(fresh.state);
      };
      fresh.addEventListener("statechange", look);
      look();
    });
  });

// Nothing for the site as it was built.
const versionOf = (page: Page) =>
  page.evaluate(() => document.querySelector<HTMLMetaElement>("meta[name=version]")?.content);
const styleOf = (page: Page) =>
  page.evaluate(() => document.querySelector<HTMLLinkElement>("link[rel=stylesheet]")?.href ?? "");
const status = (page: Page, address: string) =>
  page.evaluate((address) => fetch(address).then(({ status }) => status), address);

test("after the first visit the page and the documents need no network", async ({
  visit,
  site,
}) => {
  const page = await visit("", keeping);
  await kept(page);
  await site.close();
  await page.reload();
  await beginGame(page);
  await page.goto(`${site.address}docs/rulings.html`);
  await page.locator("h1").waitFor();
  await page.goto(`${site.address}index.html?from=elsewhere#/`);
  await page.locator("h1").waitFor();
});

test("every file of the site is kept, and nothing twice", async ({ visit, site }) => {
  const page = await visit("", keeping);
  await kept(page);
  const names = await page.evaluate(() => caches.keys());
  expect(names).toHaveLength(1);
  const addresses = await page.evaluate(
    async (name) => (await (await caches.open(name)).keys()).map(({ url }) => url),
    names[0] ?? "",
  );
  const files = [...(await builtFiles()).keys()].filter((path) => path !== kWorker);
  expect(addresses.sort()).toEqual(
    files.map((path) => site.address + (path === "index.html" ? "" : path)).sort(),
  );
});

test("an open page keeps its own files when a newer version comes", async ({ visit, site }) => {
  const page = await visit("", keeping);
  await kept(page);
  const style = await styleOf(page);
  await site.close();
  await site.open(await otherVersion("second"));
  expect(await update(page)).toBe("activated");
  expect(await versionOf(page)).toBeUndefined();
  expect(await status(page, style)).toBe(200);

  await page.reload();
  expect(await versionOf(page)).toBe("second");
  expect(await styleOf(page)).toContain("index-second00.css");
  expect(await status(page, await styleOf(page))).toBe(200);
  await site.close();
  await page.reload();
  expect(await versionOf(page)).toBe("second");
});

test("two versions are kept, and no more", async ({ visit, site }) => {
  const page = await visit("", keeping);
  await kept(page);
  for (const name of ["second", "third0", "second"]) {
    await site.close();
    await site.open(await otherVersion(name));
    expect(await update(page)).toBe("activated");
    await expect.poll(() => page.evaluate(async () => (await caches.keys()).length)).toBe(2);
    await page.reload();
    expect(await versionOf(page)).toBe(name);
  }
});

test("a site that is only half replaced is not taken", async ({ visit, site, complaints }) => {
  const page = await visit("", keeping);
  await kept(page);
  const [before, after] = [await builtFiles(), await otherVersion("second")];
  const half = new Map(before);
  for (const path of [kWorker, "assets/index-second00.css"]) {
    const file = after.get(path);
    if (file) half.set(path, file);
  }
  await site.close();
  await site.open(half);
  expect(await update(page)).toBe("redundant");
  await site.close();
  await page.reload();
  expect(await versionOf(page)).toBeUndefined();
  expect(await page.evaluate(async () => (await caches.keys()).length)).toBe(1);
  complaints.splice(0);

  await site.open(after);
  expect(await update(page)).toBe("activated");
  await page.reload();
  expect(await versionOf(page)).toBe("second");
});

below("a site leaves the others at its host alone", async ({ visit, site }) => {
  const page = await visit("", keeping);
  await kept(page);
  const others = [
    "somebody else",
    ...["1", "2", "3"].map((name) => `duello ${site.origin}/ ${name}`),
  ];
  await page.evaluate((names) => Promise.all(names.map((name) => caches.open(name))), others);
  for (const name of ["second", "third0"]) {
    await site.close();
    await site.open(await otherVersion(name));
    expect(await update(page)).toBe("activated");
  }
  const names = () => page.evaluate(() => caches.keys());
  await expect.poll(async () => (await names()).length).toBe(others.length + 2);
  expect(await names()).toEqual(expect.arrayContaining(others));
});
