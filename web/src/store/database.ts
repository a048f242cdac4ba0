// The database in the browser, which may be forbidden, full, closed behind our back or in the hands of another tab. Every
// failure is a StoreTrouble; the next try begins anew.

export type TroubleKind = "forbidden" | "full" | "failed";

export class StoreTrouble extends Error {
  readonly kind: TroubleKind;

  constructor(kind: TroubleKind, why: unknown) {
    super(String(why));
    this.kind = kind;
  }
}

const kName = "duello";
export const kGames = "games";
const kPatience = 5000; // milliseconds; some browsers never answer

let opened: Promise<IDBDatabase> | undefined;

function troubleFrom(error: unknown): StoreTrouble {
  if (error instanceof StoreTrouble) return error;
  const name = error instanceof Error || error instanceof DOMException ? error.name : "";
  if (name === "QuotaExceededError") return new StoreTrouble("full", error);
  if (name === "SecurityError" || name === "NotAllowedError") {
    return new StoreTrouble("forbidden", error);
  }
  return new StoreTrouble("failed", error);
}

// Whatever version is there: pages of other versions use the same games.
function open(version?: number): Promise<IDBDatabase> {
  return new Promise<IDBDatabase>((resolve, reject) => {
    const factory = globalThis.indexedDB as IDBFactory | undefined | null;
    if (!factory) {
      reject(new StoreTrouble("forbidden", "no indexedDB"));
      return;
    }
    const request = factory.open(kName, version);
    let late = false;
    const timer = setTimeout(() => {
      late = true;
      reject(new StoreTrouble("failed", "no answer"));
    }, kPatience);
    request.onupgradeneeded = () => {
      const database = request.result;
      if (!database.objectStoreNames.contains(kGames)) {
        database.createObjectStore(kGames, { keyPath: "id" });
      }
    };
    request.onsuccess = () => {
      clearTimeout(timer);
      if (late) request.result.close();
      else resolve(request.result);
    };
    request.onerror = () => {
      clearTimeout(timer);
      reject(troubleFrom(request.error));
    };
  });
}

async function openedDatabase(): Promise<IDBDatabase> {
  let database = await open();
  if (!database.objectStoreNames.contains(kGames)) {
    const { version } = database;
    database.close();
    database = await open(version + 1);
  }
  const forget = () => (opened = undefined);
  // Another tab needs it for itself: let it go on.
  database.onversionchange = () => {
    database.close();
    forget();
  };
  database.onclose = forget;
  return database;
}

function database(): Promise<IDBDatabase> {
  opened ??= openedDatabase().catch((error: unknown) => {
    opened = undefined;
    throw troubleFrom(error);
  });
  return opened;
}

async function begun(mode: IDBTransactionMode): Promise<IDBTransaction> {
  const begin = async () =>
    (await database()).transaction(kGames, mode, { durability: "strict" as const });
  try {
    return await begin();
  } catch (error) {
    if (error instanceof StoreTrouble) throw error;
    // It was closed meanwhile.
    opened = undefined;
    return begin();
  }
}

// What one transaction does. `give` says what comes of it, once all of it is on the disk; `giveUp` undoes it.
export interface Work<T> {
  store: IDBObjectStore;
  give: (value: T) => void;
  giveUp: (why: Error) => void;
}

export async function inGames<T>(
  mode: IDBTransactionMode,
  work: (work: Work<T>) => void,
): Promise<T> {
  try {
    const transaction = await begun(mode);
    return await new Promise<T>((resolve, reject) => {
      let given: T | undefined;
      let why: Error | undefined;
      transaction.oncomplete = () => resolve(given as T);
      transaction.onabort = () => reject(why ?? transaction.error ?? new Error("aborted"));
      work({
        store: transaction.objectStore(kGames),
        give: (value) => (given = value),
        giveUp: (error) => {
          why = error;
          transaction.abort();
        },
      });
    });
  } catch (error) {
    if (error instanceof Taken) throw error;
    throw troubleFrom(error);
  }
}

// Another tab has taken the game over: what this one has is not to be written any more.
export class Taken extends Error {}
