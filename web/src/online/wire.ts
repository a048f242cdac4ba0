// A line to the server that mends itself. Whatever was asked for and not answered when it broke is asked again under its
// own id, behind what was missed. Knows neither sockets nor clocks, so that tests can play both.
import type { Asked, Entry, Mark, Told } from "./messages";

export interface Channel {
  send(text: string): void;
  close(): void;
}

export interface Hearing {
  opened(): void;
  heard(text: string): void;
  closed(): void;
}

export interface World {
  connect(table: string, hearing: Hearing): Channel;
  // Calls back later; what it returns calls that off.
  later(milliseconds: number, then: () => void): () => void;
  // Evenly from 0 to 1.
  chance(): number;
  newId(): string;
}

export type Standing = "connecting" | "connected" | "waiting" | "refused" | "closed";

const kFirstPause = 500; // milliseconds
const kLongestPause = 15_000;
const kSilence = 20_000; // after which the server is asked whether it is there
const kPatience = 8_000; // for its answer

interface Open {
  text: string;
  resolve: (answer: Told) => void;
}

export class Wire {
  readonly #world: World;
  readonly #entry: Entry;
  readonly #onTold: (told: Told) => void;
  readonly #onStanding: (standing: Standing) => void;
  #channel: Channel | undefined;
  // Counts the channels: one that was given up is not listened to any more.
  #turn = 0;
  #standing: Standing = "closed";
  #have: Mark | undefined;
  #pause = kFirstPause;
  #callOff: (() => void) | undefined;
  // The server was asked whether it is there, and any answer will do.
  #isProbing = false;
  // In the order in which they were asked.
  readonly #open = new Map<string, Open>();

  constructor(
    world: World,
    entry: Entry,
    onTold: (told: Told) => void,
    onStanding: (standing: Standing) => void,
  ) {
    this.#world = world;
    this.#entry = entry;
    this.#onTold = onTold;
    this.#onStanding = onStanding;
  }

  get have(): Mark | undefined {
    return this.#have;
  }

  // At once, however long the pause would still be.
  connect(): void {
    const mine = ++this.#turn;
    this.#callOff?.();
    this.#channel?.close();
    this.#stand("connecting");
    const isMine = () => mine === this.#turn;
    this.#channel = this.#world.connect(this.#entry.table, {
      opened: () => {
        if (isMine()) this.#enter();
      },
      heard: (text) => {
        if (isMine()) this.#hear(text);
      },
      closed: () => {
        if (isMine()) this.#wait();
      },
    });
    // A server that says nothing at all is as good as none.
    this.#after(kPatience, () => this.drop());
  }

  // Nobody waits for it any more; what is still open stays open.
  close(): void {
    ++this.#turn;
    this.#callOff?.();
    this.#channel?.close();
    this.#channel = undefined;
    this.#stand("closed");
  }

  // The line is dead, whatever the socket believes.
  drop(): void {
    if (this.#standing !== "connected" && this.#standing !== "connecting") return;
    ++this.#turn;
    this.#channel?.close();
    this.#wait();
  }

  ask(asked: Asked, write: (message: object) => string = JSON.stringify): Promise<Told> {
    const id = this.#world.newId();
    const text = write({ ...asked, id });
    return new Promise((resolve) => {
      this.#open.set(id, { text, resolve });
      if (this.#standing === "connected") this.#channel?.send(text);
    });
  }

  // What is not worth repeating.
  tell(message: Record<string, unknown>): boolean {
    if (this.#standing !== "connected") return false;
    this.#channel?.send(JSON.stringify(message));
    return true;
  }

  #enter(): void {
    const { table, ...rest } = this.#entry;
    const since = this.#have ? { since: this.#have } : {};
    this.#channel?.send(JSON.stringify({ enter: table, ...rest, views: true, ...since }));
  }

  #hear(text: string): void {
    const told = readTold(text);
    if (!told) return;
    if (this.#standing === "connecting" && told.error !== undefined) {
      this.#refuse(told);
      return;
    }
    this.#listen();
    const isProbed = this.#isProbing && told.error !== undefined && told.id === undefined;
    this.#isProbing = false;
    if (isProbed) return;
    // An answer to what was sent twice says where the table was then.
    if (told.events && told.at) this.#have = told.at;
    const isWelcome = told.table !== undefined && this.#standing === "connecting";
    if (isWelcome) {
      this.#pause = kFirstPause;
      this.#stand("connected");
    }
    this.#onTold(told);
    if (isWelcome) for (const open of this.#open.values()) this.#channel?.send(open.text);
    const open = told.id === undefined ? undefined : this.#open.get(told.id);
    if (!open || told.id === undefined) return;
    this.#open.delete(told.id);
    open.resolve(told);
  }

  // It would be the same another time.
  #refuse(told: Told): void {
    ++this.#turn;
    this.#callOff?.();
    this.#channel?.close();
    this.#stand("refused");
    this.#onTold(told);
  }

  // Where nothing was heard for long, something must be said.
  #listen(): void {
    this.#after(kSilence, () => {
      this.#isProbing = true;
      this.#channel?.send(JSON.stringify({ look: true }));
      this.#after(kPatience, () => this.drop());
    });
  }

  #wait(): void {
    this.#channel = undefined;
    this.#stand("waiting");
    // Not all at once, when a server comes back.
    const pause = this.#pause * (0.5 + this.#world.chance() / 2);
    this.#pause = Math.min(2 * this.#pause, kLongestPause);
    this.#after(pause, () => this.connect());
  }

  #after(milliseconds: number, then: () => void): void {
    this.#callOff?.();
    this.#callOff = this.#world.later(milliseconds, then);
  }

  #stand(standing: Standing): void {
    if (standing === this.#standing) return;
    this.#standing = standing;
    this.#onStanding(standing);
  }
}

function readTold(text: string): Told | undefined {
  try {
    const told: unknown = JSON.parse(text);
    return typeof told === "object" && told !== null ? told : undefined;
  } catch {
    return undefined;
  }
}
