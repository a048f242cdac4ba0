// The moves of an open game, out of what was told of it.
import type { News, Seat } from "../library/protocol";

export interface Played {
  first: Seat;
  moves: string[];
}

export function playedIn(log: readonly News[]): Played {
  const played: Played = { first: 1, moves: [] };
  for (const news of log) {
    if (news.event === "started") played.first = news.first;
    if (news.event === "moved" && news.move !== undefined) played.moves.push(news.move);
    if (news.event === "swapped") played.moves.push("swap");
    if (news.event === "took_back") played.moves.splice(-news.moves);
  }
  return played;
}
