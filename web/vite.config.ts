// How the page is built: one folder of static files that works from any address, hashed so that they may be kept forever.
import { fileURLToPath } from "node:url";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

// The library in WebAssembly, as CMake leaves it. `import address from "$wasm?url"` is its address on the site.
const wasm = process.env["DUELLO_WASM"] ?? here("../build/page/duello.wasm");

export default defineConfig({
  base: "./",
  plugins: [svelte()],
  resolve: {
    alias: { $wasm: wasm },
    // Vitest resolves as a server would, and gets a Svelte that cannot mount.
    ...(process.env["VITEST"] ? { conditions: ["browser"] } : {}),
  },
  worker: { format: "es" },
  build: {
    outDir: here("../build/site"),
    emptyOutDir: true,
    target: "es2022",
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
  },
  server: { fs: { allow: [here("."), here("../docs"), here("../build")] } },
  test: {
    environment: "happy-dom",
    include: ["tests/unit/**/*.test.ts"],
  },
});
