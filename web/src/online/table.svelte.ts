// A game at a table of the server: what this seat, or whoever watches, was told of it. All rules are the server's.
import { isRefusal, type News, type Seat, type Step, type View } from "../library/protocol";
import type { Clock, Facts, Mark, Told } from "./messages";
import { factsOf, realWorld } from "./server";
import { keepSeat, type KeptSeat } from "./seats";
import { Wire, type Standing, type World } from "./wire";

export interface RunningClock extends Clock {
  // When that was left, by this machine's clock.
  at: number;
}

export interface Phrase {
  seat: Seat;
  phrase: number;
  // Counts them, as the same may be said twice.
  count: number;
}

// Which player sits at which seat: they change with the pie rule, and from game to game.
export type Sitting = readonly [1 | 2, 1 | 2];

const kAsBegun: Sitting = [1, 2];
const kChanged: Sitting = [2, 1];

export class RemoteTable {
  facts: Facts | undefined = $state.raw();
  view: View | undefined = $state.raw();
  seat: Seat | undefined = $state();
  sitting: Sitting = $state.raw(kAsBegun);
  // Everything that was told of this game, and the last of it.
  log: News[] = $state.raw([]);
  news: News[] = $state.raw([]);
  // What the last move did, where it was offered to be seen.
  last: Step[] = $state.raw([]);
  clock: RunningClock | undefined = $state.raw();
  // By seats.
  #present: [boolean, boolean] = $state.raw([false, false]);
  phrase: Phrase | undefined = $state.raw();
  // Who wants another game, and where it is.
  rematchBy: Seat | undefined = $state();
  rematchAt = $state("");
  standing: Standing = $state("connecting");
  // One sentence about what was wrong with what was last asked for.
  trouble = $state("");
  readonly paused = false;
  readonly id: string;
  #asking = $state(0);
  #at: Mark = { game: 0, number: 0 };
  #kept: KeptSeat | undefined;
  readonly #wire: Wire;
  readonly #facts: typeof factsOf;

  constructor(
    table: string,
    kept: KeptSeat | undefined,
    name: string,
    world: World = realWorld,
    facts: typeof factsOf = factsOf,
  ) {
    this.id = table;
    this.#kept = kept;
    this.#facts = facts;
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

  // Whose turn it is, if it is this seat's.
  get person(): Seat | undefined {
    return this.seat !== undefined && this.view?.to_move === this.seat ? this.seat : undefined;
  }

  // Who waits for an answer to taking back.
  get offerBy(): Seat | undefined {
    const last = this.log.at(-1);
    return last?.event === "offered" ? last.by : undefined;
  }

  get result(): { winner: Seat; how: string; reason: string } | undefined {
    return this.log.findLast((news) => news.event === "ended");
  }

  // How many games of the series have been begun.
  get game(): number {
    return this.#at.game;
  }

  playerAt(seat: Seat): 1 | 2 {
    return this.sitting[seat - 1] ?? 1;
  }

  isPresent(seat: Seat): boolean {
    return this.#present[this.playerAt(seat) - 1] === true;
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
    return this.#ask({ submit: request, ...(isMove ? { behind: this.#at } : {}) });
  }

  next(): Promise<boolean> {
    return this.#ask({ next: true });
  }

  rematch(): Promise<boolean> {
    return this.#ask({ rematch: true });
  }

  say(phrase: number): boolean {
    return this.#wire.tell({ say: phrase });
  }

  async #ask(asked: Parameters<Wire["ask"]>[0]): Promise<boolean> {
    this.trouble = "";
    ++this.#asking;
    try {
      const { refused } = await this.#wire.ask(asked);
      if (refused === undefined) return true;
      this.trouble = refused;
      return false;
    } finally {
      --this.#asking;
    }
  }

  #hear(told: Told): void {
    if (told.refused !== undefined) {
      if (told.id === undefined) this.trouble = told.refused;
      return;
    }
    if (told.table !== undefined) this.facts = told as Facts;
    else if (told.state && this.facts) this.facts = { ...this.facts, state: told.state };
    if (told.seat) this.seat = told.seat;
    if (told.news && told.at)
      this.#follow(told.news, told.at, { isWelcome: told.table !== undefined });
    if (told.view) this.view = told.view;
    if (told.clock) this.clock = { ...told.clock, at: Date.now() };
    if (told.present) this.#present = told.present;
    if (told.said) this.phrase = { ...told.said, count: (this.phrase?.count ?? 0) + 1 };
    if (told.rematch) {
      this.rematchBy = told.rematch.by ?? this.rematchBy;
      this.rematchAt = told.rematch.table ?? this.rematchAt;
    }
  }

  // What comes may overlap with what is known, and begins anew with every game.
  #follow(news: News[], at: Mark, { isWelcome }: { isWelcome: boolean }): void {
    const isNewGame = at.game !== this.#at.game;
    const before = isNewGame ? [] : this.log;
    const from = news[0]?.number ?? Infinity;
    this.last = this.#stepsOf(news, isNewGame);
    this.log = [...before.filter(({ number }) => number < from), ...news];
    // Who comes back is not told again what went before.
    this.news = isWelcome && before.length === 0 ? [] : news;
    this.#at = at;
    this.#sit();
    // Names and games won are told apart from what happens.
    if (!isWelcome && news.some(({ event }) => event === "started" || event === "ended"))
      void this.#lookUp();
  }

  #stepsOf(news: readonly News[], isNewGame: boolean): Step[] {
    const moved = news.findLast(({ event }) => event === "moved" || event === "took_back");
    if (!moved) return isNewGame ? [] : this.last;
    if (moved.event !== "moved" || moved.move === undefined) return [];
    return this.view?.scene.offers?.find(({ move }) => move === moved.move)?.steps ?? [];
  }

  // In the first game the players sit as they began until somebody changes seats. Later a player knows by their seat.
  #sit(): void {
    const swaps = this.log.filter(({ event }) => event === "swapped").length;
    const isFirst = this.#at.game <= 1;
    if (isFirst) this.sitting = swaps % 2 === 0 ? kAsBegun : kChanged;
    if (!this.seat || !this.#kept) return;
    if (isFirst && this.#kept.player === undefined) {
      this.#kept = { ...this.#kept, player: this.playerAt(this.seat) };
      keepSeat(this.#kept);
    }
    if (!isFirst && this.#kept.player)
      this.sitting = this.#kept.player === this.seat ? kAsBegun : kChanged;
  }

  async #lookUp(): Promise<void> {
    const facts = await this.#facts(this.id).catch(() => undefined);
    if (facts && !isRefusal(facts)) this.facts = facts;
  }
}
