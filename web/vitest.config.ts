// The page's units, in a simulated browser: npm test.
import { defineConfig, mergeConfig } from "vitest/config";
import site from "./vite.config.ts";

export default mergeConfig(
  site,
  defineConfig({
    // Vitest resolves as a server would, and gets a Svelte that cannot mount.
    resolve: { conditions: ["browser"] },
    test: {
      environment: "happy-dom",
      include: ["tests/unit/**/*.test.ts"],
      // They only end what hangs.
      testTimeout: 120_000,
      hookTimeout: 120_000,
    },
  }),
);
