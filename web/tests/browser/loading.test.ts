import { expect, expectAccessible, keeping, kept, test } from "./harness";

test("the page loads and is accessible", async ({ visit }) => {
  const page = await visit();
  await page.locator("h1").waitFor();
  expect(await page.title()).toContain("Duello");
  await expectAccessible(page);
});

test("what the policy forbids does not run", async ({ visit, complaints }) => {
  const page = await visit();
  await page.evaluate(() => {
    const script = document.createElement("script");
    script.textContent = 'document.title = "run"';
    document.head.append(script);
    const style = document.createElement("style");
    style.textContent = "body { display: none }";
    document.head.append(style);
  });
  expect(await page.title()).not.toBe("run");
  await expect.poll(() => complaints.length).toBe(2);
  expect(complaints.splice(0).join()).toMatch(/script-src.*style-src/s);
});

test("nothing else can be asked for", async ({ visit, complaints }) => {
  const page = await visit();
  const answer = await page.evaluate(() => fetch("http://elsewhere.example/").then(String, String));
  expect(answer).toContain("TypeError");
  await expect.poll(() => complaints.join()).toContain("connect-src");
  complaints.splice(0);
});

const below = test.extend({ base: "/games/of/mine/" });

below("the page works from a folder below others", async ({ visit, site }) => {
  const page = await visit("", keeping);
  await page.locator("h1").waitFor();
  await kept(page);
  expect(
    site.sent.map(({ path }) => path).filter((path) => !path.startsWith("/games/of/mine/")),
  ).toEqual([]);
});
