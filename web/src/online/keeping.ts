// Games of the server come to the ones that are kept in this browser when they are over, and are reviewed there.
import type { Seat } from "../library/protocol";
import { keepGame, keptGame } from "../store/games";
import type { Facts } from "./messages";
import { recordOf } from "./server";

export const keptIn = (table: string): string => `online-${table}`;

// Whether it is there now. What the browser does not keep is there as long as the page is.
export async function keptOnline(
  { table, game, title }: Facts,
  names: [string, string],
  winner: Seat | undefined,
): Promise<boolean> {
  const id = keptIn(table);
  if (await keptGame(id).catch(() => undefined)) return true;
  const record = await recordOf(table).catch(() => undefined);
  if (record === undefined) return false;
  const result = winner === undefined ? "" : String(winner);
  const kept = { id, time: Date.now(), game, title, names, record, over: true, result };
  await keepGame(kept).catch(() => undefined);
  return true;
}
