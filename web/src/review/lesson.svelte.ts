// The mistakes of a game, asked about one after the other.
import { answered, bestOf, placed, type Answered, type Mistake } from "./questions";

export class Lesson {
  readonly mistakes: readonly Mistake[];
  // Somebody is being asked.
  open = $state(false);
  at = $state(0);
  // What the last answer came to.
  answer: Answered | undefined = $state.raw();
  // The better move was found, or shown.
  settled = $state(false);
  found = $state(0);
  // How many questions were answered at all; the rest was skipped.
  asked = $state(0);

  constructor(mistakes: readonly Mistake[]) {
    this.mistakes = mistakes;
    this.open = mistakes.length > 0;
  }

  get mistake(): Mistake | undefined {
    return this.open ? this.mistakes[this.at] : undefined;
  }

  get isLast(): boolean {
    return this.at === this.mistakes.length - 1;
  }

  // The move to show once the question is settled. What was placed in secret is not shown on a board.
  get solution(): string | undefined {
    const { mistake } = this;
    if (mistake?.kind !== "move" || !this.settled) return undefined;
    return this.answer?.kind === "best" ? this.answer.move.move : bestOf(mistake.options)?.move;
  }

  try(move: string): void {
    if (this.mistake?.kind === "move") this.#take(answered(this.mistake, move));
  }

  // An allocation, by what it wins on average.
  place(value: number): void {
    if (this.mistake?.kind === "placing") this.#take(placed(value));
  }

  show(): void {
    if (!this.mistake || this.settled) return;
    this.answer = undefined;
    this.#settle();
  }

  next(): void {
    if (this.isLast) {
      this.leave();
    } else {
      ++this.at;
      this.#ask();
    }
  }

  leave(): void {
    this.open = false;
  }

  restart(): void {
    this.at = 0;
    this.found = 0;
    this.asked = 0;
    this.open = this.mistakes.length > 0;
    this.#ask();
  }

  #take(answer: Answered | undefined): void {
    if (this.settled) return;
    this.answer = answer;
    if (answer?.kind !== "best") return;
    ++this.found;
    this.#settle();
  }

  #settle(): void {
    this.settled = true;
    ++this.asked;
  }

  #ask(): void {
    this.answer = undefined;
    this.settled = false;
  }
}
