// What goes between the page and a worker.

export type ToWorker =
  | { kind: "start"; module: WebAssembly.Module }
  | { kind: "question"; id: number; question: string };

export type FromWorker =
  | { kind: "answer"; id: number; text: string }
  | { kind: "progress"; id: number; done: number; total: number }
  | { kind: "broken"; id: number; why: string };
