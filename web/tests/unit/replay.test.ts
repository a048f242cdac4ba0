import { expect, test } from "vitest";
import { firstSecret, laidOpen } from "../../src/kept/laid_open";
import { Replay } from "../../src/kept/replay.svelte";
import { stepFor } from "../../src/kept/steps";
import type { Piece, Position, Question, Seat } from "../../src/library/protocol";

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

test("a finished game is laid open, also in the middle of a hidden phase", async () => {
  const replay = new Replay(library({ over: true }).ask);
  await replay.open("record", 1);
  expect(replay.moves).toEqual(kMoves);
  await replay.go(2);
  expect(replay.shown).toMatchObject({ move: "b", mover: "Bob" });
  const cell = replay.shown?.position.scene.cells[0];
  expect(cell?.pieces?.map(({ owner }) => owner)).toEqual([1, 2]);
  expect(cell?.spoken).toBe("1, Ann 1, Bob 2");
  expect(replay.shown?.position.scene.counters.map(({ seat }) => seat)).toEqual([1, 2]);
});

test("of an unfinished game nothing is asked for that is still secret", async () => {
  const { ask, asked } = library({ over: false });
  const replay = new Replay(ask);
  await replay.open("record", 1);
  expect(replay.moves).toEqual(["a"]);
  expect(replay.secret).toBe(2);
  asked.splice(0);
  for (const ply of [0, 1, 2, 3, 99]) await replay.go(ply);
  expect(Math.max(...asked.map(({ plies }) => Number(plies)))).toBe(1);
  expect(asked.every(({ plies }) => plies !== undefined)).toBe(true);
  expect(JSON.stringify(replay.shown)).not.toMatch(/"[bc]"/);
});

test("whatever an address asks for, the replay stays within the game", async () => {
  const replay = new Replay(library({ over: true }).ask);
  await replay.open("record", 1);
  for (const [wanted, ply] of [
    [-5, 0],
    [Number.NaN, 0],
    [1.7, 1],
    [1e9, 3],
  ] as const) {
    await replay.go(wanted);
    expect(replay.ply).toBe(ply);
  }
});

test("a record that cannot be read says why", async () => {
  const replay = new Replay(() => Promise.resolve({ refused: "Line 1: no." }));
  await replay.open("record", 1);
  expect(replay.trouble).toBe("Line 1: no.");
  expect(replay.shown).toBeUndefined();
});

test("only the last step that was asked for is shown", async () => {
  const replay = new Replay(library({ over: true }).ask);
  await replay.open("record", 1);
  await Promise.all([replay.go(1), replay.go(3), replay.go(2)]);
  expect(replay.shown?.move).toBe("b");
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
