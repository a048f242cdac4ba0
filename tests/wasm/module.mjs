// The module as a page starts it, and the native program beside it.
import { execFileSync } from "node:child_process";
import { webcrypto } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const [library, program] = process.argv.slice(2);
export const home = mkdtempSync(join(tmpdir(), "duello-"));
process.on("exit", () => rmSync(home, { recursive: true }));

export const module = await WebAssembly.compile(readFileSync(library));

// Somebody to ask. `watch` is told how far long work is, and says whether to go on.
export async function desk(watch = () => 1) {
  const instance = await WebAssembly.instantiate(module, {
    duello: {
      fresh_seed: () => webcrypto.getRandomValues(new BigUint64Array(1))[0],
      seconds_passed: () => performance.now() / 1000,
      watch,
    },
  });
  const { memory, _initialize, room_for, answer } = instance.exports;
  _initialize();
  return (question) => {
    const bytes = new TextEncoder().encode(typeof question === "string" ? question : JSON.stringify(question));
    const room = room_for(bytes.length);
    new Uint8Array(memory.buffer, room, bytes.length).set(bytes);
    const begin = answer();
    const all = new Uint8Array(memory.buffer);
    return JSON.parse(new TextDecoder().decode(all.subarray(begin, all.indexOf(0, begin))));
  };
}

// With lines to read.
export const native_fed = (input, ...words) =>
  execFileSync(program, words, {
    input,
    encoding: "utf8",
    maxBuffer: 1 << 28,
    env: { HOME: home, XDG_STATE_HOME: home, XDG_DATA_HOME: home, PATH: process.env.PATH },
  });
export const native = (...words) => native_fed("", ...words);
export const native_json = (...words) => JSON.parse(native(...words, "--json"));

let count = 0;
export function test(name, body) {
  try {
    body();
    ++count;
  } catch (error) {
    console.error(`FAILED ${name}`);
    throw error;
  }
}
export const passed = () => console.log(`${count} passed`);
