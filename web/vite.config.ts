// How the page is built: one folder of static files that works from any address, hashed so that they may be kept forever.
import { fileURLToPath } from "node:url";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";
import { documents } from "./tools/documents.ts";
import { fonts } from "./tools/fonts.ts";
import { offline } from "./tools/offline.ts";
import { policy } from "./tools/policy.ts";
import { projectVersion } from "./tools/version.ts";

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

// The library in WebAssembly, as CMake leaves it. `import address from '$wasm?url'` is its address on the site.
const wasm = process.env["DUELLO_WASM"] ?? here("../build/page/duello.wasm");

export default defineConfig({
  base: "./",
  define: { __VERSION__: JSON.stringify(projectVersion(here(".."))) },
  plugins: [svelte(), documents(here("../docs")), fonts(), policy(), offline()],
  resolve: { alias: [{ find: /^\$wasm(?=\?|$)/, replacement: wasm }] },
  worker: { format: "es" },
  build: {
    outDir: here("../build/site"),
    emptyOutDir: true,
    target: "es2022",
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: {
      checks: { bundlerTimings: false },
      input: {
        index: here("index.html"),
        "service-worker": here("service-worker/service-worker.ts"),
      },
      output: {
        // Browsers look for it at the same address again and again.
        entryFileNames: ({ name }) =>
          name === "service-worker" ? "[name].js" : "assets/[name]-[hash].js",
      },
    },
  },
  server: { fs: { allow: [here("."), here("../docs"), here("../build")] } },
});
