// @vitest-environment node
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliDecompressSync } from "node:zlib";
import { expect, test } from "vitest";
import { signs, signsWoff2 } from "../../tools/signs.mjs";

const here = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url));
const kFonts = [
  "@fontsource-variable/source-sans-3",
  "@fontsource-variable/source-code-pro",
  "@fontsource/source-serif-4",
];

// A predicate for ranges such as "U+0000-00FF,U+0131".
function inRange(range: string): (letter: string) => boolean {
  const parts = range.split(/, */).map((part) => {
    const [first = "", last = first] = part.replace("U+", "").split("-");
    return [parseInt(first, 16), parseInt(last, 16)] as const;
  });
  return (letter) => {
    const code = letter.codePointAt(0) ?? 0;
    return parts.some(([first, last]) => first <= code && code <= last);
  };
}

const latin = kFonts.map((font) => {
  const ranges = JSON.parse(readFileSync(here(`node_modules/${font}/unicode.json`), "utf8")) as {
    latin: string;
  };
  return inRange(ranges.latin);
});

const written = readdirSync(here("src"), { recursive: true, encoding: "utf8" })
  .filter((path) => /\.(svelte|ts)$/.test(path))
  .map((path): [string, string] => [path, readFileSync(join(here("src"), path), "utf8")]);

test("the fonts cover every character in the source of the page", () => {
  const missing = written.flatMap(([path, text]) =>
    [...new Set(text)]
      .filter((letter) => !signs.includes(letter) && !latin.every((has) => has(letter)))
      .map((letter) => `${letter} in ${path}`),
  );
  expect(missing).toEqual([]);
});

test("every symbol of the font of signs is used, and in its unicode-range", () => {
  const text = written.map(([, text]) => text).join("");
  const ranges = /unicode-range: ([^;]*);/.exec(readFileSync(here("src/style/fonts.css"), "utf8"));
  const known = inRange(ranges?.[1] ?? "");
  for (const sign of signs) {
    expect(text, sign).toContain(sign);
    expect(known(sign), sign).toBe(true);
  }
});

test("signs.woff2 is what tools/signs.mjs draws", () => {
  const kept = readFileSync(here("src/style/signs.woff2"));
  const drawn = signsWoff2();
  // Another version of Node may compress it differently.
  const packed = (font: Buffer) => font.readUInt32BE(20);
  const contents = (font: Buffer) => {
    const end = font.readUInt32BE(8);
    const start = [0, 1, 2, 3].map((padding) => end - padding - packed(font));
    for (const each of start)
      try {
        return brotliDecompressSync(font.subarray(each, each + packed(font)));
      } catch {
        continue;
      }
    return undefined;
  };
  expect(contents(drawn)).toBeDefined();
  expect(contents(kept)).toEqual(contents(drawn));
});
