// The server that this page came from, if it is one that serves tables too.
import { newId } from "../store/games";
import { isRefusal, type Refusal, type Rules, type Seat } from "../library/protocol";
import type { Door } from "./arrival.svelte";
import type { Facts, TimeControl } from "./messages";
import type { PendingSeat } from "./pending";
import type { Channel, Hearing, World } from "./wire";

export interface Wish {
  game: string;
  rules: Rules;
  seat: Seat;
  first?: Seat;
  swap: boolean;
  best_of: number;
  // Only where a program plays.
  players?: [string, string];
  time?: TimeControl;
  name?: string;
  listed: boolean;
  values: boolean;
  // Milliseconds; the server has a default.
  claim_after?: number;
}

export interface Made {
  table: string;
  seat: Seat;
  token: string;
  invitation?: string;
}

export type Accepted = Pick<Made, "seat" | "token">;

// What a token is good for; used is an invitation that somebody has accepted.
export type Bearer = "seat" | "invitation" | "used" | "unknown";

// What the server tells of a table, and of the token that was sent along.
export interface Known extends Facts {
  bearer?: Bearer;
}

export interface Refused extends Refusal {
  // Of HTTP.
  status: number;
}

export const isRefused = (answer: object): answer is Refused => isRefusal(answer);

const addressOf = (path: string) => new URL(`api/${path}`, document.baseURI);

async function asked<T>(path: string, how: RequestInit = {}): Promise<T | Refused> {
  const answer = await fetch(addressOf(path), { cache: "no-store", ...how });
  const told = (await answer.json()) as T | Refusal;
  return isRefusal(told) ? { ...told, status: answer.status } : told;
}

const post = <T>(path: string, body: unknown) =>
  asked<T>(path, { method: "POST", body: JSON.stringify(body) });

export async function tablesThat(state: "open" | "playing"): Promise<Facts[] | undefined> {
  try {
    const found = await asked<{ tables?: Facts[] }>(`tables?state=${state}`);
    return isRefusal(found) ? undefined : found.tables;
  } catch {
    return undefined;
  }
}

// Whether whoever sends this page has tables too; "away" if nobody can be asked.
export type Tables = "here" | "none" | "away";

let known: Promise<Tables> | undefined;

async function askForTables(): Promise<Tables> {
  try {
    // Any host of files answers that, so that nothing is asked for that may not be there.
    const answer = await fetch(new URL("./", document.baseURI), { method: "HEAD" });
    const told = answer.headers.get("Duello-Tables");
    return told === "here" || told === "away" ? told : "none";
  } catch {
    return "away";
  }
}

// Asked until there is an answer.
export async function tablesHere(): Promise<Tables> {
  known ??= askForTables();
  const tables = await known;
  if (tables === "away") known = undefined;
  return tables;
}

export const makeTable = (wish: Wish) => post<Made>("tables", wish);

const bearing = (token: string): RequestInit => ({ headers: { Authorization: `Bearer ${token}` } });

// The same request has the same answer, however often it is sent.
export const acceptTable = ({ table, token, invitation, name = "" }: PendingSeat) =>
  post<Accepted>(`tables/${encodeURIComponent(table)}/accept`, {
    token,
    ...(invitation === undefined ? {} : { invitation }),
    ...(name === "" ? {} : { name }),
  });

export const withdrawTable = (table: string, token: string) =>
  asked<object>(`tables/${encodeURIComponent(table)}`, { method: "DELETE", ...bearing(token) });

export const factsOf = (table: string, token?: string) =>
  asked<Known>(`tables/${encodeURIComponent(table)}`, token ? bearing(token) : {});

// Nothing if there is none yet.
export async function recordOf(table: string): Promise<string | undefined> {
  const answer = await fetch(addressOf(`tables/${encodeURIComponent(table)}/record`));
  return answer.ok ? answer.text() : undefined;
}

function connect(table: string, hearing: Hearing): Channel {
  // The server has no use for the table there, but a balancer before several servers may.
  const address = addressOf(`socket?table=${encodeURIComponent(table)}`);
  address.protocol = address.protocol === "https:" ? "wss:" : "ws:";
  const socket = new WebSocket(address);
  socket.addEventListener("open", () => hearing.opened());
  socket.addEventListener("message", ({ data }) => {
    if (typeof data === "string") hearing.heard(data);
  });
  socket.addEventListener("close", () => hearing.closed());
  return {
    send: (text) => {
      if (socket.readyState === WebSocket.OPEN) socket.send(text);
    },
    close: () => socket.close(),
  };
}

export const realDoor: Door = {
  factsOf,
  accept: acceptTable,
  pause: (milliseconds) => new Promise((done) => setTimeout(done, milliseconds)),
};

export const realWorld: World = {
  connect,
  later: (milliseconds, then) => {
    const timer = setTimeout(then, milliseconds);
    return () => clearTimeout(timer);
  },
  chance: Math.random,
  newId: () => newId().slice(0, 24),
};
