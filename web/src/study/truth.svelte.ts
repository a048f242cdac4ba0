// What a position is worth, as soon as it is known. Only the last question counts.
import { troubleFrom, type Desk, type Progress } from "../library/asking";
import { isRefusal, type Analysis, type Seat, type Where } from "../library/protocol";

export interface Asked {
  where: Where;
  seat?: Seat;
  // Of a hidden phase: what is being considered.
  amounts?: { cell: number; amount: number }[];
}

export class Truth {
  analysis: Analysis | undefined = $state.raw();
  trouble = $state("");
  working = $state(false);
  progress: Progress | undefined = $state.raw();
  readonly #desk: Desk;
  #latest = 0;

  constructor(desk: Desk) {
    this.#desk = desk;
  }

  async ask({ where, seat, amounts }: Asked): Promise<void> {
    const mine = ++this.#latest;
    const isLatest = () => mine === this.#latest;
    this.working = true;
    this.trouble = "";
    try {
      const question = {
        ask: "analyze",
        ...where,
        ...(seat ? { seat } : {}),
        ...(amounts ? { amounts } : {}),
      };
      const answer = await this.#desk.ask<Analysis>(question, (progress) => {
        if (isLatest()) this.progress = progress;
      });
      if (!isLatest()) return;
      this.analysis = isRefusal(answer) ? undefined : answer;
      this.trouble = isRefusal(answer) ? answer.error : "";
    } catch (error) {
      const trouble = troubleFrom(error);
      if (isLatest()) this.trouble = trouble;
    }
    if (!isLatest()) return;
    this.working = false;
    this.progress = undefined;
  }

  forget(): void {
    ++this.#latest;
    this.analysis = undefined;
    this.trouble = "";
    this.working = false;
    this.progress = undefined;
  }

  stop(): void {
    this.#desk.stop();
    this.forget();
  }
}
