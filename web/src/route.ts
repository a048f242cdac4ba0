// Addresses inside the page: everything behind the # of its own, so that the page needs no server that knows them.
//   #/                            the front page
//   #/play/GAME?length=13         a game to be set up
//   #/table                       the game that is being played
//   #/online                      the tables of the server, if the page came from one
//   #/online/TABLE                one of them; an invitation has the token of the seat behind it
//   #/position/GAME?length=13&first=2&moves=5-6,7
import type { Rules, Seat } from "./library/protocol";

export interface Route {
  screen: string;
  // Behind the screen, as in a game or a document.
  what: string;
  query: URLSearchParams;
}

export function readRoute(hash: string): Route {
  const [path = "", query = ""] = hash.replace(/^#\/?/, "").split("?", 2);
  const [screen = "", what = ""] = path.split("/").map(decoded);
  return { screen, what, query: new URLSearchParams(query) };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

export interface Address {
  game: string;
  rules: Rules;
  first: Seat;
  moves: string[];
}

const kReserved = new Set(["first", "moves", "variant"]);

export function rulesIn(query: URLSearchParams): Rules {
  const rules: Rules = {};
  for (const [key, value] of query) {
    if (!kReserved.has(key)) rules[key] = /^\d{1,9}$/.test(value) ? Number(value) : value;
  }
  return rules;
}

export function addressIn({ what, query }: Route): Address {
  const moves = query.get("moves") ?? "";
  return {
    game: what,
    rules: rulesIn(query),
    first: query.get("first") === "2" ? 2 : 1,
    moves: moves === "" ? [] : moves.split(" "),
  };
}

function withRules(
  screen: string,
  game: string,
  rules: Rules,
): { path: string; query: URLSearchParams } {
  const query = new URLSearchParams();
  for (const [key, value] of Object.entries(rules)) query.set(key, String(value));
  return { path: `#/${screen}/${encodeURIComponent(game)}`, query };
}

function written({ path, query }: { path: string; query: URLSearchParams }): string {
  const text = query.toString();
  return text === "" ? path : `${path}?${text}`;
}

export function positionAddress({ game, rules, first, moves }: Address): string {
  const address = withRules("position", game, rules);
  if (first === 2) address.query.set("first", "2");
  if (moves.length > 0) address.query.set("moves", moves.join(" "));
  return written(address);
}

export function gameAddress(screen: string, game: string, rules: Rules = {}): string {
  return written(withRules(screen, game, rules));
}
