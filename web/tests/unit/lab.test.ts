import { expect, test } from "vitest";
import { Lab } from "../../src/lab/lab.svelte";
import { en } from "../../src/lang/en";
import type { Desk } from "../../src/library/asking";
import { NoAnswer, Stopped } from "../../src/library/no_answer";
import type { Finding, Question, Rules } from "../../src/library/protocol";

const kVariants: Rules[] = [{ size: 1 }, { size: 2 }, { size: 3 }, { size: 99 }, { size: 4 }];
const kSampling = { games: 10, seed: "7" };

// Size 3 is no game, 99 is too large; where it is told to, it works until it is stopped.
class FakeDesk implements Desk {
  readonly asked: Question[] = [];
  endlessAt = 0;
  broken = false;
  #giveUp: ((why: Error) => void) | undefined;

  ask<T>(question: Question): Promise<T> {
    this.asked.push(question);
    if (this.broken) return Promise.reject(new NoAnswer("broken"));
    const rules = question["rules"] as Rules;
    if (question.ask === "fits") {
      if (rules["size"] === 3) return Promise.resolve({ error: "3 is odd." } as T);
      return Promise.resolve({ bytes: 1, fits: rules["size"] !== 99, why: "Too large." } as T);
    }
    if (rules["size"] === this.endlessAt) {
      return new Promise((_, reject) => (this.#giveUp = reject));
    }
    const finding: Finding = { rules, positions: 5, random_first_wins: 0, perfect_second_wins: 1 };
    return Promise.resolve(finding as T);
  }

  stop(): void {
    this.#giveUp?.(new Stopped());
    this.#giveUp = undefined;
  }
}

test("every row is found, or says why not", async () => {
  const lab = new Lab("toy", new FakeDesk());
  await lab.start(kVariants, kSampling);
  expect(lab.rows.map(({ finding, why }) => finding?.positions ?? why)).toEqual([
    5,
    5,
    "3 is odd.",
    "Too large.",
    5,
  ]);
  expect(lab.isWhole).toBe(true);
  expect(lab.running).toBe(false);
});

test("the number of games and the seed go with every question", async () => {
  const desk = new FakeDesk();
  await new Lab("toy", desk).start([{ size: 1 }], kSampling);
  expect(desk.asked.at(-1)).toEqual({
    ask: "findings",
    game: "toy",
    rules: { size: 1 },
    ...kSampling,
  });
});

test("to stop keeps the rows, and to go on finds the others", async () => {
  const desk = new FakeDesk();
  desk.endlessAt = 2;
  const lab = new Lab("toy", desk);
  const run = lab.start(kVariants, kSampling);
  await new Promise((done) => setTimeout(done, 0));
  lab.stop();
  await run;
  expect([lab.done, lab.running]).toEqual([1, false]);
  desk.endlessAt = 0;
  await lab.goOn();
  expect(lab.isWhole).toBe(true);
});

test("another run takes nothing from the one before", async () => {
  const desk = new FakeDesk();
  desk.endlessAt = 2;
  const lab = new Lab("toy", desk);
  const before = lab.start(kVariants, kSampling);
  await new Promise((done) => setTimeout(done, 0));
  await lab.start([{ size: 4 }], kSampling);
  await before;
  expect(lab.rows.map(({ rules }) => rules)).toEqual([{ size: 4 }]);
  expect(lab.running).toBe(false);
});

test("a library that breaks stops the run, which can be gone on with", async () => {
  const desk = new FakeDesk();
  desk.broken = true;
  const lab = new Lab("toy", desk);
  await lab.start(kVariants, kSampling);
  expect([lab.trouble, lab.done, lab.running]).toEqual([en.app.noLibrary, 0, false]);
  desk.broken = false;
  await lab.goOn();
  expect([lab.trouble, lab.isWhole]).toEqual(["", true]);
});
