import { beforeEach, expect, test, vi } from "vitest";
import { Loading, type TextFile } from "../../src/kept/loading.svelte";
import { kMostBytes } from "../../src/kept/records";
import { keptGames } from "../../src/store/games";
import type { Question } from "../../src/library/protocol";
import { FakeDisk } from "./fake_database";

const disk = new FakeDisk();
vi.stubGlobal("indexedDB", disk.factory);

beforeEach(() => {
  disk.putError = undefined;
  disk.stores.get("games")?.clear();
});

function file(name: string, text: string, size = text.length): TextFile {
  return { name, size, text: () => Promise.resolve(text) };
}

// A record is a word; whatever has a ! in it is none.
function loading(): Loading {
  return new Loading(<T>(question: Question) => {
    const all = String(question["text"]).split(" ");
    const wrong = all.findIndex((word) => word.includes("!"));
    if (wrong >= 0) return Promise.resolve({ error: `Line ${wrong + 1}, column 1: no record.` });
    const heads = all.map((word) => ({
      game: "toy",
      rules: {},
      title: "Toy",
      date: "",
      players: ["human", "human"],
      names: ["Ann", "Bob"],
      result: "1-0",
      resumable: false,
      series: "",
      text: `[Game "${word}"]`,
    }));
    return Promise.resolve(heads as T);
  });
}

test("several files are loaded, and each is told of", async () => {
  const files = loading();
  await files.load([file("a", "one two"), file("b", "three"), file("c", "one four")]);
  expect(files.outcomes.map(({ text }) => text)).toEqual([
    "2 games loaded.",
    "1 game loaded.",
    "1 game loaded, 1 were here already.",
  ]);
  expect((await keptGames()).length).toBe(4);
});

test("a thousand games in a file are a thousand kept games", async () => {
  const text = Array.from({ length: 1000 }, (_, index) => `game${index}`).join(" ");
  const files = loading();
  await files.load([file("many", text)]);
  expect(files.outcomes[0]).toMatchObject({ text: "1000 games loaded.", refused: false });
  expect((await keptGames()).length).toBe(1000);
});

test("a broken file is refused with its place, and nothing of it or of the others is lost", async () => {
  const files = loading();
  await files.load([file("good", "one"), file("bad", "two thr!ee"), file("also good", "four")]);
  expect(files.outcomes[1]).toMatchObject({
    text: "Line 2, column 1: no record.",
    refused: true,
  });
  expect((await keptGames()).map(({ record }) => record).sort()).toEqual([
    '[Game "four"]\n',
    '[Game "one"]\n',
  ]);
});

test("a file that is too large is not even read", async () => {
  const text = vi.fn(() => Promise.resolve("one"));
  const files = loading();
  await files.load([{ name: "huge", size: kMostBytes + 1, text }]);
  expect(files.outcomes[0]).toMatchObject({ refused: true });
  expect(files.outcomes[0]?.text).toContain("4 MB");
  expect(text).not.toHaveBeenCalled();
});

test("a file that has vanished meanwhile is told of", async () => {
  const files = loading();
  const text = () => Promise.reject(new DOMException("gone", "NotFoundError"));
  await files.load([{ name: "gone", size: 1, text }, file("good", "one")]);
  expect(files.outcomes.map(({ refused }) => refused)).toEqual([true, false]);
});

test("where there is no room, it is said so", async () => {
  disk.putError = new DOMException("no room", "QuotaExceededError");
  const files = loading();
  await files.load([file("a", "one")]);
  expect(files.outcomes[0]?.text).toContain("no room");
});
