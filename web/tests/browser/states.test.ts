// One walk through every main state of the page. In each of them all is looked at that must hold everywhere: what it
// looks like, what axe finds, the contrast in the dark, the fonts of its text, and whether anything is cut off.
import type { Page } from "playwright-core";
import { foreignFonts } from "./fonts";
import { axeFinds, cutOff, expect, test, type Visit } from "./harness";
import { expectLooks } from "./looks";
import { builtFiles } from "./site";
import { states } from "./states";

interface Faults {
  looks: string[];
  axe: string[];
  contrast: string[];
  fonts: string[];
  cutOff: string[];
}

// The colors change with the state, so that every width is seen in both of them.
async function look(page: Page, name: string, index: number, faults: Faults): Promise<void> {
  const note = (kind: keyof Faults, found: readonly string[]) =>
    faults[kind].push(...found.map((finding) => `${name}: ${finding}`));
  for (const [at, width] of [360, 768, 1440].entries()) {
    const colorScheme = (index + at) % 2 === 0 ? "light" : "dark";
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width, height: 720 });
    await page.mouse.move(0, 0);
    await page.evaluate(() => scrollTo(0, 0));
    await expectLooks(page, `${name}-${width}-${colorScheme}`).catch((error: unknown) =>
      note("looks", [String(error)]),
    );
    if (at === 2) continue;
    if (colorScheme === "light") note("axe", await axeFinds(page));
    else note("contrast", await axeFinds(page, ["color-contrast"]));
  }
  note("fonts", await foreignFonts(page));
  // At 200 % a window of 640 pixels is one of 320.
  await page.setViewportSize({ width: 320, height: 512 });
  note("cutOff", await cutOff(page));
  await page.setViewportSize({ width: 1280, height: 720 });
}

async function showAll(page: Page, look: (name: string, index: number) => Promise<void>) {
  for (const [index, { name, show }] of states.entries()) {
    // The games that are kept have their order by the minute.
    await page.clock.setFixedTime(new Date(2026, 10, 16, 12, index));
    await show(page);
    await look(name, index);
  }
}

async function walk(visit: Visit): Promise<Faults> {
  const page = await visit("", { reducedMotion: "reduce" });
  const faults: Faults = { looks: [], axe: [], contrast: [], fonts: [], cutOff: [] };
  await showAll(page, (name, index) => look(page, name, index, faults));
  return faults;
}

// Whichever test comes first walks for all of them.
let walked: Promise<Faults> | undefined;
const faultsSeen = (visit: Visit) => (walked ??= walk(visit));

const kPromises = {
  looks: "every main state looks as it did",
  axe: "axe finds nothing to complain about on any screen",
  contrast: "every screen can be read in the dark",
  fonts: "every glyph on every screen comes from a font of the page",
  cutOff: "at 200 % zoom no screen scrolls sideways or is cut off",
} as const satisfies Record<keyof Faults, string>;

for (const [kind, promise] of Object.entries(kPromises))
  test(promise, async ({ visit }) => {
    expect((await faultsSeen(visit))[kind as keyof Faults]).toEqual([]);
  });

test("with much wider letters no screen scrolls sideways or is cut off", async ({
  visit,
  site,
  complaints,
}) => {
  // Without its fonts every letter is a wide box.
  await site.close();
  await site.open(new Map([...(await builtFiles())].filter(([path]) => !path.endsWith(".woff2"))));
  const page = await visit("", { reducedMotion: "reduce" });
  const found: string[] = [];
  await showAll(page, async (name) => {
    for (const width of [320, 360, 768, 1440]) {
      await page.setViewportSize({ width, height: 720 });
      found.push(...(await cutOff(page)).map((fault) => `${name}, ${width}: ${fault}`));
    }
    await page.setViewportSize({ width: 1280, height: 720 });
  });
  expect(found).toEqual([]);
  // The missing fonts are reported.
  complaints.splice(0);
});
