// The game at this screen and its place among the kept ones.
import { table } from "../library/desks";
import type { TableState } from "../library/protocol";
import { keepGame, newId, takeGame, Taken, type KeptGame } from "../store/games";
import { changedSeats, setupOf, type Setup } from "./setup";
import { GameTable } from "./table.svelte";

const kPause = 100; // milliseconds between two looks whether another tab has let go
const kPatience = 10; // looks

const wishes =
  typeof BroadcastChannel === "undefined" ? undefined : new BroadcastChannel("duello wishes");

class Session {
  readonly table = new GameTable(table, (state) => this.#keep(state));
  // Of the kept game; empty if none is played.
  id = $state("");
  setup: Setup | undefined = $state.raw();
  // The browser keeps nothing: forbidden, or full.
  notKept = $state(false);
  // Another tab plays this game.
  elsewhere = $state(false);
  // The game that was asked for is over, and can only be looked at.
  finished = $state(false);
  // By which the store knows who may write the game.
  readonly #tab = newId();
  #holder = this.#tab;
  #letGo: (() => void) | undefined;
  // Settled when the lock of the game before is free again.
  #free: Promise<unknown> = Promise.resolve();
  // Counts the games, so that only the last one that was asked for is sat down to.
  #turn = 0;

  async begin(setup: Setup): Promise<boolean> {
    const before = { id: this.id, setup: this.setup };
    this.#leave();
    const turn = this.#turn;
    this.setup = setup;
    this.id = newId();
    await this.#claim(this.id, { evenIfElsewhere: false });
    if (!(await this.table.open(setup))) {
      // The game that is still on the table is the one before.
      if (turn === this.#turn) Object.assign(this, before);
      return false;
    }
    void this.table.goOn();
    return true;
  }

  // Another game between the same players, who change seats.
  async rematch(): Promise<boolean> {
    const state = this.table.state;
    const setup = this.setup ?? (state && setupOf(state));
    return setup !== undefined && this.begin(changedSeats(setup));
  }

  // Takes up a kept game. False if there is none.
  async resume(id: string, how: { evenIfElsewhere: boolean }): Promise<boolean> {
    if (this.id === id && this.table.state) {
      this.table.lowerCurtain();
      return true;
    }
    this.#leave();
    const turn = this.#turn;
    const isMine = await this.#claim(id, how);
    if (turn !== this.#turn) return true;
    this.elsewhere = !isMine;
    if (this.elsewhere) return true;
    // What another tab wrote before is in it, and it writes nothing more.
    const kept = await takeGame(id, this.#tab).catch(() => undefined);
    if (turn !== this.#turn) return true;
    if (!kept || kept.over) {
      this.#leave();
      this.finished = kept?.over === true;
      return false;
    }
    this.id = id;
    this.#holder = kept.holder ?? this.#tab;
    this.setup = undefined;
    if (!(await this.table.resume(kept.record))) {
      if (turn !== this.#turn) return true;
      // Another game is still on the table, and must not be kept in place of this one.
      this.#leave();
      return false;
    }
    void this.table.goOn();
    return true;
  }

  // One tab plays a game; the others are told so, and may ask for it. A tab that does not answer any more loses it all
  // the same: the store takes nothing from it once another one holds the game.
  async #claim(id: string, { evenIfElsewhere }: { evenIfElsewhere: boolean }): Promise<boolean> {
    if (!("locks" in navigator)) return true;
    const turn = this.#turn;
    await this.#free;
    if (evenIfElsewhere) wishes?.postMessage(id);
    // A page that is loaded anew may still hold what it held before.
    for (let tries = 0; tries < kPatience && turn === this.#turn; ++tries) {
      if (await this.#locked(id, turn)) return true;
      await new Promise((done) => setTimeout(done, kPause));
    }
    return evenIfElsewhere;
  }

  #locked(id: string, turn: number): Promise<boolean> {
    return new Promise((resolve) => {
      this.#free = navigator.locks
        .request(`duello ${id}`, { ifAvailable: true }, async (lock) => {
          if (!lock || turn !== this.#turn) {
            resolve(lock !== null);
            return;
          }
          const left = new Promise<void>((release) => (this.#letGo = release));
          resolve(true);
          await left;
        })
        // There are no locks here.
        .catch(() => resolve(true));
    });
  }

  // Another tab wants the game.
  yieldTo(id: string): void {
    if (id === this.id) this.#lose();
  }

  #lose(): void {
    this.#leave();
    this.elsewhere = true;
  }

  #leave(): void {
    ++this.#turn;
    this.#letGo?.();
    this.#letGo = undefined;
    this.id = "";
    this.#holder = this.#tab;
    this.elsewhere = false;
    this.finished = false;
    this.notKept = false;
  }

  async #keep(state: TableState): Promise<void> {
    const { id } = this;
    if (id === "") return;
    try {
      await keepGame(this.#asKept(state));
      this.notKept = false;
    } catch (error) {
      if (id !== this.id) return;
      if (error instanceof Taken) this.#lose();
      else this.notKept = true;
    }
  }

  #asKept(state: TableState): KeptGame {
    return {
      id: this.id,
      time: Date.now(),
      game: state.view.game,
      title: state.title,
      names: state.names,
      record: state.record,
      over: state.view.over && state.series.over,
      result: state.result ? `${state.result.winner}` : "",
      holder: this.#holder,
    };
  }
}

export const session = new Session();

wishes?.addEventListener("message", ({ data }: MessageEvent<unknown>) => {
  if (typeof data === "string") session.yieldTo(data);
});
