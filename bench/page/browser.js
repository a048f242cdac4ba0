// The page of the benchmark: asks its server what to do, lets a worker do it, and tells how long it took.
let worker;

async function done(task) {
  if (task.anew) {
    worker?.terminate();
    worker = new Worker("solver.js");
    task.bytes = await (await fetch("duello.wasm")).arrayBuffer();
  }
  return new Promise((resolve) => {
    worker.onmessage = ({ data }) => resolve(data);
    worker.postMessage(task);
  });
}

let told = null;
for (;;) {
  const reply = await fetch("task", { method: "POST", body: JSON.stringify(told) });
  told = await done(await reply.json());
}
