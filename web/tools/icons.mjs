// Draws the icons that must be PNGs from public/icon.svg: node tools/icons.mjs, after the drawing was changed.
import { readFileSync, writeFileSync } from "node:fs";
import { chromium } from "playwright-core";

const folder = new URL("../public/", import.meta.url);
const drawing = readFileSync(new URL("icon.svg", folder), "utf8");
// A mask may cut off the corners by itself.
const square = drawing.replace(/ rx="\d+"/, "");

const browser = await chromium.launch({
  executablePath: "/usr/bin/chromium-headless-shell",
  args: ["--no-sandbox"],
});
for (const [size, svg] of /** @type {const} */ ([
  [180, square],
  [192, drawing],
  [512, square],
])) {
  const page = await browser.newPage({ viewport: { width: size, height: size } });
  await page.setContent(`<style>body { margin: 0 } svg { display: block }</style>${svg}`);
  writeFileSync(
    new URL(`icon-${size}.png`, folder),
    await page.screenshot({ omitBackground: true }),
  );
  await page.close();
}
await browser.close();
