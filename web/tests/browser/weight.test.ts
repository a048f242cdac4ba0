import { beginGame, expect, test } from "./harness";
import { builtFiles } from "./site";

test("the library weighs at most 200 kB", async () => {
  const sizes = [...(await builtFiles())]
    .filter(([path]) => path.endsWith(".wasm"))
    .map(([, { gzip }]) => gzip?.length ?? Infinity);
  expect(sizes).toHaveLength(1);
  expect(sizes[0]).toBeLessThanOrEqual(200_000);
});

test("a first game is begun after at most 350 kB", async ({ visit, site }) => {
  // What is kept for the next visit comes later, and nobody waits for it.
  const page = await visit("", { serviceWorkers: "block" });
  await beginGame(page);
  expect(site.bytes).toBeGreaterThan(50_000);
  expect(site.bytes).toBeLessThanOrEqual(350_000);
});
