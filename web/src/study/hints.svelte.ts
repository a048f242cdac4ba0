// A hint in three steps, each of which says more than the one before.
import { study } from "../library/desks";
import { NoAnswer, Stopped, type Progress } from "../library/library";
import { isRefusal, type Hint, type Seat, type Where } from "../library/protocol";

export class Hints {
  // Those that were given, the first one first.
  given: string[] = $state.raw([]);
  notation: string | undefined = $state();
  trouble = $state("");
  working = $state(false);
  progress: Progress | undefined = $state.raw();
  #hint: Hint | undefined;
  #turn = 0;

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
    this.#hint = undefined;
  }

  async more(where: Where, seat: Seat): Promise<void> {
    if (this.working || this.isSpent) return;
    const turn = this.#turn;
    this.#hint ??= await this.#asked(where, seat, turn);
    if (!this.#hint || turn !== this.#turn) return;
    const { nudge, move, reason, notation } = this.#hint;
    this.given = [nudge, move, reason].slice(0, this.given.length + 1);
    if (this.given.length > 1) this.notation = notation;
  }

  stop(): void {
    study.stop();
  }

  async #asked(where: Where, seat: Seat, turn: number): Promise<Hint | undefined> {
    this.working = true;
    this.trouble = "";
    try {
      const hint = await study.ask<Hint>({ ask: "hint", ...where, seat }, (progress) => {
        this.progress = progress;
      });
      if (!isRefusal(hint)) return hint;
      if (turn === this.#turn) this.trouble = hint.refused;
    } catch (error) {
      if (!(error instanceof NoAnswer)) throw error;
      if (!(error instanceof Stopped)) this.trouble = error.message;
    } finally {
      this.working = false;
      this.progress = undefined;
    }
    return undefined;
  }
}
