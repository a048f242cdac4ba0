// The seats that this browser holds at tables of the server. Whoever has a token is the player, so none is ever shown.
import { keepText, keptText } from "../store/texts";

const kKey = "duello.seats";
const kMost = 200;

export interface KeptSeat {
  table: string;
  token: string;
  // The token of the other seat, as long as it is free.
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

// What a link holds: #/online/TABLE/TOKEN.
export function tokenIn(hash: string): string | undefined {
  return /^#\/online\/[\w-]+\/([\w-]+)$/.exec(hash)?.[1];
}

export const invitationTo = (table: string, token: string): string => `#/online/${table}/${token}`;
