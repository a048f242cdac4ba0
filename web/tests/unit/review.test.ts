import { expect, test } from "vitest";
import type { MoveValue, Review, ReviewedMove } from "../../src/library/protocol";
import { barsOf, heightOf, stretchesOf } from "../../src/review/chart";
import { gameIn } from "../../src/review/games";
import { Lesson } from "../../src/review/lesson.svelte";
import { answered, learners, mistakesIn, placed } from "../../src/review/questions";
import type { WrongMove } from "../../src/review/questions";

const options: MoveValue[] = [
  { move: "a", value: "win", plies: 3 },
  { move: "b", value: "win", plies: 1 },
  { move: "c", value: "win", plies: 1 },
  { move: "d", value: "loss", plies: 2 },
  { move: "e", value: "loss", plies: 2 },
  { move: "swap", value: "loss", plies: 4 },
];

function moved(number: number, mark: "" | "?" | "?!"): ReviewedMove {
  return {
    number,
    player: number % 2 === 1 ? 1 : 2,
    seat: number % 2 === 1 ? 1 : 2,
    move: "d",
    before: { value: "win", plies: 1 },
    after: { value: "loss", plies: 2 },
    mark,
    best: ["b", "c"],
  };
}

const review = {
  players: ["Ann", "Bob"],
  moves: [moved(1, "?"), moved(2, "?"), moved(3, "?!"), moved(4, "")],
  marked: [1, 2, 3].map((number) => ({
    number,
    player: number % 2 === 1 ? 1 : 2,
    explained: `about ${number}`,
    options,
  })),
  chart: [2, 1, 1, 0],
} as unknown as Review;

const hidden = {
  players: ["Ann", "Bob"],
  phases: [
    { phase: 1, player: 1, placed: "1:3", value: -0.5, mark: "?", best: "1:2,2:1" },
    { phase: 1, player: 2, placed: "1:2,2:1", value: 0, mark: "", best: "1:2,2:1" },
  ],
  marked: [{ number: 4, phase: 1, begin: 1, player: 1, explained: "about it" }],
  chart: [2],
} as unknown as Review;

test("people are asked about their mistakes, programs only where nobody else is", () => {
  expect(learners(["human", "level:2"])).toEqual([1]);
  expect(learners(["perfect", "human"])).toEqual([2]);
  expect(learners(["random", "perfect"])).toEqual([1, 2]);
  expect(mistakesIn(review, ["human", "level:2"]).map(({ before }) => before)).toEqual([0, 2]);
  expect(mistakesIn(review, ["human", "human"])).toHaveLength(3);
});

test("a hidden phase is asked about where the player's turn in it began", () => {
  expect(mistakesIn(hidden, ["human", "human"])).toMatchObject([
    { kind: "placing", before: 1, player: 1, placing: { placed: "1:3" } },
  ]);
});

test("an answer is as good as the best move, what was played, no better than that, or worse", () => {
  const [mistake] = mistakesIn(review, ["human", "level:2"]) as [WrongMove];
  expect(answered(mistake, "b")?.kind).toBe("best");
  expect(answered(mistake, "c")?.kind).toBe("best");
  expect(answered(mistake, "d")?.kind).toBe("played");
  expect(answered(mistake, "e")?.kind).toBe("same");
  expect(answered(mistake, "a")?.kind).toBe("worse");
  expect(answered(mistake, "swap")?.kind).toBe("worse");
  expect(answered(mistake, "nothing")).toBeUndefined();
});

test("an allocation answers well if it would earn no mark", () => {
  expect(placed(-0.09).kind).toBe("best");
  expect(placed(-0.1).kind).toBe("worse");
});

test("a lesson goes from question to question and counts what was found", () => {
  const lesson = new Lesson(mistakesIn(review, ["human", "level:2"]));
  expect(lesson.open).toBe(true);
  lesson.try("a");
  expect(lesson.settled).toBe(false);
  lesson.try("c");
  expect(lesson.settled).toBe(true);
  expect(lesson.solution).toBe("c");
  lesson.try("d");
  expect(lesson.answer?.kind).toBe("best");
  lesson.next();
  expect(lesson.settled).toBe(false);
  lesson.show();
  expect(lesson.solution).toBe("b");
  expect(lesson.isLast).toBe(true);
  lesson.next();
  expect(lesson.open).toBe(false);
  expect([lesson.found, lesson.asked]).toEqual([1, 2]);
  lesson.restart();
  expect([lesson.at, lesson.found, lesson.open]).toEqual([0, 0, true]);
});

test("without mistakes there is no lesson", () => {
  const lesson = new Lesson([]);
  expect(lesson.open).toBe(false);
  lesson.restart();
  expect(lesson.open).toBe(false);
});

test("bars are the higher the nearer the end, and none where nobody wins", () => {
  expect(heightOf(1)).toBe(1);
  expect(heightOf(3)).toBeGreaterThan(heightOf(9));
  expect(heightOf(1000)).toBeGreaterThan(0.29);
  const bars = barsOf(review);
  expect(bars.map(({ leader }) => leader)).toEqual([2, 1, 1, 0]);
  expect(bars.map(({ mark }) => mark)).toEqual(["?", "?", "?!", ""]);
  expect(bars[3]?.height).toBe(0);
  expect(barsOf(hidden)[0]).toMatchObject({ leader: 2, height: 1, mark: "?" });
});

test("who was winning is told in stretches", () => {
  expect(stretchesOf([2, 1, 1, 0])).toEqual([
    { leader: 2, from: 1, to: 1 },
    { leader: 1, from: 2, to: 3 },
    { leader: 0, from: 4, to: 4 },
  ]);
  expect(stretchesOf([])).toEqual([]);
});

test("of a series the game that is asked for is reviewed, or the last finished one", () => {
  const heads = [{ result: "1-0" }, { result: "0-1" }, { result: "*" }] as const;
  expect(gameIn(heads, "1")).toBe(1);
  expect(gameIn(heads, null)).toBe(2);
  for (const wrong of ["0", "4", "1.5", "x", ""]) expect(gameIn(heads, wrong)).toBe(2);
  expect(gameIn([{ result: "*" }], null)).toBe(1);
});
