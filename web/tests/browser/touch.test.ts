import type { Page } from "playwright-core";
import { expect, test } from "./harness";
import { begin, cellOf, enter, finger, listed, playScript, scripts, tap } from "./play";

const phone = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };

test.for(scripts)("two people play $title on a phone by touch", async (script, { visit }) => {
  const page = await visit("", phone);
  await enter(page, script.id, {}, tap);
  await playScript(page, script, finger);
});

async function dragFinger(page: Page, from: number, to: number): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const middle = async (cell: number) => {
    const box = await cellOf(page, cell).boundingBox();
    return { x: (box?.x ?? 0) + (box?.width ?? 0) / 2, y: (box?.y ?? 0) + (box?.height ?? 0) / 2 };
  };
  const [start, end] = [await middle(from), await middle(to)];
  const send = (type: "touchStart" | "touchMove" | "touchEnd", at?: typeof start) =>
    session.send("Input.dispatchTouchEvent", { type, touchPoints: at ? [at] : [] });
  await send("touchStart", start);
  for (const share of [0.2, 0.4, 0.6, 0.8, 1])
    await send("touchMove", {
      x: start.x + (end.x - start.x) * share,
      y: start.y + (end.y - start.y) * share,
    });
  await send("touchEnd");
}

test("a token is dragged with a finger", async ({ visit }) => {
  const page = await visit("#/play/capture-the-flag", {
    ...phone,
    viewport: { width: 800, height: 740 },
  });
  await begin(page, {}, tap);
  await cellOf(page, 0).scrollIntoViewIfNeeded();
  await dragFinger(page, 0, 2);
  await expect.poll(() => listed(page).count()).toBe(1);
  expect(await cellOf(page, 2).getAttribute("aria-label")).toContain("Player 1's token");
});

test("what a finger must hit is large enough", async ({ visit }) => {
  const page = await visit("", phone);
  for (const { id } of scripts) {
    await page.goto(`${page.url().split("#")[0]}#/play/${id}`);
    await begin(page, {}, tap);
    const small = await page.evaluate(() =>
      [...document.querySelectorAll<HTMLElement>(".cell.pickable, .table button:not(.cell)")]
        .map((element) => ({
          name: element.ariaLabel ?? element.innerText,
          box: element.getBoundingClientRect(),
        }))
        .filter(({ box }) => Math.min(box.width, box.height) < 24)
        .map(({ name }) => name),
    );
    expect(small).toEqual([]);
  }
});
