// The library in WebAssembly says what the native program says: games, values, puzzles and equilibria are the same.
// node smoke.mjs SMOKE.wasm DUELLO
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { webcrypto } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const [library, program] = process.argv.slice(2);
const home = mkdtempSync(join(tmpdir(), "duello-"));
process.on("exit", () => rmSync(home, { recursive: true }));

const native = (...words) =>
  execFileSync(program, words, {
    encoding: "utf8",
    env: { HOME: home, XDG_STATE_HOME: home, XDG_DATA_HOME: home, PATH: process.env.PATH },
  });

const module = await WebAssembly.compile(readFileSync(library));
// A page can start it as it is: chance and the time are all that it asks for.
assert.deepEqual(
  WebAssembly.Module.imports(module).map(({ module, name }) => `${module}.${name}`).sort(),
  ["duello.fresh_seed", "duello.seconds_passed"],
);
const instance = await WebAssembly.instantiate(module, {
  duello: {
    fresh_seed: () => webcrypto.getRandomValues(new BigUint64Array(1))[0],
    seconds_passed: () => performance.now() / 1000,
  },
});
const { memory, _initialize, room_for, answer } = instance.exports;
_initialize();

function ask(...words) {
  const bytes = new TextEncoder().encode(words.join(" "));
  const room = room_for(bytes.length);
  new Uint8Array(memory.buffer, room, bytes.length).set(bytes);
  const begin = answer();
  const all = new Uint8Array(memory.buffer);
  return JSON.parse(new TextDecoder().decode(all.subarray(begin, all.indexOf(0, begin))));
}

const settings = (rules) => rules.flatMap((rule) => ["--set", rule]);
const part = (whole, keys) => Object.fromEntries(keys.map((key) => [key, whole[key]]));

let count = 0;
function test(name, body) {
  try {
    body();
    ++count;
  } catch (error) {
    console.error(`FAILED ${name}`);
    throw error;
  }
}

const games = JSON.parse(native("list", "--json")).map(({ id }) => id);

function same_game(seed, one, two, game, ...rules) {
  const file = join(home, [game, seed, one, two, ...rules].join("-"));
  const players = ["--p1", one, "--p2", two];
  native("play", game, ...settings(rules), "--first", "1", ...players, "--seed", `${seed}`, "--record", file);
  const there = ask("play", seed, one, two, game, ...rules);
  assert.equal(there.refused, undefined);
  const moves = (record) => record.split(/\]\s+(?=1\. )/)[1].trim().split(/\s+/);
  assert.deepEqual(moves(there.record), moves(readFileSync(file, "utf8")), `${game} ${seed}`);
}
const large = 123456789012345678n;

test("every game is played as the same seed has it natively", () => {
  assert.ok(games.length > 0);
  for (const game of games) {
    same_game(7, "random", "random", game);
    same_game(large, "perfect", "level:3", game);
  }
});

test("expectations that are all but equal are told apart in the same way", () => {
  for (let i = 0n; i < 60n; ++i) same_game(large + i, "perfect", "level:3", "energy-capture", "units=11");
});

test("open games are worth what they are natively", () => {
  const keys = ["winner", "plies", "positions", "first_moves", "winning_first_moves", "line"];
  for (const [game, ...rules] of [
    ["color-bridge"],
    ["color-bridge", "length=13"],
    ["color-capture"],
    ["capture-the-flag"],
    ["color-clash"],
  ])
    assert.deepEqual(ask("solve", game, ...rules), part(JSON.parse(native("solve", game, ...settings(rules), "--json")), keys));
});

test("a seed draws the same puzzle as natively", () => {
  const keys = ["first", "moves", "solution", "plies", "level"];
  for (const seed of [7, 8, 20261115])
    for (const [game, rule] of [["color-bridge", "length=13"], ["color-clash", "positions=13"]])
      assert.deepEqual(
        ask("puzzle", seed, game, rule),
        part(JSON.parse(native("puzzle", game, "--set", rule, "--seed", `${seed}`, "--json")), keys),
      );
});

test("equilibria are the same fractions", () => {
  for (const rules of [[], ["units=20", "nodes=7"]]) {
    const there = ask("solve", "energy-capture", ...rules);
    const here = JSON.parse(native("solve", "energy-capture", ...settings(rules), "--json"));
    assert.equal(there.exploitable, false);
    assert.deepEqual(
      there.equilibrium,
      here.equilibrium.map((each) => part(each, ["allocation", "fraction"])),
    );
  }
});

test("a table that 32 bits cannot address is refused before it is begun", () => {
  assert.match(
    ask("solve", "color-bridge", "length=21").refused,
    /^color-bridge length=21 run=3 reach=2 needs up to 10.5 GB of memory, and 2.1 GB are free; the largest that fits is length=19$/,
  );
});

test("fresh seeds are not the same twice", () => assert.notEqual(ask("seed"), ask("seed")));

console.log(`${count} passed`);
