// Fonts of the site: every page preloads those of its first screen, and licenses.txt holds the license of each.
import { readFileSync } from "node:fs";
import { posix } from "node:path";
import { fileURLToPath } from "node:url";
import type { Plugin } from "vite";

// The npm packages that src/style/fonts.css takes them from.
const kPackages = {
  "Source Sans 3": "@fontsource-variable/source-sans-3",
  "Source Serif 4": "@fontsource/source-serif-4",
  "Source Code Pro": "@fontsource-variable/source-code-pro",
} as const;
const kFirst = /^assets\/source-(sans|serif)-[^/]*\.woff2$/;

const licenseOf = (name: string) =>
  readFileSync(fileURLToPath(import.meta.resolve(`${name}/LICENSE`)), "utf8").trim();

export function fonts(): Plugin {
  return {
    name: "duello-fonts",
    apply: "build",
    generateBundle() {
      const source = Object.entries(kPackages)
        .map(([font, name]) => `${font}\n\n${licenseOf(name)}\n`)
        .join("\n\n");
      this.emitFile({ type: "asset", fileName: "licenses.txt", source });
    },
    transformIndexHtml: {
      order: "post",
      handler: (_, { bundle = {}, path }) =>
        Object.keys(bundle)
          .filter((file) => kFirst.test(file))
          .map((file) => ({
            tag: "link",
            attrs: {
              rel: "preload",
              href: posix.relative(posix.dirname(path), `/${file}`),
              as: "font",
              type: "font/woff2",
              crossorigin: true,
            },
            injectTo: "head" as const,
          })),
    },
  };
}
