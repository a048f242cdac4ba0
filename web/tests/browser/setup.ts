// One browser for all tests; each gets a context of its own in it.
import type { TestProject } from "vitest/node";
import { startBrowser } from "./browser";

declare module "vitest" {
  interface ProvidedContext {
    browser: string;
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const browser = await startBrowser();
  project.provide("browser", browser.address);
  return () => browser.close();
}
