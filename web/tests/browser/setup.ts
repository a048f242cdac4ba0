// One browser for all tests; each gets a context of its own in it.
import type { TestProject } from "vitest/node";
import { startServer } from "./browser";

declare module "vitest" {
  interface ProvidedContext {
    browser: string;
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const browser = await startServer();
  project.provide("browser", browser.wsEndpoint());
  return () => browser.close();
}
