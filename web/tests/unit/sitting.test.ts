import { expect, test } from "vitest";
import { en } from "../../src/lang/en";
import { NoAnswer } from "../../src/library/no_answer";
import type { Analysis, MoveValue, Position, Puzzle, Question } from "../../src/library/protocol";
import { mostTempting, slipsIn } from "../../src/puzzle/judging";
import { Sitting } from "../../src/puzzle/sitting.svelte";
import type { PuzzleNews } from "../../src/puzzle/streak";
import { kNoStreak } from "../../src/puzzle/streak";

// A game of words: after which moves one may play what, and what it is worth.
const kTree: Record<string, MoveValue[]> = {
  "": [
    { move: "bad", value: "loss", plies: 4 },
    { move: "good", value: "win", plies: 5 },
    { move: "dull", value: "neither" },
    { move: "doomed", value: "loss", plies: 1 },
  ],
  bad: [
    { move: "punish", value: "win", plies: 3 },
    { move: "slip", value: "loss", plies: 2 },
  ],
  dull: [
    { move: "balance", value: "neither" },
    { move: "slip", value: "loss", plies: 2 },
    { move: "slide", value: "loss", plies: 2 },
  ],
  "bad punish": [{ move: "hope", value: "loss", plies: 2 }],
  "dull balance": [{ move: "wait", value: "neither" }],
  good: [{ move: "defend", value: "loss", plies: 4 }],
  "good defend": [
    { move: "finish", value: "win", plies: 1 },
    { move: "linger", value: "win", plies: 3 },
    { move: "blunder", value: "loss", plies: 2 },
  ],
  "good defend linger": [{ move: "defend", value: "loss", plies: 2 }],
  "good defend blunder": [{ move: "punish", value: "win", plies: 1 }],
  "good defend linger defend": [{ move: "finish", value: "win", plies: 1 }],
};
const kLines: Record<string, string[]> = {
  "": ["good", "defend", "finish"],
  bad: ["punish", "hope"],
  dull: ["balance"],
  good: ["defend", "finish"],
  "good defend": ["finish"],
  "good defend linger": ["defend", "finish"],
  "good defend blunder": ["punish"],
  "good defend linger defend": ["finish"],
};

function ask(question: Question): Promise<unknown> {
  const moves = question["moves"] as string[];
  const key = moves.slice(1).join(" ");
  const legal = kTree[key];
  if (question.ask === "analyze") {
    const value = legal?.find((each) => each.move === kLines[key]?.[0]) ?? legal?.[0];
    return Promise.resolve({ legal, line: kLines[key] ?? [], value: value?.value } as Analysis);
  }
  return Promise.resolve({
    moves,
    names: ["One", "Two"],
    to_move: moves.length % 2 === 1 ? 2 : 1,
    over: legal === undefined,
    scene: { offers: (legal ?? []).map(({ move }) => ({ move, steps: [] })) },
  } as unknown as Position);
}

const kPuzzle = {
  game: "toy",
  rules: {},
  first: 1,
  moves: ["opening"],
  to_move: 2,
  plies: 5,
  solution: "good",
  legal: ["bad", "good", "dull", "doomed"],
} as unknown as Puzzle;

async function seated(more: { counts?: boolean; puzzle?: Partial<Puzzle> } = {}) {
  const news: PuzzleNews[] = [];
  const sitting = new Sitting(
    { ...kPuzzle, ...more.puzzle },
    {
      ask: ask as never,
      count: (each) => {
        news.push(each);
        return Promise.resolve(kNoStreak);
      },
      pause: () => Promise.resolve(),
      daily: "",
      counts: more.counts ?? true,
    },
  );
  await sitting.open();
  return { sitting, news };
}

test("the winning move at the first try makes the row longer, and is defended against", async () => {
  const { sitting, news } = await seated();
  await sitting.try("good");
  expect(news).toEqual([{ tried: 1, solved: 1, row: "longer", daily: "" }]);
  expect(sitting.stage).toBe("keep");
  expect(sitting.clean).toBe(true);
  expect(sitting.said?.text).toBe("Yes: good wins in 5. One answers defend.");
  expect(sitting.position?.moves).toEqual(["opening", "good", "defend"]);
});

test("a wrong move is refuted on the board, ends the row once, and is taken back", async () => {
  const { sitting, news } = await seated();
  await sitting.try("bad");
  expect(sitting.said).toEqual({ tone: "wrong", text: "bad loses in 4: punish punishes it." });
  expect(sitting.position?.moves).toEqual(["opening", "bad", "punish"]);
  expect(sitting.mayMove).toBe(false);
  await sitting.again();
  expect(sitting.position?.moves).toEqual(["opening"]);
  await sitting.try("dull");
  expect(sitting.said?.text).toBe("dull wins nothing: balance keeps the balance.");
  await sitting.again();
  await sitting.try("doomed");
  expect(sitting.said?.text).toBe("doomed loses at once.");
  await sitting.again();
  await sitting.try("good");
  expect(news).toEqual([
    { tried: 1, solved: 0, row: "ended", daily: "" },
    { tried: 0, solved: 1, row: "kept", daily: "" },
  ]);
  expect(sitting.clean).toBe(false);
});

