// How long it takes from a click until the move is on the screen, on a processor four times slower: of every game that
// is played by pointing. The worker's thread is not slowed down, only what draws.
// node click.mjs [SLOWER], after `make site`
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";
import { readSite, siteServer } from "../../web/tools/server.mjs";

const [slower = "4"] = process.argv.slice(2);
const server = siteServer(await readSite(fileURLToPath(new URL("../../build/site", import.meta.url))));
server.listen(0, "127.0.0.1");
await once(server, "listening");
const address = `http://127.0.0.1:${server.address().port}/`;
// The examples in the rules; of each move the cells that are pointed at.
const games = [
  ["capture-the-flag", [[3], [7], [5], [4], [8], [3], [10]]],
  ["color-capture", [[15], [1], [2], [14], [13], [3], [4], [12], [5], [6]]],
  ["color-bridge", [[5, 6], [7, 7], [4, 4]]],
  ["color-clash", [[7], [6], [5], [2], [1]]],
];

// From the last click until the frame with another board has been handed over for painting.
const watchNextMove = () => {
  const cells = document.querySelector(".cells");
  let clicked = 0;
  addEventListener("click", ({ timeStamp }) => (clicked = timeStamp), { capture: true });
  globalThis.taken = new Promise((resolve) => {
    const observer = new MutationObserver((changes) => {
      // A figure has come or gone.
      const figures = changes.flatMap((change) => [...change.addedNodes, ...change.removedNodes]);
      if (!figures.some((node) => node.querySelector?.("svg") || node.nodeName === "svg")) return;
      observer.disconnect();
      requestAnimationFrame(() => {
        const channel = new MessageChannel();
        channel.port1.onmessage = () => resolve(performance.now() - clicked);
        channel.port2.postMessage("");
      });
    });
    observer.observe(cells, { childList: true, subtree: true });
  });
};

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium-headless-shell",
  args: ["--no-sandbox"],
});
const row = (...cells) => console.log(cells.map((cell, at) => (at ? cell.padStart(10) : cell.padEnd(32))).join(""));
row(`from the click, ${slower} times slower`, "median", "most", "moves");
for (const [game, moves] of games) {
  const page = await browser.newPage();
  await page.goto(`${address}#/play/${game}`);
  await page.locator("label:has(input[name=opponent][value=human])").click();
  await page.locator("button[type=submit]").click();
  await page.locator(".cell.pickable").first().waitFor();
  const session = await page.context().newCDPSession(page);
  await session.send("Emulation.setCPUThrottlingRate", { rate: Number(slower) });
  const taken = [];
  for (const cells of moves) {
    await page.evaluate(watchNextMove);
    for (const cell of cells) {
      // As a hand does it: the pointer is there for a moment before it is pressed, and pressed for a moment.
      await page.locator(`.cell[data-cell="${cell}"]`).hover();
      await page.waitForTimeout(300);
      await page.mouse.down();
      await page.waitForTimeout(80);
      await page.mouse.up();
    }
    taken.push(await page.evaluate(() => globalThis.taken));
  }
  taken.sort((one, two) => one - two);
  row(game, `${taken[taken.length >> 1].toFixed(0)} ms`, `${taken.at(-1).toFixed(0)} ms`, String(taken.length));
  await page.close();
}
await browser.close();
server.close();
