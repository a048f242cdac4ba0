// Keeps the library away from the page, so that solving never makes it stand still.
import { LibraryModule } from "./module";
import type { FromWorker, ToWorker } from "./messages";

const kPause = 100; // milliseconds between two words on how far long work is

let library: Promise<LibraryModule> | undefined;
let current = 0;
let spoken = 0;

function say(message: FromWorker): void {
  postMessage(message);
}

function watch(done: number, total: number): void {
  const now = performance.now();
  if (now - spoken < kPause) return;
  spoken = now;
  say({ kind: "progress", id: current, done, total });
}

addEventListener("message", ({ data }: MessageEvent<ToWorker>) => {
  if (data.kind === "start") {
    library = LibraryModule.start(data.module, watch);
    return;
  }
  library
    ?.then((module) => {
      current = data.id;
      spoken = performance.now();
      say({ kind: "answer", id: data.id, text: module.answer(data.question) });
    })
    .catch((error: unknown) => {
      // It could not be started; or a trap, and nothing in there can be trusted any more.
      say({ kind: "broken", id: data.id, why: String(error) });
    });
});
