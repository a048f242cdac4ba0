import { en } from "../../src/lang/en";
import { expect, test } from "./harness";
import { button } from "./play";

test("rule values out of their range are refused in the address and in the form", async ({
  visit,
}) => {
  const page = await visit("#/play/color-bridge?length=99");
  await page.getByRole("alert").waitFor();
  expect(await button(page, en.setup.start).isDisabled()).toBe(true);
  const field = page.locator("input[type=number]").first();
  await field.fill("13");
  await field.press("Tab");
  await page.getByRole("alert").waitFor({ state: "detached" });
  await field.fill("0");
  await field.press("Tab");
  expect(await page.getByRole("alert").textContent()).toMatch(/\d/);
  expect(await button(page, en.setup.start).isDisabled()).toBe(true);

  for (const address of [
    "position/color-bridge?length=99",
    "position/color-bridge?moves=5-6 5",
    "position/color-bridge?moves=nonsense",
    "position/nonsense",
    "play/nonsense",
    "rules/nonsense",
    "lab/nonsense",
    "puzzle/nonsense?seed=1",
    "puzzle/any?seed=1&level=9",
    "replay/nonsense",
    "review/nonsense",
    "table/nonsense",
    "nonsense/%E0%A4%A",
  ]) {
    await page.evaluate((address) => (location.hash = `#/${address}`), address);
    await expect
      .poll(() => page.locator("main").textContent(), { message: address })
      .toMatch(/\w+ .*[.?]/);
    expect(await page.locator("main .board").count(), address).toBe(0);
  }
});