test("hints come in two steps and end the row", async () => {
  const { sitting, news } = await seated();
  await sitting.hint();
  expect(sitting.said?.text).toBe("The win takes 5 moves, both sides counted.");
  await sitting.hint();
  // Two answers to the dull move are slips, more than to any other.
  expect(sitting.said?.text).toBe("It is good or dull.");
  expect(sitting.left).toEqual(["good", "dull"]);
  expect(news).toEqual([{ tried: 1, solved: 0, row: "ended", daily: "" }]);
});

test("of two moves the second hint says what punishes the wrong one", async () => {
  const { sitting } = await seated({ puzzle: { legal: ["bad", "good"] } });
  await sitting.hint();
  await sitting.hint();
  expect(sitting.said?.text).toBe("The wrong move is punished by punish.");
  const doomed = await seated({ puzzle: { legal: ["good", "doomed"] } });
  await doomed.sitting.hint();
  await doomed.sitting.hint();
  expect(doomed.sitting.said?.text).toBe("The wrong move loses at once.");
});

test("who asks for the solution has missed it, and sees the whole line", async () => {
  const { sitting, news } = await seated();
  await sitting.show();
  expect(sitting.stage).toBe("done");
  expect(sitting.solved).toBe(false);
  expect(news).toEqual([{ tried: 1, solved: 0, row: "ended", daily: "" }]);
  expect(sitting.replay.total).toBe(3);
  expect(sitting.replay.position?.moves).toEqual(["opening", "good"]);
});

test("the win is kept to the end, slowly too, and a blunder on the way counts nothing", async () => {
  const { sitting, news } = await seated();
  await sitting.try("good");
  await sitting.try("blunder");
  expect(sitting.said?.text).toBe("blunder loses in 2: punish punishes it.");
  await sitting.again();
  await sitting.try("linger");
  expect(sitting.said?.text).toBe("linger wins in 3; there was a quicker way. One answers defend.");
  await sitting.hint();
  expect(sitting.said?.text).toBe("Try finish.");
  await sitting.try("finish");
  expect(sitting.stage).toBe("done");
  expect(sitting.replay.total).toBe(5);
  expect(news).toHaveLength(1);
});

test("the rest can be shown once the move is found", async () => {
  const { sitting, news } = await seated();
  await sitting.try("good");
  await sitting.show();
  expect(sitting.stage).toBe("done");
  expect(sitting.replay.total).toBe(3);
  expect(sitting.replay.at).toBe(2);
  expect(news).toHaveLength(1);
});

test("a puzzle that was counted before counts nothing", async () => {
  const { sitting, news } = await seated({ counts: false });
  await sitting.try("bad");
  await sitting.again();
  await sitting.try("good");
  expect(news).toEqual([]);
});

test("what the library refuses is said, and nothing is lost", async () => {
  const sitting = new Sitting(kPuzzle, {
    ask: () => Promise.resolve({ error: "Too large." }),
    count: () => Promise.resolve(kNoStreak),
    pause: () => Promise.resolve(),
    daily: "",
    counts: true,
  });
  await sitting.open();
  expect(sitting.trouble).toBe("Too large.");
  expect(sitting.working).toBe(false);
});

test("a slip throws a win or the balance away", () => {
  const replies = (value: string, ...values: string[]) =>
    ({ value, legal: values.map((each) => ({ move: each, value: each })) }) as Analysis;
  expect(slipsIn(replies("win", "win", "neither", "loss"))).toBe(2);
  expect(slipsIn(replies("neither", "neither", "loss"))).toBe(1);
  expect(slipsIn(replies("loss", "loss", "loss"))).toBe(0);
});

test("of equally tempting moves the first one is taken", () => {
  const moves = [
    { move: "a", slips: 0 },
    { move: "b", slips: 2 },
    { move: "c", slips: 2 },
  ];
  expect(mostTempting(moves)).toBe("b");
});

test("after an answer that did not come it goes on where it was, not from the start", async () => {
  let broken = false;
  const sitting = new Sitting(kPuzzle, {
    ask: ((question: Question) =>
      broken ? Promise.reject(new NoAnswer("TypeError")) : ask(question)) as never,
    count: () => Promise.resolve(kNoStreak),
    pause: () => Promise.resolve(),
    daily: "",
    counts: true,
  });
  await sitting.open();
  broken = true;
  await sitting.try("good");
  expect(sitting.trouble).toBe(en.app.noLibrary);
  broken = false;
  await sitting.open();
  expect(sitting).toMatchObject({ stage: "keep", trouble: "" });
  expect(sitting.position?.moves).toEqual(["opening", "good", "defend"]);
});
