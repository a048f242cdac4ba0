// A game that is played through, move by move: forth, back, to anywhere, or by itself.
import { answering, type Answer, type Ask } from "../library/asking";
import { isRefusal, type Position, type Where } from "../library/protocol";

// What is gone through: where the game stands after so many moves, up to `total`.
export interface Course {
  total: number;
  where: (plies: number) => Where;
}

// Milliseconds to look at a move, where the game plays by itself.
export const kPause = 1600;

export function courseOfMoves(start: Exclude<Where, { record: string }>): Course {
  return {
    total: start.moves.length,
    where: (plies) => ({ ...start, moves: start.moves.slice(0, plies) }),
  };
}

export class Replay {
  // The last position that was wanted and has come; it stays until another one has.
  position: Position | undefined = $state.raw();
  at = $state(0);
  total = $state(0);
  playing = $state(false);
  trouble = $state("");
  readonly #ask: Ask;
  #course: Course | undefined;
  // By the number of moves.
  #known: (Promise<Answer<Position>> | undefined)[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(ask: Ask) {
    this.#ask = answering({ ask });
  }

  get atEnd(): boolean {
    return this.at === this.total;
  }

  async open(course: Course, at = 0): Promise<void> {
    this.pause();
    this.#course = course;
    this.#known = [];
    this.total = course.total;
    this.position = undefined;
    this.trouble = "";
    await this.#show(at);
  }

  // A step that somebody takes ends the playing.
  async go(at: number): Promise<void> {
    this.pause();
    await this.#show(at);
  }

  // From here to the end, or from the start if this is the end.
  play(pause = kPause): void {
    this.pause();
    this.playing = true;
    if (this.atEnd) void this.#show(0);
    this.#later(pause);
  }

  pause(): void {
    this.playing = false;
    clearTimeout(this.#timer);
  }

  #later(pause: number): void {
    this.#timer = setTimeout(() => {
      void this.#show(this.at + 1).then(() => {
        if (!this.playing) return;
        if (this.atEnd) this.pause();
        else this.#later(pause);
      });
    }, pause);
  }

  async #show(wanted: number): Promise<void> {
    const course = this.#course;
    if (!course) return;
    const at = Math.min(Math.max(Math.trunc(wanted) || 0, 0), course.total);
    this.at = at;
    const answer = await this.#fetched(course, at);
    if (this.#course !== course || this.at !== at) return;
    this.trouble = isRefusal(answer) ? answer.error : "";
    if (isRefusal(answer)) {
      this.pause();
      return;
    }
    this.position = answer;
    if (at < course.total) void this.#fetched(course, at + 1);
  }

  #fetched(course: Course, at: number): Promise<Answer<Position>> {
    return (this.#known[at] ??= this.#asked(course, at));
  }

  async #asked(course: Course, at: number): Promise<Answer<Position>> {
    const answer = await this.#ask<Position>({ ask: "position", ...course.where(at) });
    // Whatever could not be had is asked for again.
    if (isRefusal(answer) && course === this.#course) this.#known[at] = undefined;
    return answer;
  }
}
