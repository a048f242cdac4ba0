// How long the module for pages takes to solve, against the native program on one core: in a worker of Node, and of
// Chromium where there is one. Each kind of run takes its turn; the medians are told. The first solve of a worker has
// everything to compile; the second one is by the same worker, with a new instance of the module.
// node bench.mjs DUELLO.wasm DUELLO [REPETITIONS]
import { execFileSync, spawn, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { gzipSync } from "node:zlib";

const [library, program, repetitions = "7"] = process.argv.slice(2);
const cases = [
  ["color-bridge", { length: 15 }],
  ["color-bridge", { length: 17 }],
  ["color-capture", { tokens: 60 }],
  ["capture-the-flag", { flag: 60 }],
  ["color-clash", { disks: 4, positions: 13 }],
  ["energy-capture", {}],
  ["energy-capture", { units: 20, nodes: 7 }],
];

const here = new URL(".", import.meta.url);
const bytes = readFileSync(library);
const home = mkdtempSync(join(tmpdir(), "duello-"));

function native(game, rules) {
  const settings = Object.entries(rules).flatMap(([key, value]) => ["--set", `${key}=${value}`]);
  const words = ["-c", "0", program, "solve", game, ...settings, "--json"];
  const env = { HOME: home, XDG_STATE_HOME: home, XDG_DATA_HOME: home, PATH: process.env.PATH };
  return JSON.parse(execFileSync("taskset", words, { encoding: "utf8", env })).seconds * 1000;
}

class NodeWorker {
  async run(task) {
    if (task.anew) {
      await this.close();
      this.worker = new Worker(new URL("solver.js", here));
    }
    return new Promise((resolve, reject) => {
      this.worker.removeAllListeners();
      this.worker.on("message", resolve).on("error", reject);
      this.worker.postMessage(task.anew ? { ...task, bytes } : task);
    });
  }
  async close() {
    await this.worker?.terminate();
  }
}

// The page comes for its next task with the outcome of the last one.
class Browser {
  static async start(executable) {
    const browser = new Browser();
    const files = {
      "/": ["text/html", '<!doctype html><script type="module" src="browser.js"></script>'],
      "/browser.js": ["text/javascript", readFileSync(new URL("browser.js", here))],
      "/solver.js": ["text/javascript", readFileSync(new URL("solver.js", here))],
      "/duello.wasm": ["application/wasm", bytes],
    };
    browser.server = createServer(async (request, response) => {
      if (request.url === "/task") {
        const told = JSON.parse((await request.toArray()).join(""));
        browser.waiting = response;
        browser.arrived(told);
        return;
      }
      const [type, body] = files[request.url] ?? ["text/plain", ""];
      response.writeHead(body ? 200 : 404, { "content-type": type }).end(body);
    });
    await new Promise((resolve) => browser.server.listen(0, "127.0.0.1", resolve));
    const address = `http://127.0.0.1:${browser.server.address().port}/`;
    const first = browser.next();
    const options = ["--no-sandbox", "--remote-debugging-port=0", `--user-data-dir=${join(home, "browser")}`, address];
    browser.process = spawn(executable, options, { stdio: "ignore" });
    await first;
    return browser;
  }
  next() {
    return new Promise((resolve) => (this.arrived = resolve));
  }
  run(task) {
    const told = this.next();
    this.waiting.end(JSON.stringify(task));
    return told;
  }
  async close() {
    const closed = new Promise((resolve) => this.process.on("exit", resolve));
    this.process.kill();
    await closed;
    this.server.closeAllConnections();
    this.server.close();
  }
}

const places = [["Node", new NodeWorker()]];
const chromium = ["chromium-headless-shell", "chromium"].find((name) => !spawnSync(name, ["--version"]).error);
if (chromium) places.push(["Chromium", await Browser.start(chromium)]);

const median = (numbers) => numbers.toSorted((a, b) => a - b)[numbers.length >> 1];
const columns = ["native", ...places.flatMap(([name]) => [`${name} first`, `${name} again`])];
const row = (first, cells) => console.log(first.padEnd(32) + cells.map((cell) => cell.padStart(18)).join(""));

console.log(`${library}: ${bytes.length} bytes, ${gzipSync(bytes, { level: 9 }).length} compressed`);
row("milliseconds (times native)", [...columns, "MB"]);
for (const [game, rules] of cases) {
  const question = { ask: "solve", game, rules };
  const taken = Object.fromEntries(columns.map((column) => [column, []]));
  let memory = 0;
  for (let i = 0; i < Number(repetitions); ++i) {
    taken.native.push(native(game, rules));
    for (const [name, place] of places)
      for (const [kind, anew] of [["first", true], ["again", false]]) {
        const { milliseconds, megabytes, error } = await place.run({ question, anew });
        if (error) throw new Error(error);
        taken[`${name} ${kind}`].push(milliseconds);
        memory = megabytes;
      }
  }
  const natively = median(taken.native);
  const cells = columns.map((column) => {
    const there = median(taken[column]);
    return there.toFixed(1) + (column === "native" ? "" : ` (${(there / natively).toFixed(2)})`);
  });
  row([game, ...Object.entries(rules).map(([key, value]) => `${key}=${value}`)].join(" "), [...cells, memory.toFixed(1)]);
}
for (const [, place] of places) await place.close();
rmSync(home, { recursive: true, force: true });
