// What the server is told over its socket and what it tells; docs/api.md shows real ones.
import type { News, Rules, Seat, View } from "../library/protocol";

// How far somebody has followed: behind that event of that game, both counted from 1.
export interface Mark {
  game: number;
  number: number;
}

// As they sit in the first game. They change seats with the pie rule, and from game to game.
export type Player = 1 | 2;

export type TimeControl = { game: number; increment: number } | { move: number };

export type StateOfTable = "open" | "playing" | "over" | "withdrawn" | "aborted";

// What everybody may know of a table. Whatever there are two of belongs to the players.
export interface Facts {
  table: string;
  state: StateOfTable;
  game: string;
  rules: Rules;
  title: string;
  hidden: boolean;
  players: [string, string];
  // Empty if they gave none.
  names: [string, string];
  taken: [boolean, boolean];
  first?: Seat;
  swap: boolean;
  best_of: number;
  time?: TimeControl;
  listed: boolean;
  values: boolean;
  // How many milliseconds a player must be away before the other may claim the game; 0 for never.
  claim_after: number;
  wins?: [number, number];
  created?: number;
}

export interface Clock {
  // Milliseconds, by seats.
  left: [number, number];
  runs?: Seat;
}

// All that the server may say at once.
export interface Told extends Partial<Facts> {
  at?: Mark;
  seat?: Seat;
  // Which player sits at seat 1, and which at seat 2, once a game has begun.
  seats?: [Player, Player];
  events?: News[];
  clock?: Clock;
  view?: View;
  present?: [boolean, boolean];
  // For how many milliseconds each player has been away; 0 for one who is there.
  absent?: [number, number];
  rematch?: { by?: Player; table?: string };
  said?: { seat: Seat; phrase: number };
  error?: string;
  closing?: string;
  id?: string;
}

// What may be claimed of an opponent who is away.
export type Claim = "win" | "abort";

// The refusal of a move in a game that has become too long. Either player may abort it then.
export const kTooLong = "The game has become too long to go on; abort it, or resign.";

export interface Entry {
  table: string;
  // Without one, somebody only watches.
  token?: string;
  name?: string;
}

// What has an answer. It can be sent again under the same id, and counts once.
export type Asked =
  | { submit: Record<string, unknown>; at?: Mark }
  | { next: true }
  | { rematch: true }
  | { claim: Claim };
