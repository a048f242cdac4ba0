import { expect, test } from "vitest";
import { firstSecret, laidOpen } from "../../src/kept/laid_open";
import { stepFor } from "../../src/study/steps";
import { askingBoth, moverOf, storyIn } from "../../src/kept/story";
import {
  isRefusal,
  type Piece,
  type Position,
  type Question,
  type Seat,
} from "../../src/library/protocol";
import type { Ask } from "../../src/library/asking";
import { Replay } from "../../src/study/replay.svelte";

const kMoves = ["a", "b", "c"];

interface Told {
  seat: Seat;
  plies: number;
  over: boolean;
  // Moves that only their own side knows, by their place.
  secret?: number[];
}

// Both place on the only cell in turn; each sees what is theirs.
function seen({ seat, plies, over, secret = [] }: Told): Position {
  const isKnown = (ply: number) => over || !secret.includes(ply) || (ply % 2) + 1 === seat;
  const pieces: Piece[] = [];
  for (let ply = 0; ply < plies; ++ply) {
    const owner: Seat = ply % 2 === 0 ? 1 : 2;
    if (isKnown(ply)) pieces.push({ shape: "stack", owner, amount: ply + 1 });
  }
  return {
    game: "toy",
    rules: {},
    over,
    title: "Toy",
    names: ["Ann", "Bob"],
    first: 1,
    seat,
    ...(over ? {} : { to_move: plies % 2 === 0 ? 1 : 2 }),
    moves: kMoves.slice(0, plies).map((move, ply) => (isKnown(ply) ? move : "?")),
    scene: {
      columns: 1,
      rows: 1,
      cells: [
        { number: 1, column: 0, row: 0, label: "1", shape: "space", pieces, spoken: `for ${seat}` },
      ],
      counters: [{ seat, label: "left", shape: "stack", amount: 3 }],
      notes: [],
      offers: [],
      sentence: "",
    },
    ...(plies > 0 && isKnown(plies - 1) ? { last: [{ cell: 1, deed: "put" as const }] } : {}),
  };
}

// A record of three moves; of an unfinished one the last two are secret.
function library({ over }: { over: boolean }) {
  const asked: Question[] = [];
  const ask = <T>(question: Question): Promise<T> => {
    asked.push(question);
    const seat = question["seat"] as Seat;
    const plies = question["plies"] as number | undefined;
    const isEnd = plies === undefined;
    const position = seen({ seat, plies: plies ?? 3, over: over && isEnd, secret: [1, 2] });
    return Promise.resolve(position as T);
  };
  return { ask, asked };
}

async function told(ask: Ask, ply: number): Promise<Position> {
  const story = await storyIn("record", 1, ask);
  if (isRefusal(story)) throw new Error(story.error);
  const position = await askingBoth(ask)<Position>({ ask: "position", ...story.course.where(ply) });
  if (isRefusal(position)) throw new Error(position.error);
  return position;
}

test("a finished game is laid open, also in the middle of a hidden phase", async () => {
  const position = await told(library({ over: true }).ask, 2);
  expect(position.moves).toEqual(["a", "b"]);
  expect(moverOf(position)).toBe("Bob");
  const [cell] = position.scene.cells;
  expect(cell?.pieces?.map(({ owner }) => owner)).toEqual([1, 2]);
  expect(cell?.spoken).toBe("1, Ann 1, Bob 2");
  expect(position.scene.counters.map(({ seat }) => seat)).toEqual([1, 2]);
});

test("what may be placed in a position that is laid open is what its mover may place", () => {
  const placing = { cells: [1], most: 3 };
  const [one, two] = ([1, 2] as const).map((seat) => seen({ seat, plies: 1, over: false }));
  if (!one || !two) throw new Error("none");
  two.scene.amounts = placing;
  expect(laidOpen(one, two).scene.amounts).toEqual(placing);
});

test("the end of a game is asked for without a number of moves, so that who gave up is told", async () => {
  const story = await storyIn("record", 1, library({ over: true }).ask);
  if (isRefusal(story)) throw new Error(story.error);
  expect(story).toMatchObject({ moves: kMoves, secret: 0, over: true });
  expect(story.course.where(3)).toEqual({ record: "record", number: 1 });
  expect(story.course.where(2)).toEqual({ record: "record", number: 1, plies: 2 });
});

test("of an unfinished game nothing is asked for that is still secret", async () => {
  const { ask, asked } = library({ over: false });
  const story = await storyIn("record", 1, ask);
  if (isRefusal(story)) throw new Error(story.error);
  expect(story).toMatchObject({ moves: ["a"], secret: 2, over: false });
  const replay = new Replay(askingBoth(ask));
  await replay.open(story.course);
  asked.splice(0);
  for (const ply of [0, 1, 2, 3, 99]) {
    await replay.go(ply);
    expect(JSON.stringify(replay.position)).not.toMatch(/"[bc]"/);
  }
  expect(asked.every(({ plies }) => Number(plies) <= 1)).toBe(true);
});

test("a record that cannot be read says why", async () => {
  const refusal = { error: "Line 1: no." };
  const ask: Ask = () => Promise.resolve(refusal);
  expect(await storyIn("record", 1, ask)).toEqual(refusal);
  expect(await askingBoth(ask)({ ask: "position" })).toEqual(refusal);
});

test("moves are known up to the first that one side hides", () => {
  expect(firstSecret(["a", "b", "?"], ["a", "?", "c"])).toBe(1);
  expect(firstSecret(["a"], ["a"])).toBe(1);
});

test("where both see the same, it stays as it is", () => {
  const one = seen({ seat: 1, plies: 2, over: true });
  expect(laidOpen(one, one).scene.cells).toEqual(one.scene.cells);
});

test("keys step and jump, and stop at both ends", () => {
  const at = (ply: number) => (key: string) => stepFor(key, ply, 3);
  expect(["ArrowLeft", "ArrowRight", "Home", "End", "x"].map(at(1))).toEqual([
    0,
    2,
    0,
    3,
    undefined,
  ]);
  expect(at(0)("ArrowLeft")).toBe(0);
  expect(at(3)("ArrowRight")).toBe(3);
});
