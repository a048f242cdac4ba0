import { afterEach, expect, test } from "vitest";
import { plainKey } from "../../src/ui/keys";

afterEach(() => document.body.replaceChildren());

function pressed(tag: string, how: KeyboardEventInit & { taken?: boolean } = {}): string {
  const element = document.body.appendChild(document.createElement(tag));
  const event = new KeyboardEvent("keydown", {
    key: "h",
    bubbles: true,
    cancelable: true,
    ...how,
  });
  if (how.taken) element.addEventListener("keydown", (each) => each.preventDefault());
  let heard = "";
  const hear = (each: KeyboardEvent) => (heard = plainKey(each));
  window.addEventListener("keydown", hear);
  element.dispatchEvent(event);
  window.removeEventListener("keydown", hear);
  return heard;
}

test("a key on a button or on nothing is the page's", () => {
  expect([pressed("button"), pressed("p")]).toEqual(["h", "h"]);
});

test("a key is not the page's where somebody types, chooses, or reads a dialog", () => {
  expect(["input", "select", "textarea", "dialog"].map((tag) => pressed(tag))).toEqual([
    "",
    "",
    "",
    "",
  ]);
});

test("a key that the browser or a part of the page has taken is not taken twice", () => {
  expect(pressed("button", { ctrlKey: true })).toBe("");
  expect(pressed("button", { taken: true })).toBe("");
});
