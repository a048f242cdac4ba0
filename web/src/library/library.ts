// The library as the page sees it: questions that are answered in their order, and can all be given up at once.
import type { Answer, Desk, Progress } from "./asking";
import type { FromWorker, ToWorker } from "./messages";
import { NoAnswer, Stopped } from "./no_answer";
import type { Question } from "./protocol";

interface Pending {
  resolve: (answer: unknown) => void;
  reject: (why: NoAnswer) => void;
  onProgress: ((progress: Progress) => void) | undefined;
}

export type LibraryWorker = Pick<Worker, "addEventListener" | "postMessage" | "terminate">;

export class Library implements Desk {
  readonly #start: () => Promise<LibraryWorker>;
  #worker: Promise<LibraryWorker> | undefined;
  #pending = new Map<number, Pending>();
  #count = 0;

  constructor(start: () => Promise<LibraryWorker>) {
    this.#start = start;
  }

  async ask<T>(question: Question, onProgress?: (progress: Progress) => void): Promise<Answer<T>> {
    const starting = (this.#worker ??= this.#started());
    let worker: LibraryWorker;
    try {
      worker = await starting;
    } catch (error) {
      if (this.#worker === starting) this.#worker = undefined;
      throw error;
    }
    // It was given up before it could be asked.
    if (this.#worker !== starting) throw new Stopped("stopped");
    return new Promise<Answer<T>>((resolve, reject) => {
      const id = ++this.#count;
      this.#pending.set(id, {
        resolve: resolve as (answer: unknown) => void,
        reject,
        onProgress,
      });
      const message: ToWorker = { kind: "question", id, question: JSON.stringify(question) };
      worker.postMessage(message);
    });
  }

  // Gives up whatever is being worked on; the next question finds a library that remembers nothing.
  stop(): void {
    this.#drop(new Stopped("stopped"));
  }

  #drop(why: NoAnswer): void {
    this.#worker?.then(
      (worker) => worker.terminate(),
      // Whoever asked is told.
      () => undefined,
    );
    this.#worker = undefined;
    const pending = this.#pending;
    this.#pending = new Map();
    for (const { reject } of pending.values()) reject(why);
  }

  async #started(): Promise<LibraryWorker> {
    const worker = await this.#start();
    worker.addEventListener("message", ({ data }: MessageEvent<FromWorker>) => this.#hear(data));
    worker.addEventListener("error", (event) => this.#drop(new NoAnswer(event.message)));
    return worker;
  }

  #hear(message: FromWorker): void {
    const pending = this.#pending.get(message.id);
    // From a worker that was given up.
    if (!pending) return;
    if (message.kind === "progress") {
      pending.onProgress?.(message);
    } else if (message.kind === "broken") {
      this.#drop(new NoAnswer(message.why));
    } else {
      this.#pending.delete(message.id);
      pending.resolve(JSON.parse(message.text));
    }
  }
}
