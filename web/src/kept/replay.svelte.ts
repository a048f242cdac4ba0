// Steps through a game of a record. A game that is over is laid open; of one that is not, nothing is shown that a player
// has not revealed yet.
import { isRefusal, type Position, type Refusal } from "../library/protocol";
import { firstSecret, laidOpen, lastMove } from "./laid_open";
import type { Ask } from "./records";

export interface Shown {
  position: Position;
  // The move that led here, and who made it.
  move?: string;
  mover?: string;
}

export class Replay {
  shown: Shown | undefined = $state.raw();
  trouble = $state("");
  // Every move that can be shown.
  moves: string[] = $state.raw([]);
  ply = $state(0);
  // Moves that nobody may see yet.
  secret = $state(0);
  over = $state(false);
  readonly #ask: Ask;
  #record = "";
  #number = 1;
  #known: (Promise<Position | Refusal> | undefined)[] = [];
  #latest = 0;

  constructor(ask: Ask) {
    this.#ask = ask;
  }

  get last(): number {
    return this.moves.length;
  }

  async open(record: string, number: number): Promise<void> {
    const mine = ++this.#latest;
    this.#record = record;
    this.#number = number;
    this.#known = [];
    const ends = await Promise.all([this.#seen(1, undefined), this.#seen(2, undefined)]);
    if (mine !== this.#latest) return;
    const refused = ends.find(isRefusal);
    this.trouble = refused?.refused ?? "";
    const [one, two] = ends;
    if (isRefusal(one) || isRefusal(two)) {
      this.shown = undefined;
      return;
    }
    const open = one.over ? one.moves.length : firstSecret(one.moves, two.moves);
    this.moves = one.moves.slice(0, open);
    this.secret = one.moves.length - open;
    this.over = one.over;
  }

  async go(ply: number): Promise<void> {
    const mine = ++this.#latest;
    this.ply = Math.max(0, Math.min(Math.trunc(ply) || 0, this.last));
    const wanted = this.ply;
    const [position, before] = await Promise.all([
      this.#at(wanted),
      wanted > 0 ? this.#at(wanted - 1) : undefined,
    ]);
    if (mine !== this.#latest) return;
    if (isRefusal(position)) {
      this.trouble = position.refused;
      return;
    }
    const mover =
      before && !isRefusal(before) && before.to_move ? before.names[before.to_move - 1] : undefined;
    const move = lastMove(position, wanted);
    this.shown = { position, ...(move ? { move } : {}), ...(mover ? { mover } : {}) };
  }

  #at(ply: number): Promise<Position | Refusal> {
    return (this.#known[ply] ??= this.#laidOpen(ply));
  }

  async #laidOpen(ply: number): Promise<Position | Refusal> {
    // Who gave up, or ran out of time, is told only by the whole record.
    const plies = ply === this.last && this.secret === 0 ? undefined : ply;
    const [one, two] = await Promise.all([this.#seen(1, plies), this.#seen(2, plies)]);
    if (isRefusal(one)) return one;
    return isRefusal(two) ? two : laidOpen(one, two);
  }

  #seen(seat: 1 | 2, plies: number | undefined): Promise<Position | Refusal> {
    return this.#ask<Position>({
      ask: "position",
      record: this.#record,
      number: this.#number,
      seat,
      ...(plies === undefined ? {} : { plies }),
    });
  }
}
