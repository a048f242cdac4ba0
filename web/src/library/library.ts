// The library as the page sees it: questions that are answered in their order, and can all be given up at once.
import type { FromWorker, ToWorker } from "./messages";
import { NoAnswer, Stopped } from "./no_answer";
import type { Question, Refusal } from "./protocol";
import LibraryWorker from "./worker?worker";
import wasmUrl from "$wasm?url";

export { NoAnswer, Stopped } from "./no_answer";

export interface Progress {
  done: number;
  total: number;
}

export type Answer<T> = T | Refusal;

interface Pending {
  resolve: (answer: unknown) => void;
  reject: (why: NoAnswer) => void;
  onProgress: ((progress: Progress) => void) | undefined;
}

let compiled: Promise<WebAssembly.Module> | undefined;

// Fetched and compiled once for all workers; a fetch that failed is tried again with the next question.
function compiledModule(): Promise<WebAssembly.Module> {
  compiled ??= WebAssembly.compileStreaming(fetch(wasmUrl)).catch((error: unknown) => {
    compiled = undefined;
    throw new NoAnswer(String(error));
  });
  return compiled;
}

export class Library {
  #worker: Promise<Worker> | undefined;
  #pending = new Map<number, Pending>();
  #count = 0;

  async ask<T>(question: Question, onProgress?: (progress: Progress) => void): Promise<Answer<T>> {
    this.#worker ??= this.#started();
    let worker: Worker;
    try {
      worker = await this.#worker;
    } catch (error) {
      this.#worker = undefined;
      throw error;
    }
    return new Promise<Answer<T>>((resolve, reject) => {
      const id = ++this.#count;
      this.#pending.set(id, {
        resolve: resolve as (answer: unknown) => void,
        reject,
        onProgress,
      });
      this.#tell(worker, { kind: "question", id, question: JSON.stringify(question) });
    });
  }

  // Gives up whatever is being worked on; the next question finds a library that remembers nothing.
  stop(): void {
    this.#drop(new Stopped("stopped"));
  }

  #drop(why: NoAnswer): void {
    void this.#worker?.then((worker) => worker.terminate());
    this.#worker = undefined;
    const pending = this.#pending;
    this.#pending = new Map();
    for (const { reject } of pending.values()) reject(why);
  }

  async #started(): Promise<Worker> {
    const module = await compiledModule();
    const worker = new LibraryWorker();
    worker.addEventListener("message", ({ data }: MessageEvent<FromWorker>) => this.#hear(data));
    worker.addEventListener("error", (event) => this.#drop(new NoAnswer(event.message)));
    this.#tell(worker, { kind: "start", module });
    return worker;
  }

  #tell(worker: Worker, message: ToWorker): void {
    worker.postMessage(message);
  }

  #hear(message: FromWorker): void {
    const pending = this.#pending.get(message.id);
    if (message.kind === "progress") {
      pending?.onProgress?.(message);
      return;
    }
    if (message.kind === "broken") {
      this.#drop(new NoAnswer(message.why));
      return;
    }
    this.#pending.delete(message.id);
    pending?.resolve(JSON.parse(message.text));
  }
}
