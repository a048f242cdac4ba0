// What has to be chosen before a game begins.
import { dayText } from "../days";
import type { Choice, Seat, TableState } from "../library/protocol";

export interface Setup {
  choice: Choice;
  // "human", or a program as the library calls it.
  players: [string, string];
  names: [string, string];
  // Nothing: a coin is tossed.
  first?: Seat;
  swap: boolean;
  bestOf: number;
}

export const kHuman = "human";
// How many games a series may have at most.
export const kSeries: readonly number[] = [1, 3, 5, 7, 9];

export type First = "you" | "other" | "toss";

interface Sitting {
  who: string;
  name: string;
}

export interface Wishes {
  choice: Choice;
  you: Sitting;
  other: Sitting;
  first: First;
  // Seat one always begins, so that whoever is to begin must sit there.
  oneStarts: boolean;
  swap: boolean;
  bestOf: number;
}

export function seated(wishes: Wishes, toss: () => boolean = () => Math.random() < 0.5): Setup {
  const { you, other, first, oneStarts } = wishes;
  const changed = oneStarts && (first === "other" || (first === "toss" && toss()));
  const [one, two] = changed ? [other, you] : [you, other];
  const begins = oneStarts
    ? {}
    : first === "toss"
      ? {}
      : ({ first: first === "you" ? 1 : 2 } as const);
  return {
    choice: wishes.choice,
    players: [one.who, two.who],
    names: [one.name, two.name],
    ...begins,
    swap: wishes.swap,
    bestOf: wishes.bestOf,
  };
}

export function changedSeats(setup: Setup): Setup {
  const [one, two] = setup.players;
  const [name, otherName] = setup.names;
  return { ...setup, players: [two, one], names: [otherName, name] };
}

// As a game was begun that was taken up from its record.
export function setupOf(state: TableState): Setup {
  return {
    choice: { game: state.view.game, rules: state.view.rules },
    players: state.players,
    names: state.own_names,
    swap: state.swap,
    bestOf: state.series.best_of,
  };
}

// As records write dates.
export function today(now = new Date()): string {
  return dayText(now, ".");
}

export function openQuestion(setup: Setup): { ask: string } & Record<string, unknown> {
  return {
    ask: "open",
    ...setup.choice,
    players: setup.players,
    names: setup.names,
    ...(setup.first ? { first: setup.first } : {}),
    swap: setup.swap,
    best_of: setup.bestOf,
    date: today(),
  };
}
