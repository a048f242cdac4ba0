// The games that are kept in this browser, as the text of their records. What the browser does not keep stays in memory
// as long as the page is open.
import { inGames, StoreTrouble, Taken } from "./database";

export { StoreTrouble, Taken } from "./database";

export interface KeptGame {
  id: string;
  // When it was last touched, in milliseconds.
  time: number;
  game: string;
  title: string;
  names: [string, string];
  // A series may have several games.
  record: string;
  over: boolean;
  // The seat that won the last game; empty if nobody has yet.
  result: string;
  // The tab that plays it; whoever else has it only looks.
  holder?: string;
}

// Somebody else wrote there, or only a part arrived.
export interface DamagedGame {
  id: string;
  // As much as there is of it.
  record: string;
}

export interface Shelf {
  games: KeptGame[];
  damaged: DamagedGame[];
  // The browser keeps nothing; these are the games of this visit.
  trouble?: StoreTrouble;
}

function isGame(value: unknown): value is KeptGame {
  if (typeof value !== "object" || value === null) return false;
  const { id, time, game, title, names, record, over, result } = value as Record<string, unknown>;
  return (
    [id, game, title, record, result].every((each) => typeof each === "string") &&
    id !== "" &&
    typeof time === "number" &&
    Number.isFinite(time) &&
    typeof over === "boolean" &&
    Array.isArray(names) &&
    names.length === 2 &&
    names.every((name) => typeof name === "string")
  );
}

function damagedFrom(value: unknown): DamagedGame | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  const { id, record } = value as Record<string, unknown>;
  // What has no text for an id cannot be addressed, and nothing of ours ever was without one.
  if (typeof id !== "string") return undefined;
  return { id, record: typeof record === "string" ? record : "" };
}

// Of this visit, because they could not be kept.
const unkept = new Map<string, KeptGame>();

const channel =
  typeof BroadcastChannel === "undefined" ? undefined : new BroadcastChannel("duello games");
const listeners = new Set<() => void>();

function tell(): void {
  for (const listener of listeners) listener();
}

channel?.addEventListener("message", tell);

function changed(): void {
  channel?.postMessage("changed");
  tell();
}

// Told when games have changed, in this tab or in another one. Gives the way to stop it.
export function onGamesChanged(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function newId(): string {
  // Not randomUUID, which is missing where a page comes from another machine without encryption.
  return Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) =>
    part.toString(36).padStart(7, "0"),
  ).join("");
}

async function kept(games: readonly KeptGame[], work: () => Promise<void>): Promise<void> {
  try {
    await work();
    for (const { id } of games) unkept.delete(id);
  } catch (error) {
    if (error instanceof StoreTrouble) for (const game of games) unkept.set(game.id, game);
    throw error;
  } finally {
    changed();
  }
}

// Resolved when the game is on the disk. Taken if another tab plays it by now.
export async function keepGame(game: KeptGame): Promise<void> {
  await kept([game], () =>
    inGames<undefined>("readwrite", ({ store, giveUp }) => {
      const before = store.get(game.id);
      before.onsuccess = () => {
        const holder = (before.result as KeptGame | undefined)?.holder;
        if (holder !== undefined && holder !== game.holder) giveUp(new Taken(game.id));
        else store.put(game);
      };
    }),
  );
}

// All of them or none.
export async function addGames(games: readonly KeptGame[]): Promise<void> {
  await kept(games, () =>
    inGames<undefined>("readwrite", ({ store }) => {
      for (const game of games) store.put(game);
    }),
  );
}

// The game as it is now; from now on nobody but its holder writes it.
export async function takeGame(id: string, holder: string): Promise<KeptGame | undefined> {
  const inMemory = unkept.get(id);
  if (inMemory) return inMemory;
  try {
    return await inGames<KeptGame | undefined>("readwrite", ({ store, give }) => {
      const request = store.get(id);
      request.onsuccess = () => {
        if (!isGame(request.result)) return;
        const game = { ...request.result, holder };
        give(game);
        store.put(game);
      };
    });
  } catch {
    // Where nothing more fits, it can still be read; it is written as whoever held it would.
    return keptGame(id);
  }
}

export async function keptGame(id: string): Promise<KeptGame | undefined> {
  const inMemory = unkept.get(id);
  if (inMemory) return inMemory;
  return inGames<KeptGame | undefined>("readonly", ({ store, give }) => {
    const request = store.get(id);
    request.onsuccess = () => give(isGame(request.result) ? request.result : undefined);
  });
}

// The one that was touched last comes first. Never rejected.
export async function shelf(): Promise<Shelf> {
  const all: Shelf = { games: [...unkept.values()], damaged: [] };
  try {
    const found = await inGames<unknown[]>("readonly", ({ store, give }) => {
      const request = store.getAll();
      request.onsuccess = () => give(request.result);
    });
    for (const each of found) {
      if (isGame(each)) {
        if (!unkept.has(each.id)) all.games.push(each);
      } else {
        const damaged = damagedFrom(each);
        if (damaged) all.damaged.push(damaged);
      }
    }
  } catch (error) {
    if (!(error instanceof StoreTrouble)) throw error;
    all.trouble = error;
  }
  all.games.sort((one, two) => two.time - one.time);
  return all;
}

export async function keptGames(): Promise<KeptGame[]> {
  return (await shelf()).games;
}

export async function discardGame(id: string): Promise<void> {
  unkept.delete(id);
  try {
    await inGames<undefined>("readwrite", ({ store }) => void store.delete(id));
  } finally {
    changed();
  }
}

// Asks the browser not to throw the games away when its room is short. Some browsers ask the user.
export async function keepForGood(): Promise<boolean> {
  try {
    return await navigator.storage.persist();
  } catch {
    return false;
  }
}

export async function isKeptForGood(): Promise<boolean> {
  try {
    return await navigator.storage.persisted();
  } catch {
    // Where nothing can be asked for, nothing is offered.
    return true;
  }
}
