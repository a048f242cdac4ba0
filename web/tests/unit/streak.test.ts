import { beforeEach, expect, test, vi } from "vitest";
import { after, kNoStreak, readStreak, streakText, type PuzzleNews } from "../../src/puzzle/streak";

const solved: PuzzleNews = { tried: 1, solved: 1, row: "longer", daily: "" };
const missed: PuzzleNews = { tried: 1, solved: 0, row: "ended", daily: "" };
const late: PuzzleNews = { tried: 0, solved: 1, row: "kept", daily: "" };

test("a row grows with every puzzle that is solved at once, and the best one stays", () => {
  const two = [solved, solved].reduce(after, kNoStreak);
  expect(two).toEqual({ tried: 2, solved: 2, now: 2, best: 2, daily: "" });
  expect(after(two, missed)).toEqual({ tried: 3, solved: 2, now: 0, best: 2, daily: "" });
});

test("a puzzle that is solved after a mistake counts as solved, once tried, and not in the row", () => {
  expect([missed, late].reduce(after, kNoStreak)).toEqual({
    tried: 1,
    solved: 1,
    now: 0,
    best: 0,
    daily: "",
  });
});

test("the daily puzzle counts once, whichever tab counts it first", () => {
  const daily = { ...solved, daily: "2026.11.16" };
  const once = after(kNoStreak, daily);
  expect(after(once, daily)).toBe(once);
  expect(after(once, { ...missed, daily: "2026.11.16" })).toBe(once);
  expect(after(once, { ...solved, daily: "2026.11.17" }).now).toBe(2);
});

test("the daily puzzle that was missed is still solved later on", () => {
  const day = "2026.11.16";
  const after2 = [
    { ...missed, daily: day },
    { ...late, daily: day },
  ].reduce(after, kNoStreak);
  expect(after2).toEqual({ tried: 1, solved: 1, now: 0, best: 0, daily: day });
});

test("what is kept is read again, with the keys of the terminal's file", () => {
  const streak = { tried: 5, solved: 4, now: 2, best: 3, daily: "2026.11.16" };
  expect(JSON.parse(streakText(streak))).toEqual({
    tried: 5,
    solved: 4,
    streak: 2,
    best: 3,
    daily: "2026.11.16",
  });
  expect(readStreak(streakText(streak))).toEqual(streak);
});

test("what is damaged is not read", () => {
  for (const text of [
    null,
    "",
    "{",
    "null",
    "[]",
    "7",
    '{"tried":1}',
    '{"tried":-1,"solved":0,"streak":0,"best":0,"daily":""}',
    '{"tried":1.5,"solved":0,"streak":0,"best":0,"daily":""}',
    '{"tried":1,"solved":0,"streak":0,"best":0,"daily":7}',
  ]) {
    expect(readStreak(text)).toBeUndefined();
  }
});

const kKey = "duello.puzzles";

beforeEach(() => {
  localStorage.clear();
  vi.restoreAllMocks();
  vi.resetModules();
});

async function freshStore() {
  return import("../../src/store/streak.svelte");
}

test("what another tab has counted since is counted on", async () => {
  const store = await freshStore();
  localStorage.setItem(kKey, streakText({ tried: 9, solved: 8, now: 7, best: 7, daily: "" }));
  await store.count(solved);
  expect(store.streak().now).toBe(8);
  expect(readStreak(localStorage.getItem(kKey))?.tried).toBe(10);
});

test("a damaged streak begins anew", async () => {
  localStorage.setItem(kKey, "{{{");
  const store = await freshStore();
  expect(store.streak()).toEqual(kNoStreak);
  await store.count(solved);
  expect(readStreak(localStorage.getItem(kKey))?.now).toBe(1);
});

test("where nothing can be kept, the row holds as long as the page is open", async () => {
  vi.spyOn(Storage.prototype, "getItem").mockImplementation(() => {
    throw new DOMException("forbidden");
  });
  vi.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
    throw new DOMException("forbidden");
  });
  const store = await freshStore();
  await store.count(solved);
  await store.count(solved);
  expect(store.streak().now).toBe(2);
});

test("a tab sees what another one counts", async () => {
  const store = await freshStore();
  const leave = store.followStreak();
  const newValue = streakText({ tried: 1, solved: 1, now: 1, best: 1, daily: "" });
  window.dispatchEvent(new StorageEvent("storage", { key: kKey, newValue }));
  expect(store.streak().best).toBe(1);
  leave();
  window.dispatchEvent(new StorageEvent("storage", { key: kKey, newValue: null }));
  expect(store.streak().best).toBe(1);
});
