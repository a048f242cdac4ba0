// The game at this screen and its place among the kept ones.
import { table } from "../library/desks";
import type { TableState } from "../library/protocol";
import { keepGame, newId, takeGame, Taken, type KeptGame } from "../store/games";
import { changedSeats, setupOf, type Setup } from "./setup";
import { GameTable } from "./table.svelte";

// A page that is loaded anew may still hold what it held before.
const kPatience = 1000; // milliseconds

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
    this.#leave();
    this.setup = setup;
    this.id = newId();
    await this.#claim(this.id, { evenIfElsewhere: false });
    if (!(await this.table.open(setup))) return false;
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
    if (!(await this.table.resume(kept.record))) return false;
    void this.table.goOn();
    return true;
  }

  // One tab plays a game; the others are told so, and may take it over.
  async #claim(id: string, { evenIfElsewhere }: { evenIfElsewhere: boolean }): Promise<boolean> {
    if (!("locks" in navigator)) return true;
    const turn = this.#turn;
    await this.#free;
    return new Promise((resolve) => {
      const how = evenIfElsewhere ? { steal: true } : { signal: AbortSignal.timeout(kPatience) };
      this.#free = navigator.locks
        .request(`duello ${id}`, how, async () => {
          resolve(true);
          if (turn !== this.#turn) return;
          await new Promise<void>((release) => (this.#letGo = release));
        })
        .catch((error: unknown) => {
          if (error instanceof DOMException && error.name === "TimeoutError") resolve(false);
          // Another tab has taken it; or there are no locks here, and nobody can.
          if (turn === this.#turn && this.#letGo) this.#lose();
          resolve(true);
        });
    });
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
