// The built page in a real browser: npm run browser, after make site.
import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["tests/browser/**/*.test.ts"],
    globalSetup: "tests/browser/setup.ts",
    // Timeouts only end what hangs. They leave time for a machine that is busy with other work.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    expect: { poll: { timeout: 120_000 } },
    maxWorkers: 2,
    // The files share the browser and what is built.
    isolate: false,
  },
});
