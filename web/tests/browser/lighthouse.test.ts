// LIGHTHOUSE=speed also measures the performance, which says something only on a machine that does nothing else.
import { expect, test } from "./harness";
import { scoresOf } from "./lighthouse";

test("Lighthouse finds nothing to criticize", async ({ site }) => {
  const { scores, faults } = await scoresOf(site.address, ["accessibility", "best-practices"]);
  expect(faults).toEqual([]);
  expect(scores).toEqual({ accessibility: 100, "best-practices": 100 });
});

test.runIf(process.env["LIGHTHOUSE"])("Lighthouse calls it fast", async ({ site }) => {
  const { scores, faults } = await scoresOf(site.address, ["performance"]);
  process.stdout.write(`performance ${scores["performance"] ?? 0}: ${faults.join("; ")}\n`);
  expect(scores["performance"]).toBeGreaterThanOrEqual(95);
});
