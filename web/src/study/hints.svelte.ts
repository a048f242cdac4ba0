// A hint in three steps, each of which says more than the one before.
import { troubleFrom, type Answer, type Desk, type Progress } from "../library/asking";
import { isRefusal, type Hint, type Seat, type Where } from "../library/protocol";

export class Hints {
  // Those that were given, the first one first.
  given: string[] = $state.raw([]);
  notation: string | undefined = $state();
  trouble = $state("");
  working = $state(false);
  progress: Progress | undefined = $state.raw();
  readonly #desk: Desk;
  #hint: Hint | undefined;
  #turn = 0;

  constructor(desk: Desk) {
    this.#desk = desk;
  }

  get isSpent(): boolean {
    return this.given.length === 3;
  }

  // For another turn.
  forget(): void {
    ++this.#turn;
    this.given = [];
    this.notation = undefined;
    this.trouble = "";
    this.working = false;
    this.progress = undefined;
    this.#hint = undefined;
  }

  async more(where: Where, seat: Seat): Promise<void> {
    if (this.working || this.isSpent) return;
    const turn = this.#turn;
    const hint = this.#hint ?? (await this.#asked(where, seat));
    if (!hint || turn !== this.#turn) return;
    this.#hint = hint;
    this.given = [hint.nudge, hint.move, hint.reason].slice(0, this.given.length + 1);
    if (this.given.length > 1) this.notation = hint.notation;
  }

  stop(): void {
    this.#desk.stop();
  }

  async #asked(where: Where, seat: Seat): Promise<Hint | undefined> {
    const turn = this.#turn;
    const isMine = () => turn === this.#turn;
    let hint: Answer<Hint>;
    this.working = true;
    this.trouble = "";
    try {
      hint = await this.#desk.ask<Hint>({ ask: "hint", ...where, seat }, (progress) => {
        if (isMine()) this.progress = progress;
      });
    } catch (error) {
      hint = { error: troubleFrom(error) };
    }
    if (!isMine()) return undefined;
    this.working = false;
    this.progress = undefined;
    if (!isRefusal(hint)) return hint;
    this.trouble = hint.error;
    return undefined;
  }
}
