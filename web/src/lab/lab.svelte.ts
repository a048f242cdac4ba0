// A run of the lab: one row after the other, in a library of its own, so that nobody at a table waits for it.
import { troubleFrom, type Desk, type Progress } from "../library/asking";
import { isRefusal, type Finding, type Fit, type Rules } from "../library/protocol";
import type { Sampling } from "./sweep";

export interface Row {
  rules: Rules;
  finding?: Finding;
  // Why there is none: it is no game, or too large.
  why?: string;
}

export class Lab {
  rows: Row[] = $state.raw([]);
  running = $state(false);
  // Of the row that is being worked on.
  progress: Progress | undefined = $state.raw();
  trouble = $state("");
  sampling: Sampling | undefined = $state.raw();
  readonly game: string;
  readonly #desk: Desk;
  // Counts the runs: what comes for an earlier one is not wanted any more.
  #run = 0;

  constructor(game: string, desk: Desk) {
    this.game = game;
    this.#desk = desk;
  }

  get done(): number {
    return this.rows.filter((row) => row.finding ?? row.why).length;
  }

  get isWhole(): boolean {
    return this.done === this.rows.length;
  }

  get findings(): Finding[] {
    return this.rows.flatMap(({ finding }) => finding ?? []);
  }

  async start(variants: readonly Rules[], sampling: Sampling): Promise<void> {
    this.stop();
    this.rows = variants.map((rules) => ({ rules }));
    this.sampling = sampling;
    await this.goOn();
  }

  // With the rows that are missing.
  async goOn(): Promise<void> {
    const { sampling } = this;
    if (this.running || !sampling) return;
    const run = ++this.#run;
    this.running = true;
    this.trouble = "";
    try {
      for (const [index, row] of this.rows.entries()) {
        if (row.finding ?? row.why) continue;
        const found = await this.#found(row.rules, sampling);
        if (run !== this.#run) return;
        this.rows = this.rows.with(index, { rules: row.rules, ...found });
      }
      // What was needed for it is free again.
      this.#desk.stop();
    } catch (error) {
      const trouble = troubleFrom(error);
      if (run !== this.#run || trouble === "") return;
      this.trouble = trouble;
    }
    this.running = false;
    this.progress = undefined;
  }

  // The rows that are there stay.
  stop(): void {
    ++this.#run;
    this.running = false;
    this.progress = undefined;
    this.#desk.stop();
  }

  async #found(rules: Rules, { games, seed }: Sampling): Promise<Omit<Row, "rules">> {
    const choice = { game: this.game, rules };
    const fit = await this.#desk.ask<Fit>({ ask: "fits", ...choice });
    if (isRefusal(fit)) return { why: fit.error };
    if (!fit.fits) return { why: fit.why };
    const finding = await this.#desk.ask<Finding>(
      { ask: "findings", ...choice, games, seed },
      (progress) => (this.progress = progress),
    );
    return isRefusal(finding) ? { why: finding.error } : { finding };
  }
}
