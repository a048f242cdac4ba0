// Lets the library say as much as it can, and notes every sentence that can reach the page.
import {
  isRefusal,
  type Choice,
  type GameFacts,
  type GameInfo,
  type Hint,
  type PlayerKind,
  type Position,
  type Puzzle,
  type Review,
  type Scene,
  type TableState,
} from "../../src/library/protocol";
import type { Ask } from "./module";

export type Kind =
  | "names"
  | "facts"
  | "books"
  | "cells"
  | "scenes"
  | "turns"
  | "reports"
  | "ends"
  | "hints"
  | "reviews"
  | "series"
  | "complaints";

export const kNames: readonly (readonly [string, string])[] = [
  ["", ""],
  ["Ann", "Dr. Bob (Jr.)"],
  ["{who} wins! $& \\d+", "free; neutral, and [so] on"],
];

// The same every time.
function dice(seed: number): (sides: number) => number {
  let state = seed;
  return (sides) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * sides);
  };
}

const kWrongLines = [
  "",
  "0",
  "1",
  "99",
  "-1",
  "4",
  "7",
  "x",
  "1x2",
  "99999999999999",
  "1,",
  "-,3",
  "5,5",
  "1 3",
  "1 2 3 4",
  "1 2",
  "R9-4",
  "B1-3",
  "B1-9",
  "R1-1",
  "R4-2",
  "R1-3",
  "R1-99",
  "R1-x",
  "move",
  "1:99",
  "9:1",
  "1:1,1:1",
  "1:-3",
  "1:0",
  "1:",
  "a".repeat(500),
  "(.*)+{n}' is not your disk",
  "swap",
  "undo",
];

const kWrongRecords = [
  "",
  "rubbish",
  "[Game",
  '[Game "color-bridge"',
  '[Game "x\\q"]',
  '[Game "no-such-game"]\n\n*\n',
  '[Game "color-bridge"]\n\n1. 5-6 2. 5 *\n',
  '[Game "color-bridge"]\n\n1. 5-6 4. 5 *\n',
  '[Game "color-bridge"]\n[Result "1-0"]\n\n1. 5-6 *\n',
  '[Game "color-bridge"]\n[Result "2-0"]\n\n1. 5-6 *\n',
  '[Game "color-bridge"]\n[First "3"]\n\n*\n',
  '[Game "color-bridge"]\n[Game "color-bridge"]\n\n*\n',
  '[Game "color-bridge"]\n[Rules "run=99"]\n\n*\n',
  '[Game "color-bridge"]\n[Rules "depth=9"]\n\n*\n',
  '[Game "color-bridge"]\n[Rules "depth"]\n\n*\n',
  '[Game "color-bridge"]\n\n1. 5-6 {never closed *\n',
  '[Game "color-bridge"]\n\n1. 5-6\n',
  '[Game "color-bridge"]\n[Swap "no"]\n\n*\n',
  '[Game "color-bridge"]\n[Rounds "many"]\n\n*\n',
  '[Game "color-bridge"]\n[Series "two"]\n\n*\n',
  '[Game "color-bridge"]\n[Series "2 of 3"]\n\n*\n',
  '[Game "color-bridge"]\n\n1. swap *\n',
  '[Game "color-bridge"]\n\n1. 5-6 2. 1 3. 7 4. 8 1-0\n',
  '[Game "color-bridge"]\n\n1. 5-6 2. 1 3. 7 0-1\n',
  '[Game "color-clash"]\n[First "2"]\n\n*\n',
  '[Date "2026.11.16"]\n\n*\n',
];

export class Spoken {
  readonly said = new Map<Kind, Set<string>>();
  readonly #ask: Ask;

  constructor(ask: Ask) {
    this.#ask = ask;
  }

