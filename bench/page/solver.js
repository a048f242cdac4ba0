// Runs in a worker, of a browser or of Node: instantiates the module anew and times one question.
let compiled;

async function timed({ bytes, question }) {
  if (bytes) compiled = await WebAssembly.compile(bytes);
  const instance = await WebAssembly.instantiate(compiled, {
    duello: { fresh_seed: () => 1n, seconds_passed: () => performance.now() / 1000, watch: () => 1 },
  });
  const { memory, _initialize, room_for, answer } = instance.exports;
  _initialize();
  const text = new TextEncoder().encode(JSON.stringify(question));
  const begin = performance.now();
  new Uint8Array(memory.buffer, room_for(text.length), text.length).set(text);
  const at = answer();
  const milliseconds = performance.now() - begin;
  const all = new Uint8Array(memory.buffer);
  const answered = JSON.parse(new TextDecoder().decode(all.subarray(at, all.indexOf(0, at))));
  return { milliseconds, megabytes: all.length / 1e6, error: answered.error };
}

if (typeof require === "function") {
  const { parentPort } = require("node:worker_threads");
  parentPort.on("message", async (task) => parentPort.postMessage(await timed(task)));
} else {
  addEventListener("message", async ({ data }) => postMessage(await timed(data)));
}
