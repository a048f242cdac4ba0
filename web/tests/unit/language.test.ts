// The language of the page can be changed while it is shown.
import { flushSync, mount, unmount } from "svelte";
import { afterEach, describe, expect, test, vi } from "vitest";
import { words, speak } from "../../src/lang/lang.svelte";
import { day, decimal, percent, signed } from "../../src/lang/numbers";
import { namesAt } from "../../src/lang/players";
import Said from "../../src/lang/Said.svelte";
import { called, said } from "../../src/lang/said";
import type { TableState } from "../../src/library/protocol";
import { change } from "../../src/store/settings.svelte";

async function choose(language: string): Promise<void> {
  change({ language });
  await speak();
  flushSync();
}

afterEach(async () => {
  vi.restoreAllMocks();
  await choose("en");
});

describe("the language", () => {
  test("is changed without a reload, and the document says which it is", async () => {
    await choose("de");
    expect([words().app.home, document.documentElement.lang]).toEqual(["Spiele", "de"]);
    await choose("en");
    expect([words().app.home, document.documentElement.lang]).toEqual(["Games", "en"]);
  });

  test("is the first that the browser asks for and that is here", async () => {
    const asked = vi.spyOn(navigator, "languages", "get");
    asked.mockReturnValue(["fr-CA", "de-AT", "en-US"]);
    await choose("");
    expect(document.documentElement.lang).toBe("de");
    asked.mockReturnValue(["fr-CA"]);
    await choose("");
    expect(document.documentElement.lang).toBe("en");
  });

  test("is English where the chosen one is unknown", async () => {
    for (const nonsense of ["xx", "constructor", "__proto__"]) {
      await choose(nonsense);
      expect(document.documentElement.lang).toBe("en");
    }
  });

  test("is the one that was chosen last, whichever is loaded first", async () => {
    change({ language: "de" });
    const slow = speak();
    change({ language: "en" });
    await Promise.all([speak(), slow]);
    expect(document.documentElement.lang).toBe("en");
  });
});

describe("what the library says", () => {
  test("changes with the language where it stands", async () => {
    const target = document.createElement("p");
    const shown = mount(Said, { target, props: { text: "The game is over." } });
    expect(target.textContent).toBe("The game is over.");
    await choose("de");
    expect(target.innerHTML).toContain("<span>Die Partie ist zu Ende.</span>");
    await unmount(shown);
  });

  test("is marked as English where it has no translation", async () => {
    await choose("de");
    const target = document.createElement("p");
    const shown = mount(Said, { target, props: { text: "This was never said before." } });
    expect(target.querySelector("[lang=en]")?.textContent).toBe("This was never said before.");
    await unmount(shown);
  });

  test("stays as it is in English, whatever it is", () => {
    expect(said("level:2 wins!")).toBe("level:2 wins!");
  });
});

test("players are called in every language as the page calls them", async () => {
  const state = { names: ["level:2 (Blue)", "{n} Ann"] } as unknown as TableState;
  expect(namesAt(state)).toEqual(["Level 2 (Blue)", "{n} Ann"]);
  expect(called("random 1 (Red)")).toBe("Random 1 (Red)");
  await choose("de");
  expect(namesAt(state)).toEqual(["Stufe 2 (Blau)", "{n} Ann"]);
  expect(called("human")).toBe("Mensch");
});

test("numbers and days are written as the language writes them", () => {
  expect(decimal("en", 0.333)).toBe("0.33");
  expect(decimal("de", 0.333)).toBe("0,33");
  expect([signed("de", -0.333), signed("de", 0.2), signed("de", -0.001)]).toEqual([
    "−0,33",
    "+0,20",
    "0,00",
  ]);
  expect(percent("en", 0.055, 1)).toBe("5.5%");
  expect(percent("de", 0.055, 1)).toBe("5,5\u00a0%");
  expect(day("en", "2026.11.16")).toBe("November 16, 2026");
  expect(day("de", "2026.11.16")).toBe("16. November 2026");
  expect(day("de", "some day")).toBe("some day");
});

test("times are told in whole minutes, hours or days", async () => {
  const kHour = 3_600_000;
  const times = [59_000, 60_000, 359_000, kHour, 5.9 * kHour, 24 * kHour, 80 * kHour];
  expect(times.map((time) => words().online.awayFor(time))).toEqual([
    "away",
    "away for 1 minute",
    "away for 5 minutes",
    "away for 1 hour",
    "away for 5 hours",
    "away for 1 day",
    "away for 3 days",
  ]);
  expect(words().online.claimAfterTime(0)).toBe("Never");
  await choose("de");
  expect(times.map((time) => words().online.awayFor(time))).toEqual([
    "nicht da",
    "seit einer Minute nicht da",
    "seit 5 Minuten nicht da",
    "seit einer Stunde nicht da",
    "seit 5 Stunden nicht da",
    "seit einem Tag nicht da",
    "seit 3 Tagen nicht da",
  ]);
  expect([0, 300_000].map((time) => words().online.claimAfterTime(time))).toEqual([
    "Nie",
    "Nach 5 Minuten",
  ]);
});

test("what a server refuses is said in German", async () => {
  await choose("de");
  const refusals = [
    "This invitation has been used.",
    "This is an invitation; accept it to take the seat.",
    "That is no invitation to this table.",
    "The table was withdrawn.",
    "Choose another token.",
    "This seat has too many connections.",
    "Too many people watch this table.",
    "Too many challenges were accepted from your address; try again in a minute.",
    "Only a player of this table can withdraw it.",
    "The game was aborted.",
    "The game has become too long to go on; abort it, or resign.",
    "The series has become too long to go on; open another table.",
    "You can take back 3 times only, until the game has gone further.",
    "A program is never away.",
    "Nothing can be claimed in this game.",
    "This server cannot tell who is away.",
    "The other player is here.",
    "The other player has not been away for long enough; try again in 7 seconds.",
  ];
  expect(refusals.filter((refusal) => said(refusal) === refusal)).toEqual([]);
  expect(said("forfeit: left the game")).toBe("die Partie verlassen");
});
