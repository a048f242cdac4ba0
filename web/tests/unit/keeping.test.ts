// What is on the screen before it is kept, and what is not.
import { beforeAll, describe, expect, test, vi } from "vitest";
import type { TableState } from "../../src/library/protocol";
import { GameTable } from "../../src/table/table.svelte";
import { startModule, type Ask } from "./module";

let ask: Ask;

beforeAll(async () => {
  ask = await startModule();
});

// A table whose keeper takes its time with every state behind the first.
async function opened(game: string, players: [string, string]) {
  const kept: TableState[] = [];
  let release: () => void = () => undefined;
  const desk = {
    ask: <T>(question: Record<string, unknown>) => Promise.resolve(ask(question) as T),
    stop: () => undefined,
  };
  const table = new GameTable(desk, async (state) => {
    kept.push(state);
    if (kept.length > 1) await new Promise<void>((done) => (release = done));
  });
  const setup = {
    choice: { game },
    players,
    names: ["", ""] as [string, string],
    first: 1 as const,
  };
  expect(await table.open({ ...setup, swap: false, bestOf: 1 })).toBe(true);
  return { table, kept, release: () => release() };
}

// The second state is about to be kept, and whatever could happen without it has happened.
async function keeping(kept: readonly TableState[]): Promise<void> {
  await vi.waitFor(() => expect(kept).toHaveLength(2), { timeout: 60_000 });
  for (let turns = 0; turns < 3; ++turns) await new Promise((done) => setTimeout(done, 0));
}

describe("a state of the table", () => {
  test("of an own move in the open is seen at once", async () => {
    const { table, kept, release } = await opened("color-bridge", ["human", "human"]);
    const done = table.submit({ move: "5" });
    await keeping(kept);
    expect([kept.length, table.state?.events.at(-1)?.number, table.working]).toEqual([2, 2, true]);
    release();
    expect(await done).toBe(true);
    expect(table.working).toBe(false);
  });

  test("of a program's move is kept before it is seen", async () => {
    const { table, kept, release } = await opened("color-bridge", ["random", "human"]);
    const done = table.goOn();
    await keeping(kept);
    expect([kept.length, table.state?.events.at(-1)?.number]).toEqual([2, 1]);
    release();
    await done;
    expect(table.state?.events.at(-1)?.number).toBe(2);
  });

  test("where moves are hidden is kept before it is seen", async () => {
    const { table, kept, release } = await opened("energy-capture", ["human", "human"]);
    const done = table.submit({ move: "1:5" });
    await keeping(kept);
    expect([kept.length, table.state?.events.at(-1)?.number]).toEqual([2, 1]);
    release();
    await done;
    expect(table.state?.events.at(-1)?.number).toBe(2);
  });
});
