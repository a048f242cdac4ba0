// The game at this screen and its place among the kept ones.
import { table } from "../library/desks";
import type { TableState } from "../library/protocol";
import { keepGame, keptGame, type KeptGame } from "../store/games";
import { changedSeats, setupOf, type Setup } from "./setup";
import { GameTable } from "./table.svelte";

class Session {
  readonly table = new GameTable(table, (state) => this.#keep(state));
  // Of the kept game; empty if none is played.
  id = $state("");
  setup: Setup | undefined = $state.raw();
  // The browser keeps nothing: forbidden, or full.
  notKept = $state(false);
  // Another tab plays this game.
  elsewhere = $state(false);
  #letGo: (() => void) | undefined;

  async begin(setup: Setup): Promise<boolean> {
    this.#leave();
    this.setup = setup;
    this.id = crypto.randomUUID();
    await this.#claim(this.id);
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
  async resume(id: string, { evenIfElsewhere }: { evenIfElsewhere: boolean }): Promise<boolean> {
    if (this.id === id && this.table.state) return true;
    this.#leave();
    this.elsewhere = !(await this.#claim(id)) && !evenIfElsewhere;
    if (this.elsewhere) return true;
    const kept = await keptGame(id).catch(() => undefined);
    if (!kept) return false;
    this.id = id;
    this.setup = undefined;
    if (!(await this.table.resume(kept.record))) return false;
    void this.table.goOn();
    return true;
  }

  // One tab plays a game; the others are told so.
  async #claim(id: string): Promise<boolean> {
    if (!("locks" in navigator)) return true;
    return new Promise((resolve) => {
      void navigator.locks.request(`duello ${id}`, { ifAvailable: true }, async (lock) => {
        resolve(lock !== null);
        if (lock) await new Promise<void>((release) => (this.#letGo = release));
      });
    });
  }

  #leave(): void {
    this.#letGo?.();
    this.#letGo = undefined;
    this.id = "";
    this.elsewhere = false;
    this.notKept = false;
  }

  async #keep(state: TableState): Promise<void> {
    try {
      await keepGame(this.#asKept(state));
      this.notKept = false;
    } catch {
      this.notKept = true;
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
    };
  }
}

export const session = new Session();
