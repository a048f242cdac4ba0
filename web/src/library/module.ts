// The WebAssembly module: takes a question as text and answers with text.

interface Exports {
  memory: WebAssembly.Memory;
  _initialize: () => void;
  room_for: (bytes: number) => number;
  answer: () => number;
}

// Told how far long work is; the total is 0 where nobody knows it.
export type Watch = (done: number, total: number) => void;

export class LibraryModule {
  readonly #exports: Exports;
  readonly #encoder = new TextEncoder();
  readonly #decoder = new TextDecoder();

  private constructor(exports: Exports) {
    this.#exports = exports;
    exports._initialize();
  }

  static async start(module: WebAssembly.Module, watch: Watch): Promise<LibraryModule> {
    const instance = await WebAssembly.instantiate(module, {
      duello: {
        fresh_seed: () => crypto.getRandomValues(new BigInt64Array(1))[0],
        seconds_passed: () => performance.now() / 1000,
        watch: (done: number, total: number) => {
          watch(done, total);
          return 1;
        },
      },
    });
    return new LibraryModule(instance.exports as unknown as Exports);
  }

  answer(question: string): string {
    const bytes = this.#encoder.encode(question);
    const room = this.#exports.room_for(bytes.length);
    new Uint8Array(this.#exports.memory.buffer, room, bytes.length).set(bytes);
    const begin = this.#exports.answer();
    const all = new Uint8Array(this.#exports.memory.buffer);
    return this.#decoder.decode(all.subarray(begin, all.indexOf(0, begin)));
  }
}
