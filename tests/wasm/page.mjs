// The library in WebAssembly says what the native program says: words, games, values, puzzles and equilibria.
// node page.mjs DUELLO.wasm DUELLO
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { desk, home, module, native, native_fed, native_json, passed, test } from "./module.mjs";
import { replayed, transcripts } from "./transcripts.mjs";

// A page can start it as it is: chance, the time and somebody who watches are all that it asks for.
assert.deepEqual(
  WebAssembly.Module.imports(module)
    .map(({ module, name }) => `${module}.${name}`)
    .sort(),
  ["duello.fresh_seed", "duello.seconds_passed", "duello.watch"],
);
const ask = await desk();

const settings = (rules) => Object.entries(rules).flatMap(([key, value]) => ["--set", `${key}=${value}`]);
const part = (whole, keys) => Object.fromEntries(keys.map((key) => [key, whole[key]]));
const games = ask({ ask: "games" });
const large = 123456789012345678n;

// A game between two programs, from its first move to its last.
function played(question) {
  let state = ask({ ask: "open", first: 1, ...question });
  while (!state.error && !state.result) state = ask({ ask: "think" });
  assert.equal(state.error, undefined);
  return state;
}

test("the games are those of the program", () => {
  assert.ok(games.length > 0);
  const keys = ["id", "title", "about", "hidden", "rules"];
  assert.deepEqual(games.map((game) => part(game, keys)), native_json("list"));
});

test("golden transcripts of the terminal are told in the same words", () => {
  let told = 0;
  for (const transcript of transcripts()) {
    const words = replayed(ask, transcript);
    if (words === undefined) continue;
    assert.equal(words, transcript.out, transcript.name);
    ++told;
  }
  assert.ok(told >= 25, `only ${told} of them`);
});

function same_game(seed, one, two, game, rules = {}) {
  const file = join(home, [game, seed, one, two, JSON.stringify(rules)].join("-"));
  native("play", game, ...settings(rules), "--p1", one, "--p2", two, "--seed", `${seed}`, "--record", file);
  const date = /\[Date "(.*)"\]/.exec(readFileSync(file, "utf8"))[1];
  const there = played({ game, rules, players: [one, two], seed: `${seed}`, date });
  assert.equal(there.record, readFileSync(file, "utf8"));
}

test("an unfinished game with secrets has the same record, letter by letter", () => {
  for (const { id } of games.filter(({ hidden }) => hidden)) {
    const file = join(home, `unfinished-${id}`);
    native_fed("pass\nquit\n", "play", id, "--first", "1", "--seed", `${large}`, "--record", file);
    const text = readFileSync(file, "utf8");
    const date = /\[Date "(.*)"\]/.exec(text)[1];
    ask({ ask: "open", game: id, first: 1, seed: `${large}`, date });
    assert.equal(ask({ ask: "submit", line: "pass" }).record, text);
    assert.match(text, /Seed "~/);
  }
});

test("a game of programs has the same record, letter by letter", () => {
  for (const { id } of games) {
    same_game(7, "random", "random", id);
    same_game(large, "perfect", "level:3", id);
  }
});

test("expectations that are all but equal are told apart in the same way", () => {
  for (let i = 0n; i < 30n; ++i) same_game(large + i, "perfect", "level:3", "energy-capture", { units: 11 });
});

test("a thousand positions of random games are worth what they are natively", () => {
  for (const { id, variants } of games) {
    const rules = [{}, ...variants.map((variant) => variant.rules)];
    const records = [];
    let positions = 0;
    for (let seed = 1; positions < 1000; ++seed) {
      const { record } = played({
        game: id,
        rules: rules[seed % rules.length],
        players: ["random", "random"],
        seed: `${seed}`,
        date: "2026.11.16",
      });
      records.push(record);
      positions += ask({ ask: "records", text: record })[0].moves;
    }
    const file = join(home, `${id}.duel`);
    writeFileSync(file, records.join("\n"));
    const reviews = native("review", file, "--json").trim().split("\n").map(JSON.parse);
    assert.equal(reviews.length, records.length);
    records.forEach((record, i) => {
      const { title, reason, chart, marked, ...review } = ask({ ask: "review", record });
      assert.deepEqual(review, reviews[i]);
    });
    assert.equal(ask({ ask: "annotated", record: records[0] }).record, native("review", "--annotated", write(records[0])));
  }
});

function write(record) {
  const file = join(home, "one.duel");
  writeFileSync(file, record);
  return file;
}

test("positions are analyzed as the program analyzes them", () => {
  for (const { id, hidden } of games)
    for (let seed = 1; seed <= 6; ++seed) {
      const { record } = played({ game: id, players: ["random", "random"], seed: `${seed}` });
      const all = ask({ ask: "position", record }).moves;
      const moves = all.slice(0, Math.floor((all.length * (seed - 1)) / 6));
      if (hidden) moves.length = 0;
      const { title, line, ...analysis } = ask({ ask: "analyze", game: id, moves });
      assert.deepEqual(analysis, native_json("analyze", id, "--moves", moves.join(" ")));
    }
});

test("games are solved as the program solves them", () => {
  for (const { id, variants } of games)
    for (const rules of [{}, ...variants.map((variant) => variant.rules)]) {
      const there = ask({ ask: "solve", game: id, rules });
      const here = native_json("solve", id, ...settings(rules));
      // How long it took, and with how many threads, is their own.
      const found = ({ seconds, table, ...rest }) => ({ ...rest, table: table?.replace(/ with .*/, "") });
      assert.deepEqual(found(there), found(here));
    }
});

test("a row of the lab is the program's", () => {
  for (const { id } of games)
    assert.deepEqual(
      ask({ ask: "findings", game: id, games: 200, seed: "3" }),
      native_json("lab", id, "--games", "200", "--seed", "3").variants[0],
    );
});

test("a seed and a day draw the program's puzzles", () => {
  for (const seed of ["7", "8", "20261115"]) {
    const { title, view, ...puzzle } = ask({ ask: "puzzle", seed });
    assert.deepEqual(puzzle, native_json("puzzle", "--seed", seed));
  }
  const here = native_json("puzzle", "--daily");
  const { title, view, ...there } = ask({ ask: "puzzle", date: here.date });
  assert.deepEqual(there, here);
});

test("a table that 32 bits cannot address is refused before it is begun", () => {
  const why =
    /^color-bridge length=21 run=3 reach=2 needs up to 10.5 GB of memory, and 2.1 GB are free; the largest that fits is length=19\.$/;
  assert.match(ask({ ask: "solve", game: "color-bridge", rules: { length: 21 } }).error, why);
  assert.match(ask({ ask: "fits", game: "color-bridge", rules: { length: 21 } }).why, why);
});

test("whatever is asked, the module answers", () => {
  for (const question of ["", "{", "[]", "null", "\u0000", "[".repeat(100000), `"${"x".repeat(10 << 20)}"`, { ask: "x" }])
    assert.match(ask(question).error, /\.$/);
  assert.equal(ask({ ask: "players" })[0].who, "random");
});

test("fresh seeds are not the same twice", () => assert.notEqual(ask({ ask: "seed" }), ask({ ask: "seed" })));

let looks = 0;
const watched = await desk(() => (++looks < 3 ? 1 : 0));
test("long work is watched and can be stopped", () => {
  assert.equal(watched({ ask: "solve", game: "color-bridge", rules: { length: 13 } }).error, "The solve was stopped.");
  assert.equal(looks, 3);
});

passed();
