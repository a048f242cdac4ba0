// A game at a table of the server: what this seat, or whoever watches, was told of it. All rules are the server's.
import type { News, Revealed, Seat, Step, View } from "../library/protocol";
import { revealedIn } from "../table/reveal";
import { kTooLong } from "./messages";
import type { Asked, Claim, Clock, Facts, Mark, Player, Told } from "./messages";
import { isPersonAt, type Sitting } from "./names";
import { padded } from "./padding";
import type { KeptSeat } from "./seats";
import { realWorld } from "./server";
import { Wire, type Standing, type World } from "./wire";

export interface RunningClock extends Clock {
  // When that was left, by performance.now(): the time of day may be set meanwhile.
  at: number;
}

export interface Phrase {
  seat: Seat;
  phrase: number;
  // Counts them, as the same may be said twice.
  count: number;
}

const kAsBegun: Sitting = [1, 2];

export class RemoteTable {
  facts: Facts | undefined = $state.raw();
  view: View | undefined = $state.raw();
  seat: Seat | undefined = $state();
  sitting: Sitting = $state.raw(kAsBegun);
  // Everything that was told of this game, and the last of it.
  log: News[] = $state.raw([]);
  news: News[] = $state.raw([]);
  // What was placed in secret and has just been revealed, until that was seen.
  reveal: readonly Revealed[] | undefined = $state.raw();
  clock: RunningClock | undefined = $state.raw();
  // By players.
  #present: [boolean, boolean] = $state.raw([false, false]);
  // For how long each player had been away at that time, by performance.now().
  #absence: { absent: [number, number]; at: number } = $state.raw({ absent: [0, 0], at: 0 });
  phrase: Phrase | undefined = $state.raw();
  // Who wants another game, and where it is.
  rematchBy: Player | undefined = $state();
  rematchAt = $state("");
  standing: Standing = $state("connecting");
  // One sentence about what was wrong with what was last asked for.
  trouble = $state("");
  readonly paused = false;
  readonly id: string;
  #asking = $state(0);
  #at: Mark = { game: 0, number: 0 };
  readonly #wire: Wire;

