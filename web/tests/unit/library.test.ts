import { beforeEach, expect, test } from "vitest";
import { Library } from "../../src/library/library";
import type { FromWorker, ToWorker } from "../../src/library/messages";
import { NoAnswer, Stopped } from "../../src/library/no_answer";

const workers: FakeWorker[] = [];

class FakeWorker extends EventTarget {
  readonly told: ToWorker[] = [];
  over = false;

  constructor() {
    super();
    workers.push(this);
  }

  postMessage(message: ToWorker): void {
    this.told.push(message);
  }

  terminate(): void {
    this.over = true;
  }

  say(data: FromWorker): void {
    this.dispatchEvent(new MessageEvent("message", { data }));
  }
}

const start = () => Promise.resolve(new FakeWorker());
const settle = () => new Promise((resolve) => setTimeout(resolve, 0));

beforeEach(() => {
  workers.length = 0;
});

test("a question that is given up before the worker has started is not left open", async () => {
  const library = new Library(start);
  const coming = library.ask({ ask: "games" });
  library.stop();
  await expect(coming).rejects.toBeInstanceOf(Stopped);
  const again = library.ask({ ask: "games" });
  await settle();
  workers.at(-1)?.say({ kind: "answer", id: 1, text: '["a"]' });
  expect(await again).toEqual(["a"]);
});

test("what a worker says that was given up does not end the next one", async () => {
  const library = new Library(start);
  const first = library.ask({ ask: "games" });
  await settle();
  library.stop();
  await expect(first).rejects.toBeInstanceOf(Stopped);
  const second = library.ask({ ask: "players" });
  await settle();
  workers[0]?.say({ kind: "broken", id: 1, why: "late" });
  workers[1]?.say({ kind: "answer", id: 2, text: "[]" });
  expect(await second).toEqual([]);
  expect(workers.map(({ over }) => over)).toEqual([true, false]);
});

test("a worker that breaks ends every open question, and the next one has a new worker", async () => {
  const library = new Library(start);
  const both = [library.ask({ ask: "games" }), library.ask({ ask: "players" })];
  await settle();
  workers[0]?.say({ kind: "broken", id: 1, why: "trap" });
  for (const each of both) await expect(each).rejects.toBeInstanceOf(NoAnswer);
  void library.ask({ ask: "games" });
  await settle();
  expect(workers).toHaveLength(2);
});

test("a worker that could not be started is started anew with the next question", async () => {
  let offline = true;
  const library = new Library(() => (offline ? Promise.reject(new NoAnswer("offline")) : start()));
  await expect(library.ask({ ask: "games" })).rejects.toBeInstanceOf(NoAnswer);
  library.stop();
  offline = false;
  const coming = library.ask({ ask: "games" });
  await settle();
  workers[0]?.say({ kind: "answer", id: 1, text: "[]" });
  expect(await coming).toEqual([]);
});
