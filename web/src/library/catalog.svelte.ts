// What games and players there are, asked once.
import { table } from "./desks";
import { isRefusal, type GameFacts, type PlayerKind } from "./protocol";

export interface Catalog {
  games: GameFacts[];
  players: PlayerKind[];
}

let known: Promise<Catalog> | undefined;

async function asked<T>(what: string): Promise<T> {
  const answer = await table.ask<T>({ ask: what });
  if (isRefusal(answer)) throw new Error(answer.refused);
  return answer;
}

export function catalog(): Promise<Catalog> {
  known ??= Promise.all([asked<GameFacts[]>("games"), asked<PlayerKind[]>("players")])
    .then(([games, players]) => ({ games, players }))
    .catch((error: unknown) => {
      known = undefined;
      throw error;
    });
  return known;
}
