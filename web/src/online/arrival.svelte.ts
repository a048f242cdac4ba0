// Entering a table: with a seat, with a link, or to watch. The page first asks the server what a link is, and repeats a
// request to accept it until there is an answer.
import { words } from "../lang/lang.svelte";
import { forgetPending, isAsked, keepPending, pendingAt, type PendingSeat } from "./pending";
import { keepSeat, seatAt, type KeptSeat } from "./seats";
import { isRefused, type Accepted, type Known, type Refused } from "./server";

export type Stage =
  | { at: "asking" }
  | { at: "invited"; facts: Known }
  // This browser has the host's seat, so the link is for sending.
  | { at: "host"; facts: Known; invitation: string }
  // Nothing can be done with it; one may still watch if there is a table. Its title is empty if it is not known.
  | { at: "refused"; why: string; title: string; mayWatch: boolean }
  | { at: "failed"; trouble: string }
  | { at: "entered"; seat: KeptSeat | undefined };

// How the server is asked, so that tests can answer.
export interface Door {
  factsOf(table: string, token: string): Promise<Known | Refused>;
  accept(pending: PendingSeat): Promise<Accepted | Refused>;
  pause(milliseconds: number): Promise<void>;
}

const kPauses = [500, 1_500, 4_000]; // milliseconds, after which a seat is asked for again
const kNotFound = 404;
// Of HTTP: it will not be different another time.
const kFinal: readonly number[] = [403, kNotFound, 409];
const kServerFails = 500;

export class Arrival {
  stage: Stage = $state.raw({ at: "asking" });
  readonly #table: string;
  readonly #door: Door;
  #pending: PendingSeat | undefined;
  // Counts what was begun: only the last of it shows anything.
  #turn = 0;

  constructor(table: string, door: Door) {
    this.#table = table;
    this.#door = door;
    this.#pending = pendingAt(table);
  }

  get kept(): KeptSeat | undefined {
    return seatAt(this.#table);
  }

  async begin(): Promise<void> {
    if (!this.#pending) this.enter();
    else if (isAsked(this.#pending)) await this.#ask(this.#pending);
    else await this.#look(this.#pending);
  }

  // With the seat that this browser holds, or to watch.
  enter(): void {
    ++this.#turn;
    this.stage = { at: "entered", seat: this.kept };
  }

  async accept(name: string): Promise<void> {
    if (!this.#pending) return;
    this.#pending = keepPending({ ...this.#pending, name });
    await this.#ask(this.#pending);
  }

  leave(): void {
    ++this.#turn;
  }

  async #look({ invitation = "" }: PendingSeat): Promise<void> {
    const mine = ++this.#turn;
    this.stage = { at: "asking" };
    const facts = await this.#door.factsOf(this.#table, invitation).catch(() => undefined);
    if (mine !== this.#turn) return;
    if (!facts) this.stage = { at: "failed", trouble: words().online.noServer };
    else if (!isRefused(facts)) this.#weigh(facts, invitation);
    else if (facts.status === kNotFound) this.#giveUp(facts.error, "", { mayWatch: false });
    else this.stage = { at: "failed", trouble: facts.error };
  }

  #weigh(facts: Known, invitation: string): void {
    const { kept } = this;
    const { bearer = "unknown", title } = facts;
    if (facts.state === "withdrawn")
      this.#giveUp(words().online.withdrawn, title, { mayWatch: false });
    else if (bearer === "seat") {
      // A seat that is held already is not given up for one that somebody else has sent.
      if (!kept) keepSeat({ table: this.#table, token: invitation, title });
      this.#sitDown();
    } else if (bearer === "invitation" && kept) {
      keepSeat({ ...kept, invitation });
      this.#forget();
      this.stage = { at: "host", facts, invitation };
    } else if (bearer === "invitation") this.stage = { at: "invited", facts };
    else if (bearer === "used" && kept) this.#sitDown();
    else
      this.#giveUp(bearer === "used" ? words().online.used : words().online.noInvitation, title, {
        mayWatch: true,
      });
  }

  async #ask(pending: PendingSeat): Promise<void> {
    const mine = ++this.#turn;
    this.stage = { at: "asking" };
    let answer: Accepted | Refused | undefined;
    for (const pause of [...kPauses, undefined]) {
      answer = await this.#door.accept(pending).catch(() => undefined);
      if (answer && !isUnclear(answer)) break;
      if (pause !== undefined) await this.#door.pause(pause);
      if (mine !== this.#turn) return;
    }
    if (isAccepted(answer)) {
      const { table, token, title } = pending;
      keepSeat({ table, token, ...(title === undefined ? {} : { title }) });
      this.#forget();
      if (mine === this.#turn) this.enter();
    } else if (mine !== this.#turn) {
      // Somebody has gone on; what it was is seen when they come back.
    } else if (!answer || isUnclear(answer)) {
      this.stage = { at: "failed", trouble: answer?.error ?? words().online.noServer };
    } else if (!kFinal.includes(answer.status) && pending.invitation !== undefined) {
      // The name was wrong, or it was asked too often: the invitation is as good as before.
      const { name: _, ...unasked } = pending;
      this.#pending = keepPending(unasked);
      this.stage = { at: "failed", trouble: answer.error };
    } else {
      this.#giveUp(answer.error, pending.title ?? "", {
        mayWatch: answer.status !== kNotFound,
      });
    }
  }

  #sitDown(): void {
    this.#forget();
    this.enter();
  }

  #giveUp(why: string, title: string, { mayWatch }: { mayWatch: boolean }): void {
    this.#forget();
    this.stage = { at: "refused", why, title, mayWatch };
  }

  #forget(): void {
    this.#pending = undefined;
    forgetPending(this.#table);
  }
}

const isAccepted = (answer: Accepted | Refused | undefined): answer is Accepted =>
  answer !== undefined && !isRefused(answer);

// Whether the seat was taken all the same is not known.
const isUnclear = (answer: Accepted | Refused): boolean =>
  isRefused(answer) && answer.status >= kServerFails;