  #note(kind: Kind, ...texts: (string | undefined)[]): void {
    const all = this.said.get(kind) ?? new Set();
    this.said.set(kind, all);
    for (const text of texts) if (text) all.add(text);
  }

  // Nothing where it was refused.
  #asked(question: Record<string, unknown>): unknown {
    const answer = this.#ask(question);
    if (!isRefusal(answer)) return answer;
    this.#note("complaints", answer.error);
    return undefined;
  }

  facts(): GameFacts[] {
    const all = (this.#asked({ ask: "games" }) as GameFacts[] | undefined) ?? [];
    for (const facts of all) {
      this.#note("facts", facts.title, facts.about);
      for (const rule of facts.rules)
        this.#note("facts", rule.meaning, rule.range, ...(rule.words ?? []));
      for (const variant of facts.variants) this.#note("facts", variant.name, variant.why);
      for (const seat of facts.seats) this.#note("names", seat.plain);
    }
    for (const { name } of (this.#asked({ ask: "players" }) as PlayerKind[] | undefined) ?? []) {
      this.#note("names", name);
    }
    return all;
  }

  book(choice: Choice): void {
    const info = this.#asked({ ask: "game", ...choice }) as GameInfo | undefined;
    if (!info) return;
    const { goal, setup, turn, end, rulings, tips } = info.book;
    this.#note("facts", info.title);
    this.#note("books", goal, setup, turn, end, ...rulings, ...tips);
  }

  #scene(scene: Scene): void {
    this.#note("cells", ...scene.cells.map((cell) => cell.spoken));
    this.#note("cells", ...scene.counters.map((counter) => counter.label));
    this.#note("scenes", ...scene.notes, scene.sentence);
  }

  #state(state: TableState): void {
    this.#scene(state.view.scene);
    this.#note("names", ...state.names);
    this.#note("facts", state.title);
    this.#note("turns", state.ask, state.undo, ...this.#sentencesOf(state.turn));
    this.#note("reports", ...this.#sentencesOf(state.told), ...this.#sentencesOf(state.opening));
    if (state.series.best_of > 1) this.#note("series", state.series.heading, state.series.score);
    this.#note("ends", state.result?.reason, ...this.#sentencesOf(state.result?.closing));
  }

  // Drawings of the board are no sentences.
  #sentencesOf(text = ""): string[] {
    const isDrawn = /^(Updated|Current) Track: |^[\s\d]*$|^[ .P<>F12]*$|^\s*[-+ 0-9]*$|^\s*\d+: \[/;
    const isRow = /^(Position|Token): {1,4}/;
    return text.split("\n").filter((line) => !isDrawn.test(line) && !isRow.test(line));
  }

  // A series of random games with everything said in it, until each has ended somehow.
  play(choice: Choice, seed: number, options: Record<string, unknown> = {}): string {
    const roll = dice(seed);
    const names = kNames[seed % kNames.length] ?? ["", ""];
    const asked = { names, best_of: 3, seed: String(seed), date: "2026.11.16", ...options };
    const opened = this.#asked({ ask: "open", ...choice, ...asked }) as TableState | undefined;
    if (!opened) return "";
    let state = opened;
    let moves = 0;
    for (;;) {
      this.#state(state);
      if (state.result && state.series.over) return state.record;
      let next: TableState | undefined;
      if (state.result) {
        next = this.#asked({ ask: "next" }) as TableState | undefined;
      } else if (state.players[(state.view.to_move ?? 1) - 1] !== "human") {
        next = this.#asked({ ask: "think" }) as TableState | undefined;
      } else {
        const line = this.#line(state, roll, ++moves);
        next = this.#asked({ ask: "submit", line }) as TableState | undefined;
      }
      if (next) this.#look(next);
      state = next ?? (this.#ask({ ask: "state" }) as TableState);
    }
  }

  #look(state: TableState): void {
    const seat = state.view.to_move;
    if (!seat || !state.hidden) return;
    const look = this.#asked({ ask: "look", seat }) as Position | undefined;
    if (!look) return;
    this.#scene(look.scene);
    this.#note("turns", look.ask, ...this.#sentencesOf(look.turn));
  }

  #line(state: TableState, roll: (sides: number) => number, moves: number): string {
    if (roll(5) === 0) return kWrongLines[roll(kWrongLines.length)] ?? "";
    if (state.view.may_swap && roll(2) === 0) return "swap";
    if (roll(12) === 0) return "undo";
    if (roll(60) === 0 || moves > 300) return "resign";
    const seat = state.view.to_move ?? 1;
    const scene = (this.#ask({ ask: "look", seat }) as Position).scene;
    if (scene.amounts && roll(3) > 0) {
      const cell = scene.amounts.cells[roll(scene.amounts.cells.length)] ?? 1;
      return `${cell}:${1 + roll(scene.amounts.most)}`;
    }
    return scene.offers[roll(scene.offers.length)]?.move ?? "pass";
  }

  // Every position of the last game in a record, its hints and its review.
  study(record: string): void {
    const review = this.#asked({
      ask: "review",
      record,
    }) as (Review & { title: string; reason: string }) | undefined;
    if (review) {
      this.#note("names", ...review.players);
      const marked = (review as unknown as { marked: { explained: string }[] }).marked;
      this.#note("reviews", ...marked.map(({ explained }) => explained));
    }
    for (let plies = 0; ; ++plies) {
      const position = this.#asked({ ask: "position", record, plies }) as Position | undefined;
      if (!position) break;
      this.#scene(position.scene);
      this.#note("names", ...position.names);
      this.#note("reports", ...this.#sentencesOf(position.told));
      this.#note("turns", position.ask, position.legal, ...this.#sentencesOf(position.turn));
      if (position.over || position.moves.length < plies) {
        this.#note("ends", ...this.#sentencesOf(position.closing));
        break;
      }
      const hint = this.#asked({ ask: "hint", record, plies }) as Hint | undefined;
      if (hint) this.#note("hints", hint.nudge, hint.move, hint.reason);
    }
  }

  puzzle(question: Record<string, unknown>): void {
    const puzzle = this.#asked({ ask: "puzzle", ...question }) as Puzzle | undefined;
    if (puzzle) this.#scene(puzzle.view.scene);
  }

  // What the page can be made to ask by a wrong address, file or rule value.
  complain(games: readonly GameFacts[]): void {
    for (const text of kWrongRecords) {
      this.#asked({ ask: "records", text });
      this.#asked({ ask: "resume", record: text });
      this.#asked({ ask: "review", record: text });
    }
    this.#asked({ ask: "position", game: "chess", moves: [] });
    this.#asked({ ask: "position", game: "color", moves: [] });
    for (const { id: game, rules, variants } of games) {
      this.#asked({ ask: "position", game, moves: ["nonsense", "1"] });
      this.#asked({ ask: "position", game, moves: ["swap"], first: 2 });
      this.#asked({ ask: "position", game, variant: "no-such", moves: [] });
      this.#asked({ ask: "position", game, rules: { depth: 3 }, moves: [] });
      this.#asked({ ask: "open", game, swap: true });
      this.#asked({ ask: "open", game, first: 2 });
      this.#asked({ ask: "open", game, names: ["x", "x"] });
      this.#asked({ ask: "open", game, names: ["x".repeat(90), " y"] });
      this.#asked({ ask: "open", game, players: ["human", "level:9"] });
      this.#asked({ ask: "puzzle", game, level: 5, seed: "1" });
      for (const { key, most } of rules) {
        for (const value of [0, (most ?? 0) + 1, "much", 2]) {
          this.#asked({ ask: "fits", game, rules: { [key]: value } });
        }
        if (most) {
          const largest = Object.fromEntries(
            rules.map((rule) => [rule.key, rule.most ?? rule.book]),
          );
          const fit = this.#asked({ ask: "fits", game, rules: largest }) as
            { why: string } | undefined;
          this.#note("complaints", fit?.why);
        }
      }
      for (const { name } of variants) this.#asked({ ask: "fits", game, variant: name });
    }
  }
}
