import { expect, expectAccessible, test, widths } from "./harness";
import { builtFiles } from "./site";

const paths = [...(await builtFiles()).keys()].filter((path) => path.startsWith("docs/"));

test("the manual, the rulings, the results and the protocol are there", () => {
  for (const name of ["manual", "rulings", "results", "protocol", "json", "batch", "library"])
    expect(paths).toContain(`docs/${name}.html`);
});

for (const path of paths) {
  test(`${path} is readable in both themes and at every width`, async ({ visit }) => {
    const page = await visit(path, { colorScheme: "light" });
    expect(await page.getAttribute("html", "lang")).toBe("en");
    expect(await page.title()).toMatch(/^.+ · Duello$/);
    expect(await page.locator("h1").count()).toBe(1);
    await expectAccessible(page);
    await page.emulateMedia({ colorScheme: "dark" });
    await page.locator("html[data-theme=dark]").waitFor();
    await expectAccessible(page, ["color-contrast"]);
    for (const width of widths) {
      await page.setViewportSize({ width, height: 800 });
      const wider = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      expect([width, wider]).toEqual([width, 0]);
    }
  });

  test(`${path} links to what is there`, async ({ visit, site }) => {
    const page = await visit(path);
    const links = await page
      .locator("a[href]")
      .evaluateAll((all) => all.map((each) => (each as HTMLAnchorElement).href));
    expect(links).toContain(site.address);
    const files = await builtFiles();
    for (const link of new Set(links)) {
      const { origin, pathname, hash } = new URL(link);
      const to = pathname.slice(1) || "index.html";
      expect([link, origin, files.has(to)]).toEqual([link, site.origin, true]);
      const html = files.get(to)?.plain.toString() ?? "";
      if (hash)
        expect([link, html.includes(`id="${decodeURIComponent(hash.slice(1))}"`)]).toEqual([
          link,
          true,
        ]);
    }
  });
}

test("a document is as dark or light as was chosen on the page", async ({ visit, site }) => {
  const page = await visit("", { colorScheme: "light" });
  const open = async (settings: string) => {
    await page.evaluate((text) => localStorage.setItem("duello.settings", text), settings);
    await page.goto(`${site.address}docs/rulings.html`);
    return page.getAttribute("html", "data-theme");
  };
  expect(await open('{"theme":"dark"}')).toBe("dark");
  expect(await open('{"theme":"auto"}')).toBe("light");
  for (const nonsense of ["null", "7", '{"theme":{}}', "nonsense"])
    expect(await open(nonsense)).toBe("light");
});
