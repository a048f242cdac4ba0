// What becomes of a link, and of a seat that was asked for.
import { beforeEach, expect, test } from "vitest";
import { en } from "../../src/lang/en";
import { Arrival, type Door } from "../../src/online/arrival.svelte";
import type { Facts, StateOfTable } from "../../src/online/messages";
import {
  askedSeats,
  openLink,
  pendingAt,
  takeChallenge,
  takeLink,
  type PendingSeat,
} from "../../src/online/pending";
import { keepSeat, seatAt } from "../../src/online/seats";
import type { Accepted, Bearer, Known, Refused } from "../../src/online/server";

const kLink = "an-invitation-of-a-tab";

const facts = (bearer: Bearer, state: StateOfTable = "open"): Known =>
  ({ ...({ table: "T", title: "Some game" } as unknown as Facts), state, bearer }) satisfies Known;

// What the server answers, one after the other; an error is an answer that was lost.
class FakeDoor implements Door {
  readonly asked: PendingSeat[] = [];
  // What the browser had kept at each request.
  readonly kept: (PendingSeat | undefined)[] = [];
  readonly looked: [table: string, token: string][] = [];
  pauses = 0;
  known: Known | Refused | Error = facts("invitation");
  answers: (Accepted | Refused | Error)[] = [];

  factsOf(table: string, token: string): Promise<Known | Refused> {
    this.looked.push([table, token]);
    return this.known instanceof Error ? Promise.reject(this.known) : Promise.resolve(this.known);
  }

  accept(pending: PendingSeat): Promise<Accepted | Refused> {
    this.asked.push(pending);
    this.kept.push(pendingAt(pending.table));
    const answer = this.answers.shift() ?? new Error("lost");
    return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer);
  }

  pause(): Promise<void> {
    ++this.pauses;
    return Promise.resolve();
  }
}

let door: FakeDoor;
const granted: Accepted = { seat: 2, token: "" };
const refused = (status: number, why = "No."): Refused => ({ error: why, status });

beforeEach(() => {
  localStorage.clear();
  door = new FakeDoor();
});

async function arrived(): Promise<Arrival> {
  const arrival = new Arrival("T", door);
  await arrival.begin();
  return arrival;
}

test("who has no link enters, with a seat or to watch", async () => {
  expect((await arrived()).stage).toEqual({ at: "entered", seat: undefined });
  keepSeat({ table: "T", token: "seat" });
  expect((await arrived()).stage).toMatchObject({ at: "entered", seat: { token: "seat" } });
  expect(door.looked).toEqual([]);
});

test("an invitation is exchanged for a seat whose token was kept before", async () => {
  openLink("T", kLink);
  const arrival = await arrived();
  expect(door.looked).toEqual([["T", kLink]]);
  expect(arrival.stage).toMatchObject({ at: "invited" });
  expect(askedSeats()).toEqual([]);
  door.answers = [granted];
  await arrival.accept("Bob");
  const [asked] = door.asked;
  expect(asked).toMatchObject({ table: "T", invitation: kLink, name: "Bob" });
  expect(asked?.token).toMatch(/^[\w-]{22}$/);
  expect(door.kept).toEqual([asked]);
  expect(seatAt("T")?.token).toBe(asked?.token);
  expect(pendingAt("T")).toBeUndefined();
  expect(arrival.stage).toMatchObject({ at: "entered", seat: { token: asked?.token } });
});

test("what was not answered is asked for again with the same token, also by another page", async () => {
  openLink("T", kLink);
  const first = await arrived();
  await first.accept("Bob");
  expect(first.stage).toEqual({ at: "failed", trouble: en.online.noServer });
  const tries = door.asked.length;
  expect([tries, door.pauses]).toEqual([4, 3]);
  // Opening the link once more changes nothing.
  openLink("T", kLink);
  door.answers = [refused(503, "Later."), new Error("lost"), granted];
  const second = await arrived();
  expect(second.stage).toMatchObject({ at: "entered" });
  expect(door.asked).toHaveLength(tries + 3);
  expect(new Set(door.asked.map((each) => JSON.stringify(each))).size).toBe(1);
  expect(door.looked).toHaveLength(1);
  expect(seatAt("T")?.token).toBe(door.asked[0]?.token);
});

