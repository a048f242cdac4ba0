// Seats that this browser may take, or is about to take: links that were opened, and challenges of the lobby. The token of
// the seat is kept before the server is asked for it, so that the same request can be sent again if the answer is lost.
import { keepText, keptText } from "../store/texts";
import { linkIn, newToken } from "./seats";

const kKey = "duello.pending";
const kMost = 50;

export interface PendingSeat {
  table: string;
  // Of the seat, as soon as it is taken.
  token: string;
  // The token of the link; there is none for a challenge of the lobby.
  invitation?: string;
  // Under which the server has been asked for the seat. The answer is not known yet.
  name?: string;
  title?: string;
}

// Where the browser keeps nothing, they last as long as the page.
let unkept: readonly PendingSeat[] = [];

function isPending(value: unknown): value is PendingSeat {
  if (typeof value !== "object" || value === null) return false;
  const { table, token } = value as Record<string, unknown>;
  return typeof table === "string" && typeof token === "string";
}

// The newest first.
function pendingSeats(): readonly PendingSeat[] {
  const text = keptText(kKey);
  if (text === undefined) return unkept;
  try {
    const kept: unknown = JSON.parse(text ?? "[]");
    return Array.isArray(kept) ? kept.filter(isPending) : [];
  } catch {
    return [];
  }
}

function keepAll(all: readonly PendingSeat[]): void {
  unkept = all.slice(0, kMost);
  keepText(kKey, JSON.stringify(unkept));
}

export const pendingAt = (table: string): PendingSeat | undefined =>
  pendingSeats().find((seat) => seat.table === table);

export function keepPending(seat: PendingSeat): PendingSeat {
  keepAll([seat, ...pendingSeats().filter(({ table }) => table !== seat.table)]);
  return seat;
}

export function forgetPending(gone: string): void {
  keepAll(pendingSeats().filter(({ table }) => table !== gone));
}

export const isAsked = (seat: PendingSeat): boolean => seat.name !== undefined;

// Those of which the server has been asked for the seat.
export const askedSeats = (): readonly PendingSeat[] => pendingSeats().filter(isAsked);

// A link was opened. What was asked for before comes first: it may have been granted.
export function openLink(table: string, invitation: string): PendingSeat {
  const before = pendingAt(table);
  if (before && (isAsked(before) || before.invitation === invitation)) return before;
  return keepPending({ table, token: newToken(), invitation });
}

// A token that others could read may be somebody's seat, so none stays in the address.
export function takeLink(): void {
  const link = linkIn(location.hash);
  if (!link) return;
  history.replaceState(history.state, "", `#/online/${link.table}`);
  if (link.token !== "") openLink(link.table, link.token);
}

// A challenge of the lobby is accepted.
export function takeChallenge(table: string, name: string, title: string): PendingSeat {
  const before = pendingAt(table);
  return before && isAsked(before)
    ? before
    : keepPending({ table, token: newToken(), name, title });
}
