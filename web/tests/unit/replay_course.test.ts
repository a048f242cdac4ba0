import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { en } from "../../src/lang/en";
import type { Answer } from "../../src/library/asking";
import { NoAnswer } from "../../src/library/no_answer";
import type { Position, Question } from "../../src/library/protocol";
import { courseOfMoves, Replay } from "../../src/study/replay.svelte";
import { reportLines } from "../../src/study/reports";

const asked: string[] = [];

function ask<T>(question: Question): Promise<Answer<T>> {
  const moves = question["moves"] as string[];
  asked.push(moves.join(" "));
  return Promise.resolve({ moves } as T);
}

const course = courseOfMoves({ game: "toy", moves: ["a", "b", "c"] });

beforeEach(() => {
  asked.length = 0;
  vi.useFakeTimers();
});

afterEach(() => vi.useRealTimers());

test("every move can be gone to, and no further than there are moves", async () => {
  const replay = new Replay(ask);
  await replay.open(course);
  expect(replay.position?.moves).toEqual([]);
  await replay.go(2);
  expect(replay.position?.moves).toEqual(["a", "b"]);
  await replay.go(99);
  expect(replay.at).toBe(3);
  await replay.go(-1);
  expect(replay.at).toBe(0);
  await replay.go(Number.NaN);
  expect(replay.at).toBe(0);
});

test("no position is asked for twice", async () => {
  const replay = new Replay(ask);
  await replay.open(course);
  for (const at of [1, 2, 3, 2, 1, 0]) await replay.go(at);
  expect(asked.sort()).toEqual(["", "a", "a b", "a b c"]);
});

test("it plays to the end, and then from the start", async () => {
  const replay = new Replay(ask);
  await replay.open(course, 1);
  replay.play(1000);
  await vi.advanceTimersByTimeAsync(1000);
  expect(replay.at).toBe(2);
  await vi.advanceTimersByTimeAsync(5000);
  expect(replay.at).toBe(3);
  expect(replay.playing).toBe(false);
  replay.play(1000);
  expect(replay.at).toBe(0);
});

test("a step by hand ends the playing", async () => {
  const replay = new Replay(ask);
  await replay.open(course);
  replay.play(1000);
  await replay.go(1);
  await vi.advanceTimersByTimeAsync(5000);
  expect(replay.at).toBe(1);
});

test("what could not be had is asked for again", async () => {
  let broken = true;
  const replay = new Replay(<T>(question: Question) =>
    broken ? Promise.reject(new NoAnswer("broke")) : ask<T>(question),
  );
  await replay.open(course);
  expect(replay.trouble).toBe(en.app.noLibrary);
  broken = false;
  await replay.go(0);
  expect(replay.position?.moves).toEqual([]);
  expect(replay.trouble).toBe("");
});

test("it stops playing where a position cannot be had", async () => {
  const replay = new Replay(<T>(question: Question) =>
    (question["moves"] as string[]).length > 1
      ? Promise.resolve({ error: "No." } as Answer<T>)
      : ask<T>(question),
  );
  await replay.open(course);
  replay.play(1000);
  await vi.advanceTimersByTimeAsync(9000);
  expect(replay).toMatchObject({ at: 2, playing: false, trouble: "No." });
});

test("a report has the words of the move and of the end, and of the position where no move was made", () => {
  const scene = { sentence: "All is free.\n" };
  expect(reportLines({ scene } as Position)).toEqual(["All is free."]);
  expect(reportLines({ scene, told: "\nA moves.\n", closing: "A wins!\n" } as Position)).toEqual([
    "A moves.",
    "A wins!",
  ]);
});
