// A puzzle on the table and somebody before it: what is tried, what is said of it, and what it counts.
import { words } from "../lang/lang.svelte";
import { called } from "../lang/said";
import { troubleFrom, type Ask } from "../library/asking";
import { NoAnswer } from "../library/no_answer";
import {
  isRefusal,
  type Analysis,
  type Position,
  type Puzzle,
  type Question,
} from "../library/protocol";
import { Replay } from "../study/replay.svelte";
import { isSlow, judgementOf, mostTempting, slipsIn } from "./judging";
import type { PuzzleNews, Streak } from "./streak";

export interface Said {
  tone: "right" | "wrong" | "hint";
  text: string;
}

export interface Surroundings {
  ask: Ask;
  count: (news: PuzzleNews) => Promise<Streak>;
  // Resolved when a move has been looked at.
  pause: () => Promise<void>;
  // The puzzle's date, if it is the daily one and was not counted before.
  daily: string;
  counts: boolean;
}

// The library's own sentence about why it cannot be answered.
class Refused extends NoAnswer {}

export class Sitting {
  // The winning move is to be found; the win is to be kept; all is shown.
  stage: "find" | "keep" | "done" = $state("find");
  position: Position | undefined = $state.raw();
  said: Said | undefined = $state.raw();
  // A wrong move and what punishes it are on the board.
  refuted = $state(false);
  working = $state(false);
  trouble = $state("");
  hints = $state(0);
  // The moves that a hint has left.
  left: string[] = $state.raw([]);
  // How the puzzle goes, from its first move to the end; when all is shown.
  line: string[] = $state.raw([]);
  // Solved at the first try without help.
  clean = $state(false);
  solved = $state(false);
  readonly puzzle: Puzzle;
  readonly replay: Replay;
  readonly #around: Surroundings;
  #hurried = false;
  #played: string[] = [];
  #analysis: Analysis | undefined;
  #missed = false;

  constructor(puzzle: Puzzle, around: Surroundings) {
    this.puzzle = puzzle;
    this.#around = around;
    this.replay = new Replay(around.ask);
  }

  get counts(): boolean {
    return this.#around.counts;
  }

  get mayMove(): boolean {
    return this.stage !== "done" && !this.refuted && !this.working && this.position !== undefined;
  }

