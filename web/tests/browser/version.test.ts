import { readFileSync } from "node:fs";
import { expect, test } from "./harness";

const kProject = new URL("../../../CMakeLists.txt", import.meta.url);

test("the settings name the version of the project", async ({ visit }) => {
  const [, version = ""] =
    /^project\(\w+ VERSION (\S+)/m.exec(readFileSync(kProject, "utf8")) ?? [];
  expect(version).toMatch(/^\d+\.\d+\.\d+$/);
  const page = await visit("#/settings");
  await page.getByText(`Duello ${version}`, { exact: true }).waitFor();
});
