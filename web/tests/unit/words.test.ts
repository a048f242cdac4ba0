import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { en } from "../../src/lang/en";

const kSource = join(import.meta.dirname, "../../src");

// Everything that may say something, but for the languages themselves.
const files = readdirSync(kSource, { recursive: true, encoding: "utf8" })
  .filter((file) => /\.(ts|svelte)$/.test(file) && !/^lang.(en|de)\.ts$/.test(file))
  .map((file) => readFileSync(join(kSource, file), "utf8"));

function uses(text: string, section: string, key: string): boolean {
  if (new RegExp(`words\\(\\)\\s*\\.${section}\\s*\\.${key}\\b`).test(text)) return true;
  if (new RegExp(`\\{[^{}]*\\b${key}\\b[^{}]*\\}\\s*=\\s*words\\(\\)\\.${section};`).test(text)) {
    return true;
  }
  const isTaken = new RegExp(`\\{[^{}]*\\b${section}\\b[^{}]*\\}\\s*=\\s*words\\(\\);`).test(text);
  return isTaken && new RegExp(`\\b${section}(\\[|\\.${key}\\b)`).test(text);
}

test("nothing is in a language that the page never says", () => {
  const sections: [string, unknown][] = Object.entries(en);
  const unused = sections.flatMap(([section, words]) =>
    (typeof words === "object" && words !== null ? Object.keys(words) : [])
      .filter((key) => !files.some((text) => uses(text, section, key)))
      .map((key) => `${section}.${key}`),
  );
  expect(unused).toEqual([]);
});
