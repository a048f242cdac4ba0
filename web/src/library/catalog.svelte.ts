// What games and players there are, asked once.
import { table } from "./desks";
import { isRefusal, type GameFacts, type PlayerKind, type SeatWords } from "./protocol";

export interface Catalog {
  games: GameFacts[];
  players: PlayerKind[];
}

let known: Promise<Catalog> | undefined;
let games: readonly GameFacts[] = $state.raw([]);

// How the seats of a game are called and colored, once that is known.
export function seatsOf(game: string): readonly [SeatWords, SeatWords] | undefined {
  return games.find(({ id }) => id === game)?.seats;
}

async function asked<T>(what: string): Promise<T> {
  const answer = await table.ask<T>({ ask: what });
  if (isRefusal(answer)) throw new Error(answer.error);
  return answer;
}

export function catalog(): Promise<Catalog> {
  known ??= Promise.all([asked<GameFacts[]>("games"), asked<PlayerKind[]>("players")])
    .then(([all, players]) => {
      games = all;
      return { games: all, players };
    })
    .catch((error: unknown) => {
      known = undefined;
      throw error;
    });
  return known;
}