  constructor(table: string, kept: KeptSeat | undefined, name: string, world: World = realWorld) {
    this.id = table;
    const token = kept ? { token: kept.token } : {};
    this.#wire = new Wire(
      world,
      { table, ...token, ...(kept && name !== "" ? { name } : {}) },
      (told) => this.#hear(told),
      (standing) => (this.standing = standing),
    );
  }

  get working(): boolean {
    return this.#asking > 0;
  }

  get last(): Step[] {
    return this.view?.last ?? [];
  }

  // Whose turn it is, if it is this seat's.
  get person(): Seat | undefined {
    const isMine = this.seat !== undefined && this.view?.to_move === this.seat;
    return isMine && !this.isAborted ? this.seat : undefined;
  }

  get isAborted(): boolean {
    return this.facts?.state === "aborted";
  }

  // Who waits for an answer to taking back.
  get offerBy(): Seat | undefined {
    const last = this.log.at(-1);
    return last?.event === "offered" ? last.by : undefined;
  }

  get result() {
    return this.log.findLast((news) => news.event === "ended");
  }

  // How many games of the series have been begun.
  get game(): number {
    return this.#at.game;
  }

  playerAt(seat: Seat): Player {
    return this.sitting[seat - 1] ?? 1;
  }

  // Whether this seat is the one that wants another game.
  get wantsRematch(): boolean {
    return this.seat !== undefined && this.rematchBy === this.playerAt(this.seat);
  }

  isPresent(seat: Seat): boolean {
    return this.#present[this.playerAt(seat) - 1] === true;
  }

  // For how many milliseconds a person has been away; 0 for one who is there.
  awayFor(seat: Seat, now: number): number {
    if (!this.facts || !isPersonAt(this.facts, this.sitting, seat) || this.isPresent(seat))
      return 0;
    const { absent, at } = this.#absence;
    return Math.max(1, (absent[this.playerAt(seat) - 1] ?? 0) + now - at);
  }

  // Whether the opponent has been away for long enough.
  mayClaim(now: number): boolean {
    const { facts, seat } = this;
    if (!facts || seat === undefined || facts.state !== "playing" || this.result) return false;
    if (facts.time || facts.claim_after === 0 || this.standing !== "connected") return false;
    return this.awayFor(seat === 1 ? 2 : 1, now) >= facts.claim_after;
  }

  mayAbort(now: number): boolean {
    return this.mayClaim(now) || this.trouble === kTooLong;
  }

  connect(): void {
    this.#wire.connect();
  }

  close(): void {
    this.#wire.close();
  }

  // The browser has noticed that there is no network any more.
  drop(): void {
    this.#wire.drop();
  }

  // There is no curtain where everybody has a screen of their own.
  async raiseCurtain(): Promise<void> {}

  async submit(request: Record<string, unknown>): Promise<boolean> {
    const isMove = "move" in request || "amounts" in request;
    const asked = { submit: request, ...(isMove ? { at: this.#at } : {}) };
    return this.#ask(asked, this.facts?.hidden ? padded : undefined);
  }

  next(): Promise<boolean> {
    return this.#ask({ next: true });
  }

  rematch(): Promise<boolean> {
    return this.#ask({ rematch: true });
  }

  claim(claim: Claim): Promise<boolean> {
    return this.#ask({ claim });
  }

  say(phrase: number): boolean {
    return this.#wire.tell({ say: phrase });
  }

  async #ask(asked: Asked, write?: (message: object) => string): Promise<boolean> {
    this.trouble = "";
    ++this.#asking;
    try {
      const { error } = await this.#wire.ask(asked, write);
      if (error === undefined) return true;
      this.trouble = error;
      return false;
    } finally {
      --this.#asking;
    }
  }

  #hear(told: Told): void {
    if (told.error !== undefined) {
      if (told.id === undefined) this.trouble = told.error;
      return;
    }
    this.#learn(told);
    if (told.seat) this.seat = told.seat;
    if (told.seats) this.sitting = told.seats;
    if (told.events && told.at)
      this.#follow(told.events, told.at, { isWelcome: told.table !== undefined });
    if (told.view) this.view = told.view;
    if (told.clock) this.clock = { ...told.clock, at: performance.now() };
    if (told.present) this.#present = told.present;
    if (told.absent) this.#absence = { absent: told.absent, at: performance.now() };
    if (told.said) this.phrase = { ...told.said, count: (this.phrase?.count ?? 0) + 1 };
    if (told.rematch) {
      this.rematchBy = told.rematch.by ?? this.rematchBy;
      this.rematchAt = told.rematch.table ?? this.rematchAt;
    }
  }

  #learn(told: Told): void {
    if (told.table !== undefined) {
      this.facts = told as Facts;
      return;
    }
    if (!this.facts) return;
    const { state = this.facts.state, names = this.facts.names, wins = this.facts.wins } = told;
    this.facts = { ...this.facts, state, names, ...(wins ? { wins } : {}) };
  }

  // What comes may overlap with what is known, and begins anew with every game.
  #follow(news: News[], at: Mark, { isWelcome }: { isWelcome: boolean }): void {
    const isNewGame = at.game !== this.#at.game;
    const before = isNewGame ? [] : this.log;
    const from = news[0]?.number ?? Infinity;
    if (news.length > 0) this.trouble = "";
    this.log = [...before.filter(({ number }) => number < from), ...news];
    // Who comes back is not told again what went before.
    this.news = isWelcome && before.length === 0 ? [] : news;
    this.#at = at;
    if (isNewGame) this.reveal = undefined;
    this.reveal = revealedIn(this.news) ?? this.reveal;
  }
}
