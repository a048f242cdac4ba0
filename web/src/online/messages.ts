// The messages between the page and the server, as docs/messages.schema.json defines them; docs/api.md shows real ones.
import type * as messages from "$schema/messages";

// The last event that a client has, and its game, both counted from 1.
export type { Clock, Mark, State as StateOfTable, Time as TimeControl } from "$schema/messages";

// As they sit in the first game. They change seats with the pie rule, and from game to game.
export type Player = 1 | 2;

// What everybody may know of a table. Whatever there are two of belongs to the players.
export type Facts = messages.Facts & Partial<Pick<messages.Listed, "created">>;

// All that the server may say at once.
export type Told = Omit<Partial<messages.Server>, "rematch"> & {
  rematch?: { by?: Player; table?: string };
};

// What may be claimed of an opponent who is away.
export type Claim = messages.Claim["claim"];

// The refusal of a move in a game that has become too long. Either player may abort it then.
export const kTooLong = "The game has become too long to go on; abort it, or resign.";

export interface Entry {
  table: string;
  // Without one, somebody only watches.
  token?: string;
  name?: string;
}

// What has an answer. It can be sent again under the same id, and counts once.
export type Asked = messages.Submit | messages.Next | messages.Rematch | messages.Claim;
