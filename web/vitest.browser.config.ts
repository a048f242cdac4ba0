// The built page in a real browser: npm run browser, after make site.
import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["tests/browser/**/*.test.ts"],
    globalSetup: "tests/browser/setup.ts",
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // However busy the machine is.
    expect: { poll: { timeout: 20_000 } },
    // Once in some thousand tests a browser stalls; what is wrong is wrong twice.
    retry: 1,
    maxWorkers: 2,
    // The files share the browser and what is built.
    isolate: false,
  },
});
