// As much of IndexedDB as the store uses, with every way to fail that a browser has. Several tabs may share one.

type Listener = ((event: unknown) => void) | null;

// Not before all that was promised has been done: so long a transaction stays open.
function later(work: () => void): void {
  setTimeout(work, 0);
}

class FakeRequest {
  result: unknown;
  error: DOMException | null = null;
  onsuccess: Listener = null;
  onerror: Listener = null;
  onupgradeneeded: Listener = null;
}

export class FakeDisk {
  // What is kept, by the name of its store; nothing as long as no store was made.
  stores = new Map<string, Map<string, unknown>>();
  version = 0;
  // How the next ones fail.
  openError: DOMException | undefined;
  putError: DOMException | undefined;
  silent = false;
  readonly connections: FakeDatabase[] = [];

  readonly factory = {
    open: (_: string, version?: number) => {
      const request = new FakeRequest();
      if (this.silent) return request;
      later(() => {
        if (this.openError) {
          request.error = this.openError;
          request.onerror?.({});
          return;
        }
        const wanted = version ?? Math.max(1, this.version);
        const database = new FakeDatabase(this);
        request.result = database;
        if (wanted > this.version) {
          for (const other of this.connections) if (!other.closed) other.onversionchange?.({});
          this.version = wanted;
          database.version = wanted;
          request.onupgradeneeded?.({});
        }
        database.version = this.version;
        this.connections.push(database);
        request.onsuccess?.({});
      });
      return request;
    },
  } as unknown as IDBFactory;

  // As the browser does when it is short of something.
  closeAll(): void {
    for (const each of this.connections) {
      each.closed = true;
      each.onclose?.({});
    }
  }
}

class FakeDatabase {
  version = 0;
  closed = false;
  onclose: Listener = null;
  onversionchange: Listener = null;
  readonly #disk: FakeDisk;

  constructor(disk: FakeDisk) {
    this.#disk = disk;
  }

  get objectStoreNames() {
    return { contains: (name: string) => this.#disk.stores.has(name) };
  }

  createObjectStore(name: string): void {
    this.#disk.stores.set(name, new Map());
  }

  close(): void {
    this.closed = true;
  }

  transaction(name: string): FakeTransaction {
    if (this.closed) throw new DOMException("closed", "InvalidStateError");
    return new FakeTransaction(this.#disk, name);
  }
}

class FakeTransaction {
  error: DOMException | null = null;
  oncomplete: Listener = null;
  onabort: Listener = null;
  readonly #disk: FakeDisk;
  readonly #name: string;
  readonly #before: Map<string, unknown>;
  #open = 0;
  #over = false;

  constructor(disk: FakeDisk, name: string) {
    this.#disk = disk;
    this.#name = name;
    this.#before = new Map(disk.stores.get(name));
    later(() => this.#settle());
  }

  abort(error: DOMException | null = null): void {
    this.#over = true;
    this.error = error;
    this.#disk.stores.set(this.#name, this.#before);
    later(() => this.onabort?.({}));
  }

  objectStore() {
    const kept = () => this.#disk.stores.get(this.#name) ?? new Map<string, unknown>();
    return {
      get: (id: string) => this.#request(() => kept().get(id)),
      getAll: () => this.#request(() => [...kept().values()]),
      delete: (id: string) => this.#request(() => void kept().delete(id)),
      put: (value: { id: string }) =>
        this.#request(() => {
          if (this.#disk.putError) throw this.#disk.putError;
          kept().set(value.id, structuredClone(value));
        }),
    };
  }

  #request(work: () => unknown): FakeRequest {
    const request = new FakeRequest();
    ++this.#open;
    later(() => {
      --this.#open;
      if (this.#over) return;
      try {
        request.result = work();
        request.onsuccess?.({});
      } catch (error) {
        this.abort(error as DOMException);
        return;
      }
      this.#settle();
    });
    return request;
  }

  #settle(): void {
    if (this.#over || this.#open > 0) return;
    this.#over = true;
    later(() => this.oncomplete?.({}));
  }
}