  // At the start; or, where an answer did not come, as far as it was played.
  async open(): Promise<void> {
    await this.#work(async () => {
      this.refuted = false;
      if (this.#played.length > 0) return this.#goOn();
      this.position = await this.#positionAfter([]);
      this.#analysis = await this.#analysisAfter([]);
    });
  }

  async try(move: string): Promise<void> {
    if (!this.mayMove) return;
    await this.#work(async () => {
      const judged = judgementOf(this.#analysis, move);
      if (!judged || !this.#analysis) return;
      if (judged.value !== "win") {
        await this.#refute(move);
        return;
      }
      this.said = {
        tone: "right",
        text:
          this.stage === "find"
            ? words().puzzle.yes(move, this.puzzle.plies)
            : isSlow(this.#analysis, judged)
              ? words().puzzle.slow(move, judged.plies ?? 0)
              : words().puzzle.kept(move, judged.plies ?? 0),
      };
      if (this.stage === "find") await this.#solve();
      await this.#goOnWith(move);
    });
    if (this.#hurried) await this.again();
  }

  // Takes the wrong move back.
  async again(): Promise<void> {
    // Who does not wait for the answer gets the board as soon as it is seen.
    this.#hurried = this.refuted && this.working;
    if (!this.refuted || this.working) return;
    await this.#work(async () => {
      this.position = await this.#positionAfter(this.#played);
      this.refuted = false;
    });
  }

  async hint(): Promise<void> {
    if (!this.mayMove) return;
    await this.#work(async () => {
      if (this.stage === "keep") {
        this.left = this.#analysis?.line?.slice(0, 1) ?? [];
        this.said = { tone: "hint", text: words().puzzle.hintMove(this.left[0] ?? "") };
        return;
      }
      await this.#miss();
      const text =
        this.hints === 0 ? words().puzzle.hintPlies(this.puzzle.plies) : await this.#betterHint();
      this.hints = Math.min(this.hints + 1, 2);
      this.said = { tone: "hint", text };
    });
  }

  // The winning move and how it goes on; or, when it is found, only that.
  async show(): Promise<void> {
    if (this.working || this.stage === "done") return;
    await this.#work(async () => {
      if (this.stage === "find") {
        await this.#miss();
        this.said = {
          tone: "hint",
          text: words().puzzle.solution(this.puzzle.solution, this.puzzle.plies),
        };
      }
      await this.#finish();
    });
  }

  // The first thing that goes wrong ends the row, whatever comes of it.
  async #miss(): Promise<void> {
    if (this.#missed) return;
    this.#missed = true;
    await this.#count({ tried: 1, solved: 0, row: "ended" });
  }

  async #solve(): Promise<void> {
    this.solved = true;
    this.clean = !this.#missed;
    await this.#count(
      this.#missed ? { tried: 0, solved: 1, row: "kept" } : { tried: 1, solved: 1, row: "longer" },
    );
  }

  async #count(news: Omit<PuzzleNews, "daily">): Promise<void> {
    if (this.counts) await this.#around.count({ ...news, daily: this.#around.daily });
  }

  async #refute(move: string): Promise<void> {
    if (this.stage === "find") await this.#miss();
    const judged = judgementOf(this.#analysis, move);
    const wrong = [...this.#played, move];
    const reached = await this.#positionAfter(wrong);
    this.refuted = true;
    this.position = reached;
    if (reached.over) {
      this.said = { tone: "wrong", text: words().puzzle.losesAtOnce(move) };
      return;
    }
    const reply = (await this.#analysisAfter(wrong)).line?.[0] ?? "";
    this.said = {
      tone: "wrong",
      text:
        judged?.value === "neither"
          ? words().puzzle.winsNothing(move, reply)
          : words().puzzle.punished(move, judged?.plies ?? 0, reply),
    };
    await this.#around.pause();
    this.position = await this.#positionAfter([...wrong, reply]);
  }

  // A move that wins, and the best defence.
  async #goOnWith(move: string): Promise<void> {
    this.left = [];
    this.#played = [...this.#played, move];
    await this.#goOn();
  }

  async #goOn(): Promise<void> {
    this.position = await this.#positionAfter(this.#played);
    if (!this.position.over && this.position.to_move !== this.puzzle.to_move) {
      await this.#defend(this.position);
    }
    if (this.position.over) return this.#finish();
    this.#analysis = await this.#analysisAfter(this.#played);
    this.stage = "keep";
  }

  async #defend({ names, to_move }: Position): Promise<void> {
    const reply = (await this.#analysisAfter(this.#played)).line?.[0];
    await this.#around.pause();
    if (reply === undefined) return;
    this.position = await this.#positionAfter([...this.#played, reply]);
    this.#played = [...this.#played, reply];
    this.said = {
      tone: "right",
      text: `${this.said?.text ?? ""} ${words().puzzle.answers(called(names[(to_move ?? 1) - 1] ?? ""), reply)}`,
    };
  }

  async #finish(): Promise<void> {
    const rest = this.position?.over ? [] : ((await this.#analysisAfter(this.#played)).line ?? []);
    const line = [...this.#played, ...rest];
    const { length } = this.#played;
    await this.replay.open(
      { total: line.length, where: (plies) => this.#whereAfter(line.slice(0, plies)) },
      length === 0 ? 1 : length,
    );
    this.left = [];
    this.line = line;
    this.stage = "done";
  }

  async #betterHint(): Promise<string> {
    const { legal, solution } = this.puzzle;
    const wrong = legal.filter((move) => move !== solution);
    const [only] = wrong;
    if (wrong.length === 1 && only !== undefined) {
      const reached = await this.#positionAfter([only]);
      if (reached.over) return words().puzzle.wrongLoses;
      return words().puzzle.wrongPunished((await this.#analysisAfter([only])).line?.[0] ?? "");
    }
    const judged: { move: string; slips: number }[] = [];
    for (const move of wrong) {
      const reached = await this.#positionAfter([move]);
      judged.push({ move, slips: reached.over ? 0 : slipsIn(await this.#analysisAfter([move])) });
    }
    const tempting = mostTempting(judged);
    // In the game's own order, so that nothing is given away.
    this.left = legal.filter((move) => move === solution || move === tempting);
    return words().puzzle.oneOf(this.left[0] ?? "", this.left[1] ?? "");
  }

  #whereAfter(moves: readonly string[]) {
    const { game, rules, first, moves: before } = this.puzzle;
    return { game, rules, first, moves: [...before, ...moves] };
  }

  #positionAfter(moves: readonly string[]): Promise<Position> {
    return this.#asked<Position>({ ask: "position", ...this.#whereAfter(moves) });
  }

  #analysisAfter(moves: readonly string[]): Promise<Analysis> {
    return this.#asked<Analysis>({ ask: "analyze", ...this.#whereAfter(moves) });
  }

  async #asked<T>(question: Question): Promise<T> {
    const answer = await this.#around.ask<T>(question);
    if (isRefusal(answer)) throw new Refused(answer.error);
    return answer;
  }

  // One thing at a time; what goes wrong is said.
  async #work(deed: () => Promise<void>): Promise<void> {
    this.working = true;
    this.trouble = "";
    try {
      await deed();
    } catch (error) {
      this.trouble = error instanceof Refused ? error.message : troubleFrom(error);
    } finally {
      this.working = false;
    }
  }
}
