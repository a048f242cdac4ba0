import { en } from "../../src/lang/en";
import { expect, test } from "./harness";
import { button, enter, expectEnd, listed, click, raiseCurtain, scripts, seeReveal } from "./play";

// What somebody may type in any game that is no move of it.
const kWrong = ["nonsense", "99", "<b>1</b>"];

test.for(scripts)(
  "$title is typed as in the terminal, wrong lines and all",
  async (script, { visit }) => {
    const page = await visit();
    await enter(page, script.id);
    const field = page.getByLabel(en.table.typeMove);
    for (const [index, { seat, move }] of script.turns.entries()) {
      if (script.hidden) await raiseCurtain(page, script.names[seat - 1] ?? "", click);
      if (index === 0) {
        for (const line of kWrong) {
          await field.fill(line);
          await field.press("Enter");
          const trouble = page.getByRole("alert");
          await trouble.waitFor();
          expect((await trouble.textContent())?.length).toBeGreaterThan(10);
          expect(await field.inputValue()).toBe(line);
        }
      }
      await field.fill(move);
      await field.press("Enter");
      if (!script.hidden) await expect.poll(() => listed(page).count()).toBe(index + 1);
    }
    if (script.hidden) await seeReveal(page, click);
    await expectEnd(page, script);
    expect(await page.getByRole("alert").count()).toBe(0);
  },
);

test("undo, resign and swap are typed too", async ({ visit }) => {
  const page = await visit("#/play/color-bridge");
  await page.locator("summary", { hasText: en.setup.more }).click();
  await page.getByLabel(en.setup.swap).check();
  await page.locator("label:has(input[name=opponent][value=human])").click();
  await button(page, en.setup.start).click();
  const field = page.getByLabel(en.table.typeMove);
  const type = async (line: string) => {
    await field.fill(line);
    await field.press("Enter");
    await expect
      .poll(() =>
        field
          .or(page.locator(".end"))
          .first()
          .evaluate((element) => (element instanceof HTMLInputElement ? element.value : "")),
      )
      .toBe("");
  };
  await type("5");
  await type("undo");
  await expect.poll(() => listed(page).count()).toBe(0);
  await type("5-6");
  await type("swap");
  await page.locator(".side li", { hasText: en.table.changedSeats }).waitFor();
  await type("resign");
  await page.locator(".end").waitFor();
});
