// The real library in Node: the module that the page is built with.
import { existsSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { LibraryModule } from "../../src/library/module";

export const kModule =
  process.env["DUELLO_WASM"] ?? resolve(import.meta.dirname, "../../../build/page/duello.wasm");

export type Ask = (question: Record<string, unknown>) => unknown;

export async function startModule(): Promise<Ask> {
  if (!existsSync(kModule)) {
    throw new Error(
      `There is no module at ${kModule}: build it with \`make site\`, or set DUELLO_WASM to its path.`,
    );
  }
  const compiled = await WebAssembly.compile(readFileSync(kModule));
  const module = await LibraryModule.start(compiled, () => undefined);
  return (question) => JSON.parse(module.answer(JSON.stringify(question))) as unknown;
}
