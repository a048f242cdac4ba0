// Every main state of the page, and the way to it. One after the other, on one page.
import type { Page } from "playwright-core";
import { en } from "../../src/lang/en";
import { begin, button, click, listed, mouse, over, raiseCurtain, recordId } from "./play";
import { scriptOf, takeTurn, type Turn } from "./play";
import { expect } from "./harness";

export interface State {
  name: string;
  show: (page: Page) => Promise<void>;
}

export async function go(page: Page, where: string): Promise<void> {
  await page.evaluate((where) => (location.hash = `#/${where}`), where);
}

async function playTurns(page: Page, turns: readonly Turn[]): Promise<void> {
  for (const turn of turns) {
    const before = await listed(page).count();
    await takeTurn(page, turn, mouse);
    await expect.poll(() => listed(page).count()).toBe(before + 1);
  }
}

const { turns } = scriptOf("color-bridge");
const heading = (page: Page, name: string | RegExp) => page.getByRole("heading", { name }).first();
const board = (page: Page) => page.getByRole("group", { name: en.board.label }).first();
const values = (page: Page) => page.getByRole("switch", { name: en.truth.show });

export const states: readonly State[] = [
  {
    name: "home",
    show: async (page) => {
      await go(page, "");
      await page.locator('a[href^="#/play/"]').nth(4).waitFor();
    },
  },
  {
    name: "setup",
    show: async (page) => {
      await go(page, "play/color-bridge?length=13");
      await page.locator("input[type=range]").first().waitFor();
    },
  },
  {
    name: "table",
    show: async (page) => {
      await go(page, "play/color-bridge");
      await expect.poll(() => page.locator("input[type=range]").count()).toBe(0);
      await begin(page);
      await playTurns(page, turns.slice(0, 2));
    },
  },
  {
    name: "values",
    show: async (page) => {
      await values(page).click();
      await page.locator(".cell .worth").first().waitFor();
    },
  },
  {
    name: "end",
    show: async (page) => {
      await values(page).click();
      await playTurns(page, turns.slice(2));
      await over(page).waitFor();
    },
  },
  {
    name: "review",
    show: async (page) => {
      await go(page, `review/${recordId(page)}`);
      await heading(page, en.review.chart).waitFor();
      await board(page).waitFor();
    },
  },
  {
    name: "curtain",
    show: async (page) => {
      await go(page, "play/energy-capture");
      await begin(page);
      await page.locator(".curtain").waitFor();
    },
  },
  {
    name: "hidden",
    show: async (page) => {
      await raiseCurtain(page, "Player 1", click);
    },
  },
  {
    name: "reveal",
    show: async (page) => {
      const script = scriptOf("energy-capture");
      for (const [index, turn] of script.turns.entries()) {
        if (index > 0) await raiseCurtain(page, script.names[turn.seat - 1] ?? "", click);
        await takeTurn(page, turn, mouse);
      }
      await expect.poll(() => page.locator(".reveal li").count()).toBe(5);
    },
  },
  {
    name: "explore",
    show: async (page) => {
      await go(page, "position/color-clash?moves=R4-9+B3-7");
      await board(page).waitFor();
    },
  },
  {
    name: "rules",
    show: async (page) => {
      await go(page, "rules/capture-the-flag");
      await heading(page, en.rules.example).waitFor();
      await board(page).waitFor();
    },
  },
  {
    name: "puzzles",
    show: async (page) => {
      await go(page, "puzzle");
      await button(page, en.puzzle.draw).waitFor();
    },
  },
  {
    name: "puzzle",
    show: async (page) => {
      await go(page, "puzzle/color-capture?seed=3");
      await page.locator(".cell.pickable").first().waitFor();
    },
  },
  {
    name: "lab",
    show: async (page) => {
      await go(page, "lab/color-bridge");
      const range = page.getByRole("spinbutton", { name: en.lab.to("length"), exact: true });
      await range.fill("12");
      await range.press("Tab");
      await button(page, en.lab.start).click();
      await page.getByText(en.lab.whole(2)).waitFor();
    },
  },
  {
    name: "games",
    show: async (page) => {
      await go(page, "games");
      await expect.poll(() => page.locator(".game").count()).toBeGreaterThan(1);
    },
  },
  {
    name: "replay",
    show: async (page) => {
      await page.locator('.game a[href^="#/replay/"]').last().click();
      await board(page).waitFor();
    },
  },
  {
    name: "settings",
    show: async (page) => {
      await go(page, "settings");
      await heading(page, en.settings.title).waitFor();
    },
  },
  {
    name: "documents",
    show: async (page) => {
      await go(page, "documents");
      await heading(page, en.documents.title).waitFor();
    },
  },
  {
    name: "lost",
    show: async (page) => {
      await go(page, "nowhere");
      await page.getByText(en.app.notFound).waitFor();
    },
  },
];
