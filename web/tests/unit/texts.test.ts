import { afterEach, expect, test, vi } from "vitest";
import { followText, keepText, keptText } from "../../src/store/texts";

afterEach(() => {
  vi.restoreAllMocks();
  localStorage.clear();
});

test("a text is kept from one visit to the next", () => {
  expect(keptText("a")).toBeNull();
  keepText("a", "one");
  expect(keptText("a")).toBe("one");
});

test("a browser that keeps nothing breaks nothing", () => {
  vi.stubGlobal("localStorage", {
    getItem: () => {
      throw new DOMException("no", "SecurityError");
    },
    setItem: () => {
      throw new DOMException("full", "QuotaExceededError");
    },
    clear: () => undefined,
  });
  expect(keptText("a")).toBeUndefined();
  expect(() => keepText("a", "one")).not.toThrow();
  vi.unstubAllGlobals();
});

test("what another tab writes or clears is told until nobody listens any more", () => {
  const told: (string | null)[] = [];
  const stop = followText("a", (text) => told.push(text));
  const write = (key: string | null, newValue: string | null) =>
    window.dispatchEvent(new StorageEvent("storage", { key, newValue }));
  write("a", "one");
  write("b", "two");
  write(null, null);
  stop();
  write("a", "three");
  expect(told).toEqual(["one", null]);
});
