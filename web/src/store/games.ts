// The games that are kept in this browser, as the text of their records.

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
  result: string;
}

const kDatabase = "duello";
const kGames = "games";

let opened: Promise<IDBDatabase> | undefined;

function database(): Promise<IDBDatabase> {
  opened ??= new Promise<IDBDatabase>((resolve, reject) => {
    const request = indexedDB.open(kDatabase, 1);
    request.onupgradeneeded = () => {
      request.result.createObjectStore(kGames, { keyPath: "id" }).createIndex("time", "time");
    };
    request.onsuccess = () => {
      // Another tab has a newer page: let it go on.
      request.result.onversionchange = () => request.result.close();
      request.result.onclose = () => (opened = undefined);
      resolve(request.result);
    };
    request.onerror = () => reject(request.error ?? new Error("indexedDB"));
    request.onblocked = () => reject(new Error("blocked"));
  }).catch((error: unknown) => {
    opened = undefined;
    throw error;
  });
  return opened;
}

async function inStore<T>(
  mode: IDBTransactionMode,
  work: (store: IDBObjectStore) => IDBRequest<T>,
): Promise<T> {
  const transaction = (await database()).transaction(kGames, mode, { durability: "strict" });
  return new Promise<T>((resolve, reject) => {
    const request = work(transaction.objectStore(kGames));
    transaction.oncomplete = () => resolve(request.result);
    transaction.onabort = () => reject(transaction.error ?? new Error("aborted"));
    transaction.onerror = () => reject(transaction.error ?? new Error("failed"));
  });
}

// Resolved when the game is on the disk.
export async function keepGame(game: KeptGame): Promise<void> {
  await inStore("readwrite", (store) => store.put(game));
}

export async function keptGame(id: string): Promise<KeptGame | undefined> {
  return inStore<KeptGame | undefined>(
    "readonly",
    (store) => store.get(id) as IDBRequest<KeptGame | undefined>,
  );
}

// The one that was touched last comes first.
export async function keptGames(): Promise<KeptGame[]> {
  const games = await inStore<KeptGame[]>(
    "readonly",
    (store) => store.index("time").getAll() as IDBRequest<KeptGame[]>,
  );
  return games.reverse();
}

export async function discardGame(id: string): Promise<void> {
  await inStore("readwrite", (store) => store.delete(id));
}
