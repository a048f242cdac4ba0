// A game that is being played at this screen: what everybody may see of it, what the person at the curtain sees, and
// what is going on. All rules are the library's.
import { troubleFrom, type Desk, type Progress } from "../library/asking";
import {
  isRefusal,
  type News,
  type Question,
  type Seat,
  type SeatView,
  type Step,
  type TableState,
} from "../library/protocol";
import { framePainted } from "../ui/frame";
import { kHuman, openQuestion, today, type Setup } from "./setup";

export type Request =
  | { move: string }
  | { amounts: { cell: number; amount: number }[] }
  | { undo: true }
  | { resign: true }
  | { swap: true };

// Is told of every new state before anybody sees it, so that nothing is seen that could be lost; but what a person just
// did in the open, and could do again, is on the screen at once.
export type Keep = (state: TableState) => Promise<void>;

export class GameTable {
  state: TableState | undefined = $state.raw();
  // What the person sees who has raised the curtain.
  own: SeatView | undefined = $state.raw();
  // One sentence about what was wrong with what was last asked for.
  trouble = $state("");
  progress: Progress | undefined = $state.raw();
  // Everything that was told so far, for the list of moves and for people who listen.
  log: News[] = $state.raw([]);
  // Of the last state alone.
  news: News[] = $state.raw([]);
  // A program is to move, and was stopped.
  paused = $state(false);
  // How many questions are open.
  #open = $state(0);
  readonly #library: Desk;
  readonly #keep: Keep;
  // Counts the games, so that what was asked for one is never taken for another.
  #games = 0;

  constructor(library: Desk, keep: Keep) {
    this.#library = library;
    this.#keep = keep;
  }

  get working(): boolean {
    return this.#open > 0;
  }

  // Whose turn it is, if it is a person's.
  get person(): Seat | undefined {
    const seat = this.state?.view.to_move;
    return seat && this.state?.players[seat - 1] === kHuman ? seat : undefined;
  }

  // Two people share the screen, and one must not see what the other does.
  get needsCurtain(): boolean {
    const { state } = this;
    return state !== undefined && !state.view.over && state.view.seat === undefined && this.#hidden;
  }

  get #hidden(): boolean {
    return this.state?.hidden === true;
  }

  get last(): Step[] {
    return this.state?.view.last ?? [];
  }

  // What is on the screen.
  get view(): SeatView | undefined {
    return this.own ?? this.state?.view;
  }

  async open(setup: Setup): Promise<boolean> {
    this.#clear();
    return this.#take(openQuestion(setup));
  }

  async resume(record: string): Promise<boolean> {
    this.#clear();
    return this.#take({ ask: "resume", record, date: today() });
  }

  async submit(request: Request, seat?: Seat): Promise<boolean> {
    return this.#take({ ask: "submit", request, ...(seat ? { seat } : {}) });
  }

  // As it would be typed in a terminal.
  async type(line: string): Promise<boolean> {
    return this.#take({ ask: "submit", line });
  }

  async next(): Promise<boolean> {
    this.log = [];
    return this.#take({ ask: "next" });
  }

  async raiseCurtain(): Promise<void> {
    const { person: seat, state } = this;
    if (!seat) return;
    const own = await this.#asked<SeatView>({ ask: "look", seat });
    if (own && state === this.state) this.own = own;
  }

  // Whoever comes back to the table may be the other one.
  lowerCurtain(): void {
    this.own = undefined;
  }

  // Programs move until a person is to, or the game is over. One that found no move can be asked again.
  async goOn(): Promise<void> {
    const game = this.#games;
    this.paused = false;
    while (this.#isProgramsTurn()) {
      if (await this.#take({ ask: "think" })) continue;
      if (game === this.#games) this.paused = true;
      return;
    }
  }

  #isProgramsTurn(): boolean {
    return this.state?.view.to_move !== undefined && this.person === undefined && !this.paused;
  }

  // Stops a program that thinks too long; the game stays as it was.
  async stop(): Promise<void> {
    const { state } = this;
    this.#library.stop();
    this.paused = true;
    if (state) await this.#asked({ ask: "resume", record: state.record, date: today() });
  }

  // Another game comes; nobody waits for what is still worked on.
  #clear(): void {
    ++this.#games;
    this.log = [];
    if (this.working) this.#library.stop();
  }

  async #take(question: Question): Promise<boolean> {
    const game = this.#games;
    ++this.#open;
    try {
      const state = await this.#asked<TableState>(question);
      if (!state || game !== this.#games) return false;
      const isOwn = question.ask === "submit" && !state.hidden;
      if (isOwn) {
        // The board has shown what was chosen, and all the rest is not to hold that up.
        await framePainted();
        if (game !== this.#games) return false;
        this.#show(state, question);
      }
      await this.#keep(state);
      if (game !== this.#games) return false;
      if (!isOwn) this.#show(state, question);
      return true;
    } finally {
      --this.#open;
    }
  }

  #show(state: TableState, question: Question): void {
    this.own = undefined;
    this.state = state;
    this.news = question.ask === "resume" ? [] : state.events;
    this.log = question.ask === "resume" ? state.events : [...this.log, ...state.events];
  }

  async #asked<T>(question: Question): Promise<T | undefined> {
    this.trouble = "";
    ++this.#open;
    try {
      const answer = await this.#library.ask<T>(question, (progress) => (this.progress = progress));
      if (!isRefusal(answer)) return answer;
      this.trouble = answer.error;
    } catch (error) {
      const trouble = troubleFrom(error);
      if (trouble !== "") await this.#recover(trouble);
    } finally {
      --this.#open;
      this.progress = undefined;
    }
    return undefined;
  }

  // The worker broke: a new one takes the game up where it stands in its record.
  async #recover(trouble: string): Promise<void> {
    this.trouble = trouble;
    if (!this.state) return;
    try {
      await this.#library.ask({ ask: "resume", record: this.state.record, date: today() });
    } catch {
      // Whatever is asked next will say so again.
    }
  }
}
