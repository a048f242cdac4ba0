import { expect, test } from "./harness";
import { expectLooks } from "./looks";
import { states } from "./states";

const kLooks = [
  [360, "light"],
  [768, "dark"],
  [1440, "light"],
] as const;

for (const [width, colorScheme] of kLooks)
  test(`a document looks as it did: ${colorScheme}, ${width} pixels wide`, async ({ visit }) => {
    const viewport = { width, height: 720 };
    const page = await visit("docs/rulings.html", { colorScheme, viewport });
    await expectLooks(page, `document-${width}-${colorScheme}`);
  });

// The colors change with the state, so that every width is seen in both of them.
test("every main state looks as it did", async ({ visit }) => {
  const page = await visit("", { reducedMotion: "reduce" });
  for (const [index, { name, show }] of states.entries()) {
    // The games that are kept have their order by the minute.
    await page.clock.setFixedTime(new Date(2026, 10, 16, 12, index));
    await show(page);
    for (const [at, width] of [360, 768, 1440].entries()) {
      const colorScheme = (index + at) % 2 === 0 ? "light" : "dark";
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height: 720 });
      await page.mouse.move(0, 0);
      await page.evaluate(() => scrollTo(0, 0));
      await expectLooks(page, `${name}-${width}-${colorScheme}`);
    }
  }
});

test.skipIf(process.env["UPDATE_LOOKS"])("a change of looks is noticed", async ({ visit }) => {
  const page = await visit("docs/rulings.html", {
    colorScheme: "light",
    viewport: { width: 360, height: 720 },
  });
  await page.evaluate(() => document.querySelector("h1")?.remove());
  await expect(expectLooks(page, "document-360-light")).rejects.toThrow("looks different");
  await expect(expectLooks(page, "nothing-of-that-name")).rejects.toThrow("looks different");
});
