// The line to the server, with a socket and a clock that the test plays.
import { beforeEach, expect, test } from "vitest";
import type { Told } from "../../src/online/messages";
import { Wire, type Hearing, type Standing, type World } from "../../src/online/wire";

class FakeWorld implements World {
  readonly lines: {
    table: string;
    hearing: Hearing;
    sent: Record<string, unknown>[];
    isClosed: boolean;
  }[] = [];
  timers: { at: number; then: () => void }[] = [];
  now = 0;
  #ids = 0;

  connect = (table: string, hearing: Hearing) => {
    const line = { table, hearing, sent: [] as Record<string, unknown>[], isClosed: false };
    this.lines.push(line);
    return {
      send: (text: string) => void line.sent.push(JSON.parse(text) as Record<string, unknown>),
      close: () => void (line.isClosed = true),
    };
  };

  later = (milliseconds: number, then: () => void) => {
    const timer = { at: this.now + milliseconds, then };
    this.timers.push(timer);
    return () => void (this.timers = this.timers.filter((each) => each !== timer));
  };

  chance = () => 1;
  newId = () => `x${++this.#ids}`;

  pass(milliseconds: number): void {
    const end = this.now + milliseconds;
    for (;;) {
      const next = this.timers.filter(({ at }) => at <= end).sort((one, two) => one.at - two.at)[0];
      if (!next) break;
      this.now = next.at;
      this.timers = this.timers.filter((each) => each !== next);
      next.then();
    }
    this.now = end;
  }

  get line() {
    const last = this.lines.at(-1);
    if (!last) throw new Error("nobody has connected");
    return last;
  }

  say(told: unknown): void {
    this.line.hearing.heard(JSON.stringify(told));
  }
}

let world: FakeWorld;
let told: Told[];
let standings: Standing[];
let wire: Wire;

const welcome = (number: number) => ({ table: "T", at: { game: 1, number }, events: [] });

beforeEach(() => {
  world = new FakeWorld();
  told = [];
  standings = [];
  wire = new Wire(
    world,
    { table: "T", token: "secret" },
    (message) => told.push(message),
    (standing) => standings.push(standing),
  );
  wire.connect();
  world.line.hearing.opened();
});

test("it enters with its token and asks for views", () => {
  expect(world.line.table).toBe("T");
  expect(world.line.sent).toEqual([{ enter: "T", token: "secret", views: true }]);
  world.say(welcome(1));
  expect(standings).toEqual(["connecting", "connected"]);
});

test("what was not answered is sent again under its id, behind what was missed", async () => {
  world.say(welcome(1));
  const asked = wire.ask({ submit: { move: "5" } });
  expect(world.line.sent.at(-1)).toEqual({ submit: { move: "5" }, id: "x1" });
  world.line.hearing.closed();
  world.pass(500);
  world.line.hearing.opened();
  expect(world.line.sent).toEqual([
    { enter: "T", token: "secret", views: true, since: { game: 1, number: 1 } },
  ]);
  world.say(welcome(2));
  expect(world.line.sent.at(-1)).toEqual({ submit: { move: "5" }, id: "x1" });
  world.say({ id: "x1", at: { game: 1, number: 2 } });
  expect(await asked).toMatchObject({ id: "x1" });
  world.line.hearing.closed();
  world.pass(500);
  world.line.hearing.opened();
  world.say(welcome(2));
  expect(world.line.sent).toHaveLength(1);
});

test("an answer to what was sent twice does not turn the mark back", () => {
  world.say(welcome(9));
  world.say({ id: "x1", at: { game: 1, number: 4 } });
  expect(wire.have).toEqual({ game: 1, number: 9 });
});

test("the pauses grow, to a limit, and are short again after a success", () => {
  const pauses: number[] = [];
  for (let tries = 0; tries < 8; ++tries) {
    const before = world.now;
    const lines = world.lines.length;
    world.line.hearing.closed();
    while (world.lines.length === lines) world.pass(100);
    pauses.push(world.now - before);
  }
  expect(pauses).toEqual([500, 1000, 2000, 4000, 8000, 15000, 15000, 15000]);
  world.line.hearing.opened();
  world.say(welcome(1));
  world.line.hearing.closed();
  const lines = world.lines.length;
  world.pass(500);
  expect(world.lines.length).toBe(lines + 1);
});

test("a line that was given up is not listened to", () => {
  world.say(welcome(1));
  const old = world.line;
  wire.connect();
  expect(old.isClosed).toBe(true);
  old.hearing.heard(JSON.stringify(welcome(7)));
  old.hearing.closed();
  expect(wire.have).toEqual({ game: 1, number: 1 });
  expect(standings.at(-1)).toBe("connecting");
});

test("a server that has gone silent is asked, and then given up", () => {
  world.say(welcome(1));
  world.pass(20_000);
  expect(world.line.sent.at(-1)).toEqual({ look: true });
  world.say({ view: {} });
  world.pass(20_000);
  expect(world.line.sent.at(-1)).toEqual({ look: true });
  expect(standings.at(-1)).toBe("connected");
  world.pass(8_000);
  expect(standings.at(-1)).toBe("waiting");
});

test("a server that is asked whether it is there may refuse to show anything", () => {
  world.say(welcome(1));
  world.pass(20_000);
  world.say({ error: "The game has not begun." });
  expect(told).toHaveLength(1);
  world.say({ error: "One phrase in three seconds is enough." });
  expect(told).toHaveLength(2);
  expect(standings.at(-1)).toBe("connected");
});

test("whoever is not let in does not knock again", () => {
  world.say({ error: "That is no seat at this table." });
  expect(standings.at(-1)).toBe("refused");
  world.pass(100_000);
  expect(world.lines).toHaveLength(1);
  expect(told).toEqual([{ error: "That is no seat at this table." }]);
});

test("what makes no sense is not heard, and a closed wire stays closed", () => {
  world.line.hearing.heard("{");
  world.line.hearing.heard("7");
  expect(told).toEqual([]);
  wire.close();
  world.line.hearing.closed();
  world.pass(100_000);
  expect(world.lines).toHaveLength(1);
});
