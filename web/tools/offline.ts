// Tells the service worker which files make up this version of the site, and what is in them.
import { createHash } from "node:crypto";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, relative, sep } from "node:path";
import type { Plugin } from "vite";

const kWorker = "service-worker.js";

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join("/"))
    .sort();
}

// A version and the hashes of all files in the folder, as the service worker wants them.
export function siteList(folder: string): string {
  const hashes = filesBelow(folder)
    .filter((path) => path !== kWorker)
    .map((path): [string, string] => {
      const hash = createHash("sha256").update(readFileSync(join(folder, path)));
      return [path === "index.html" ? "" : path, `sha256-${hash.digest("base64")}`];
    });
  const version = createHash("sha256").update(JSON.stringify(hashes)).digest("hex").slice(0, 16);
  return JSON.stringify({ version, files: Object.fromEntries(hashes) });
}

export function offline(): Plugin {
  return {
    name: "duello-offline",
    apply: "build",
    writeBundle: {
      // When all others have written theirs.
      order: "post",
      sequential: true,
      handler({ dir = "." }) {
        const worker = join(dir, kWorker);
        const code = readFileSync(worker, "utf8");
        if (!code.includes("__SITE__")) this.error(`${kWorker} has no place for the list of files`);
        writeFileSync(
          worker,
          code.replaceAll("__SITE__", () => siteList(dir)),
        );
      },
    },
  };
}
