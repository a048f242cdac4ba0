// Plays games on the page as a person does, with a hand of one's choice.
import type { Locator, Page } from "playwright-core";
import { en } from "../../src/lang/en";
import { expect } from "./harness";

// What a turn touches: cells of the board, units for cells, or a button beside it.
export interface Turn {
  seat: 1 | 2;
  // As the terminal writes it.
  move: string;
  cells?: number[];
  units?: [cell: number, amount: number][];
}

export interface Script {
  id: string;
  title: string;
  names: [string, string];
  hidden?: boolean;
  turns: Turn[];
  // What the library says at the end of it.
  closing: string;
  winner: 1 | 2;
}

const alternating = (moves: [move: string, ...cells: number[]][]): Turn[] =>
  moves.map(([move, ...cells], index) => ({ seat: index % 2 === 0 ? 1 : 2, move, cells }));

// The examples in the rules, and a short one of the hidden moves.
export const scripts: readonly Script[] = [
  {
    id: "color-clash",
    title: "Color Clash",
    names: ["Red", "Blue"],
    turns: alternating([
      ["R4-9", 7],
      ["B3-7", 6],
      ["R3-6", 5],
      ["B1-5", 2],
      ["R1-2", 1],
    ]),
    closing: "Red wins: Blue has no legal move!",
    winner: 1,
  },
  {
    id: "capture-the-flag",
    title: "Capture the Flag",
    names: ["Player 1", "Player 2"],
    turns: alternating([
      ["3", 3],
      ["3", 7],
      ["2", 5],
      ["3", 4],
      ["3", 8],
      ["1", 3],
      ["2", 10],
    ]),
    closing: "Player 1 has captured Player 2's flag! Player 1 wins!",
    winner: 1,
  },
  {
    id: "color-capture",
    title: "Color Capture",
    names: ["Player 1", "Player 2"],
    turns: alternating([
      ["15", 15],
      ["1", 1],
      ["1", 2],
      ["12", 14],
      ["11", 13],
      ["1", 3],
      ["1", 4],
      ["8", 12],
      ["1", 5],
      ["1", 6],
    ]),
    closing: "Winner: Player 2 wins by collecting a majority of Green tokens!",
    winner: 2,
  },
  {
    id: "color-bridge",
    title: "Color Bridge",
    names: ["Player 1 (Red)", "Player 2 (Blue)"],
    turns: alternating([
      ["5-6", 5, 6],
      ["7", 7, 7],
      ["4", 4, 4],
    ]),
    closing: "Player 1 (Red) wins by forming a sequence at positions 4, 5, 6!",
    winner: 1,
  },
  {
    id: "energy-capture",
    title: "Energy Capture",
    names: ["Player 1", "Player 2"],
    hidden: true,
    turns: [
      {
        seat: 1,
        move: "1:2,2:1,3:1",
        units: [
          [1, 2],
          [2, 1],
          [3, 1],
        ],
      },
      {
        seat: 2,
        move: "4:3,5:1",
        units: [
          [4, 3],
          [5, 1],
        ],
      },
      { seat: 1, move: "pass" },
      { seat: 2, move: "pass" },
    ],
    closing: "Player 1 wins by capturing a majority of the nodes!",
    winner: 1,
  },
];

export const scriptOf = (id: string): Script => {
  const script = scripts.find((each) => each.id === id);
  if (!script) throw new Error(`no script of ${id}`);
  return script;
};

export const cellOf = (page: Page, cell: number): Locator =>
  page.locator(`.cell[data-cell="${cell}"]`);
export const button = (page: Page, name: string): Locator =>
  page.getByRole("button", { name, exact: true });
// What somebody hears who does not see the board.
export const announced = (page: Page): Locator => page.locator("p.unseen[aria-live=polite]");
export const over = (page: Page): Locator => page.locator(".end h2");
// The moves that are listed, without remarks.
export const listed = (page: Page): Locator => page.locator(".side li:not(.remark):has(.ply)");
export const recordId = (page: Page): string => /#\/table\/(\w+)/.exec(page.url())?.[1] ?? "";

// Uses something: a click, a tap or a key.
export type Press = (what: Locator) => Promise<void>;
export const click: Press = (what) => what.click();
export const tap: Press = (what) => what.tap();

export interface Hand {
  press: Press;
  // One more unit for a cell.
  add: (page: Page, cell: number) => Promise<void>;
}

const addBy = (press: Press) => (page: Page, cell: number) =>
  press(button(page, en.board.more(String(cell))));
export const mouse: Hand = { press: click, add: addBy(click) };
export const finger: Hand = { press: tap, add: addBy(tap) };

export interface Wishes {
  opponent?: "human" | "random" | "perfect" | `level:${number}`;
  first?: "you" | "other";
  bestOf?: number;
  names?: [string, string];
}

// Sets a game up on the page that shows what can be set, and begins it.
export async function begin(page: Page, wishes: Wishes = {}, press: Press = click): Promise<void> {
  const { opponent = "human", first = "you", bestOf = 1, names } = wishes;
  const choose = (name: string, value: string) =>
    press(page.locator(`label:has(input[name=${name}][value="${value}"])`));
  await choose("opponent", opponent);
  await choose("first", first);
  if (bestOf > 1 || names) {
    await press(page.locator("summary", { hasText: en.setup.more }));
    if (bestOf > 1) await choose("series", String(bestOf));
    if (names) {
      await page.getByLabel(en.setup.you, { exact: true }).fill(names[0]);
      if (opponent === "human")
        await page.getByLabel(en.setup.other, { exact: true }).fill(names[1]);
    }
  }
  await press(button(page, en.setup.start));
  await page.waitForURL(/#\/table\//);
  await page.locator(".table").waitFor();
}

// From the front page.
export async function enter(
  page: Page,
  game: string,
  wishes: Wishes = {},
  press: Press = click,
): Promise<void> {
  await press(page.locator(`a[href^="#/play/${game}"]`).first());
  await begin(page, wishes, press);
}

export async function takeTurn(page: Page, turn: Turn, { press, add }: Hand): Promise<void> {
  for (const cell of turn.cells ?? []) await press(cellOf(page, cell));
  for (const [cell, amount] of turn.units ?? [])
    for (let unit = 0; unit < amount; ++unit) await add(page, cell);
  if (turn.units) await press(button(page, en.table.place));
  else if (!turn.cells) await press(page.locator(".turn .word"));
}

// Behind the curtain, if there is one.
export async function raiseCurtain(page: Page, name: string, press: Press): Promise<void> {
  await press(button(page, en.curtain.raise(name)));
  await page.locator(".board").waitFor();
}

export async function seeReveal(page: Page, press: Press): Promise<void> {
  await page.getByRole("heading", { name: en.curtain.reveal }).waitFor();
  await press(button(page, en.curtain.goOn));
}

export async function playScript(page: Page, script: Script, hand: Hand): Promise<void> {
  for (const [index, turn] of script.turns.entries()) {
    if (script.hidden) await raiseCurtain(page, script.names[turn.seat - 1] ?? "", hand.press);
    await takeTurn(page, turn, hand);
    if (!script.hidden) await expect.poll(() => listed(page).count()).toBe(index + 1);
  }
  if (script.hidden) await seeReveal(page, hand.press);
  await expectEnd(page, script);
}

export async function expectEnd(page: Page, script: Script): Promise<void> {
  const name = script.names[script.winner - 1] ?? "";
  await expect.poll(() => over(page).textContent()).toBe(en.table.wins(name));
}