test("a challenge of the lobby is asked for in the same way", async () => {
  takeChallenge("T", "", "Some game");
  expect(takeChallenge("T", "Bob", "Some game").name).toBe("");
  expect(askedSeats()).toHaveLength(1);
  door.answers = [new Error("lost"), granted];
  expect((await arrived()).stage).toMatchObject({ at: "entered" });
  expect(door.asked[0]).not.toHaveProperty("invitation");
  expect(door.asked[1]).toEqual(door.asked[0]);
  expect(seatAt("T")).toMatchObject({ token: door.asked[0]?.token, title: "Some game" });
});

test.each([403, 404, 409])("a refusal of %i is final", async (status) => {
  openLink("T", kLink);
  const arrival = await arrived();
  door.answers = [refused(status)];
  await arrival.accept("Bob");
  expect(arrival.stage).toMatchObject({ at: "refused", why: "No.", mayWatch: status !== 404 });
  expect([pendingAt("T"), seatAt("T")]).toEqual([undefined, undefined]);
  expect(door.asked).toHaveLength(1);
});

test.each([400, 429])(
  "an invitation is as good as before after a refusal of %i",
  async (status) => {
    openLink("T", kLink);
    const arrival = await arrived();
    door.answers = [refused(status), granted];
    await arrival.accept("Bob");
    expect(arrival.stage).toEqual({ at: "failed", trouble: "No." });
    await arrival.begin();
    expect(arrival.stage).toMatchObject({ at: "invited" });
    await arrival.accept("Bo");
    expect(arrival.stage).toMatchObject({ at: "entered" });
  },
);

test("a used invitation says so, except to who has a seat", async () => {
  door.known = facts("used", "playing");
  openLink("T", kLink);
  const arrival = await arrived();
  expect(arrival.stage).toMatchObject({
    at: "refused",
    why: en.online.used,
    title: "Some game",
    mayWatch: true,
  });
  arrival.enter();
  expect(arrival.stage).toEqual({ at: "entered", seat: undefined });
  keepSeat({ table: "T", token: "seat" });
  openLink("T", kLink);
  expect((await arrived()).stage).toMatchObject({ at: "entered", seat: { token: "seat" } });
});

test("a link to a table that was withdrawn, to none, or with a wrong token says so", async () => {
  const told = async (known: Known | Refused) => {
    door.known = known;
    openLink("T", kLink);
    const { stage } = await arrived();
    expect(pendingAt("T")).toBeUndefined();
    return stage;
  };
  expect(await told(facts("invitation", "withdrawn"))).toMatchObject({
    why: en.online.withdrawn,
    mayWatch: false,
  });
  expect(await told(facts("unknown"))).toMatchObject({
    why: en.online.noInvitation,
    mayWatch: true,
  });
  expect(await told(refused(404, "There is no such table."))).toEqual({
    at: "refused",
    why: "There is no such table.",
    title: "",
    mayWatch: false,
  });
});

test("a link that cannot be looked at just now is kept", async () => {
  openLink("T", kLink);
  for (const known of [new Error("no network"), refused(503)]) {
    door.known = known;
    expect((await arrived()).stage).toMatchObject({ at: "failed" });
    expect(pendingAt("T")).toMatchObject({ invitation: kLink });
  }
});

test("a host who opens the invitation is told that it is theirs to send", async () => {
  keepSeat({ table: "T", token: "seat" });
  openLink("T", kLink);
  const arrival = await arrived();
  expect(arrival.stage).toMatchObject({ at: "host", invitation: kLink });
  expect(seatAt("T")).toMatchObject({ token: "seat", invitation: kLink });
  arrival.enter();
  expect(arrival.stage).toMatchObject({ at: "entered", seat: { token: "seat" } });
});

test("a link that is a seat is kept, but does not replace one's own", async () => {
  door.known = facts("seat", "playing");
  openLink("T", kLink);
  expect((await arrived()).stage).toMatchObject({ at: "entered", seat: { token: kLink } });
  openLink("T", "another");
  expect((await arrived()).stage).toMatchObject({ at: "entered", seat: { token: kLink } });
});

test("no token stays in the address", () => {
  for (const [hash, invitation] of [
    ["#/online/T/" + kLink, kLink],
    ["#/online/T/short.", "short"],
    ["#/online/T/", undefined],
  ] as const) {
    localStorage.clear();
    location.hash = hash;
    takeLink();
    expect(location.hash).toBe("#/online/T");
    expect(pendingAt("T")?.invitation).toBe(invitation);
  }
});
