import { gzipSync } from "node:zlib";
import { beginGame, expect, test } from "./harness";
import { builtFiles } from "./site";

test("the library weighs at most 200 kB", async () => {
  const sizes = [...(await builtFiles())]
    .filter(([path]) => path.endsWith(".wasm"))
    .map(([, { plain }]) => gzipSync(plain, { level: 9 }).length);
  expect(sizes).toHaveLength(1);
  expect(sizes[0]).toBeLessThanOrEqual(200_000);
});

test("a first game is begun after at most 350 kB", async ({ visit, site }) => {
  // What is kept for the next visit comes later, and nobody waits for it.
  const page = await visit();
  await beginGame(page);
  expect(site.bytes).toBeGreaterThan(50_000);
  expect(site.bytes).toBeLessThanOrEqual(350_000);
});
