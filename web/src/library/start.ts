// A worker with the library in it, ready to be asked.
import type { ToWorker } from "./messages";
import { NoAnswer } from "./no_answer";
import LibraryWorker from "./worker?worker";
import wasmUrl from "$wasm?url";

let compiled: Promise<WebAssembly.Module> | undefined;

// Fetched and compiled once for all workers; a fetch that failed is tried again with the next question.
function compiledModule(): Promise<WebAssembly.Module> {
  compiled ??= WebAssembly.compileStreaming(fetch(wasmUrl)).catch((error: unknown) => {
    compiled = undefined;
    throw new NoAnswer(String(error));
  });
  return compiled;
}

export async function startWorker(): Promise<Worker> {
  const module = await compiledModule();
  const worker = new LibraryWorker();
  worker.postMessage({ kind: "start", module } satisfies ToWorker);
  return worker;
}
