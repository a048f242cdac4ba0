// The seats that this browser holds at tables of the server. Whoever has a token is the player, so none is ever shown.
import { keepText, keptText } from "../store/texts";

const kKey = "duello.seats";
const kMost = 200;

export interface KeptSeat {
  table: string;
  token: string;
  // To the other seat, as long as it is free.
  invitation?: string;
  title?: string;
}

function isSeat(value: unknown): value is KeptSeat {
  if (typeof value !== "object" || value === null) return false;
  const { table, token } = value as Record<string, unknown>;
  return typeof table === "string" && typeof token === "string";
}

// The newest first.
export function keptSeats(): KeptSeat[] {
  try {
    const kept: unknown = JSON.parse(keptText(kKey) ?? "[]");
    return Array.isArray(kept) ? kept.filter(isSeat) : [];
  } catch {
    return [];
  }
}

export const seatAt = (table: string): KeptSeat | undefined =>
  keptSeats().find((seat) => seat.table === table);

export function keepSeat(seat: KeptSeat): void {
  const others = keptSeats().filter(({ table }) => table !== seat.table);
  keepText(kKey, JSON.stringify([seat, ...others].slice(0, kMost)));
}

export function forgetSeat(gone: string): void {
  keepText(kKey, JSON.stringify(keptSeats().filter(({ table }) => table !== gone)));
}

// What the address of a link holds: #/online/TABLE/TOKEN. Whatever a messenger has put after the token is no part of it.
export function linkIn(hash: string): { table: string; token: string } | undefined {
  const [, table, token] = /^#\/?online\/([^/?]*)\/([\w-]*)/.exec(hash) ?? [];
  return table !== undefined && token !== undefined ? { table, token } : undefined;
}

export const invitationTo = (table: string, token: string): string => `#/online/${table}/${token}`;

const kLetters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
const kTokenLength = 22; // of 6 random bits each

export function newToken(): string {
  const random = crypto.getRandomValues(new Uint8Array(kTokenLength));
  return Array.from(random, (byte) => kLetters.charAt(byte % kLetters.length)).join("");
}
