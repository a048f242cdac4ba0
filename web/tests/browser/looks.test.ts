import { expect, test } from "./harness";
import { expectLooks } from "./looks";

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

const kRenewing = process.env["UPDATE_LOOKS"] !== undefined;

test.skipIf(kRenewing)(
  "a change of looks is noticed, unless UPDATE_LOOKS renews them",
  async ({ visit }) => {
    const page = await visit("docs/rulings.html", {
      colorScheme: "light",
      viewport: { width: 360, height: 720 },
    });
    await page.evaluate(() => document.querySelector("h1")?.remove());
    await expect(expectLooks(page, "document-360-light")).rejects.toThrow("looks different");
    await expect(expectLooks(page, "nothing-of-that-name")).rejects.toThrow("looks different");
  },
);
