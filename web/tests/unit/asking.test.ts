import { expect, test } from "vitest";
import { en } from "../../src/lang/en";
import { answering, troubleFrom, type Ask, type Desk } from "../../src/library/asking";
import { NoAnswer, Stopped } from "../../src/library/no_answer";
import type { Hint, Question, Review, TableState } from "../../src/library/protocol";
import { Hints } from "../../src/study/hints.svelte";
import { Truth } from "../../src/study/truth.svelte";
import { GameTable } from "../../src/table/table.svelte";

// Answers when it is told to, in any order.
class SlowDesk implements Desk {
  readonly asked: {
    question: Question;
    resolve: (answer: unknown) => void;
    reject: (error: unknown) => void;
  }[] = [];
  stops = 0;

  ask: Ask = <T>(question: Question) =>
    new Promise<T>((resolve, reject) => {
      this.asked.push({ question, resolve: resolve as (answer: unknown) => void, reject });
    });

  stop(): void {
    ++this.stops;
  }

  async answer(index: number, answer: unknown): Promise<void> {
    this.asked[index]?.resolve(answer);
    await settle();
  }

  async fail(index: number, error: unknown): Promise<void> {
    this.asked[index]?.reject(error);
    await settle();
  }
}

const settle = () => new Promise((resolve) => setTimeout(resolve, 0));

const where = { game: "toy", moves: [] };
const hint = (nudge: string): Hint => ({ nudge, move: "m", reason: "r", notation: "1" });

test("an answer that does not come is said in the page's words, and one that was given up is not", () => {
  expect(troubleFrom(new NoAnswer("TypeError: x"))).toBe(en.app.noLibrary);
  expect(troubleFrom(new Stopped("stopped"))).toBe("");
  expect(() => troubleFrom(new RangeError("mine"))).toThrow("mine");
});

test("a question that somebody else stopped is asked again; one that fails is answered with a sentence", async () => {
  const desk = new SlowDesk();
  const coming = answering(desk)<Review>({ ask: "review" });
  await desk.fail(0, new Stopped("stopped"));
  expect(desk.asked).toHaveLength(2);
  await desk.fail(1, new NoAnswer("broke"));
  expect(await coming).toEqual({ error: en.app.noLibrary });
});

test("a hint for an older turn is never given in the next one", async () => {
  const desk = new SlowDesk();
  const hints = new Hints(desk);
  void hints.more(where, 1);
  hints.forget();
  void hints.more(where, 2);
  await desk.answer(0, hint("old"));
  expect(hints.given).toEqual([]);
  expect(hints.working).toBe(true);
  await desk.answer(1, hint("new"));
  expect(hints.given).toEqual(["new"]);
  expect(hints.working).toBe(false);
});

test("only the last question about what a position is worth counts, also where the first one fails late", async () => {
  const desk = new SlowDesk();
  const truth = new Truth(desk);
  void truth.ask({ where });
  void truth.ask({ where });
  await desk.answer(1, { to_move: 2 });
  await desk.fail(0, new NoAnswer("broke"));
  expect(truth.analysis?.to_move).toBe(2);
  expect(truth.trouble).toBe("");
});

function stateOf(toMove: 1 | 2): TableState {
  return {
    view: { to_move: toMove, over: false },
    players: ["human", "random"],
    record: "record",
    events: [],
    hidden: true,
  } as unknown as TableState;
}

const setup = {
  choice: { game: "toy" },
  players: ["human", "random"] as [string, string],
  names: ["", ""] as [string, string],
  swap: false,
  bestOf: 1,
};

async function opened(toMove: 1 | 2): Promise<{ desk: SlowDesk; table: GameTable }> {
  const desk = new SlowDesk();
  const table = new GameTable(desk, () => Promise.resolve());
  const coming = table.open(setup);
  await desk.answer(0, stateOf(toMove));
  await coming;
  return { desk, table };
}

test("a program that breaks can be asked to think again", async () => {
  const { desk, table } = await opened(2);
  const thinking = table.goOn();
  await desk.fail(1, new NoAnswer("broke"));
  // A new worker takes the game up.
  await desk.answer(2, stateOf(2));
  await thinking;
  expect(table).toMatchObject({ paused: true, trouble: en.app.noLibrary, working: false });
  void table.goOn();
  expect(desk.asked[3]?.question.ask).toBe("think");
});

test("the table is busy as long as one of two questions is open", async () => {
  const { desk, table } = await opened(2);
  void table.goOn();
  void table.stop();
  await desk.fail(1, new Stopped("stopped"));
  expect(table.working).toBe(true);
  await desk.answer(2, stateOf(2));
  expect(table.working).toBe(false);
});

test("what one player may see is not shown once the turn has passed", async () => {
  const { desk, table } = await opened(1);
  void table.raiseCurtain();
  void table.submit({ move: "a" });
  await desk.answer(2, stateOf(2));
  await desk.answer(1, { seat: 1 });
  expect(table.own).toBeUndefined();
});
