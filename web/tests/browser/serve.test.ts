// The command behind make page.
import { spawn } from "node:child_process";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { createServer } from "node:net";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const folder = fileURLToPath(new URL("../..", import.meta.url));

function serve(port: string) {
  const command = spawn(process.execPath, ["serve.mjs"], {
    cwd: folder,
    env: { ...process.env, PORT: port },
  });
  const ended = Promise.all([once(command, "exit"), text(command.stderr)]).then(
    ([[status], complaint]) => ({ status: status as number | null, complaint }),
  );
  return { command, ended };
}

test("it prints an address, serves the page there and stops quietly", async () => {
  const { command, ended } = serve("");
  const [line] = (await once(command.stdout, "data")) as [Buffer];
  const address = /http:\/\/127\.0\.0\.1:\d+\//.exec(line.toString())?.[0] ?? "";
  expect(await (await fetch(address)).text()).toContain("<title>");
  command.kill("SIGINT");
  expect(await ended).toEqual({ status: 0, complaint: "" });
});

test("a port that is none is refused in a sentence", async () => {
  for (const port of ["65536", "-1", "80x", "1e3", "999999999999"])
    expect(await serve(port).ended).toEqual({
      status: 1,
      complaint: `page: PORT=${port} is not a port; say a number from 1 to 65535.\n`,
    });
});

test("a port that is taken is refused in a sentence", async () => {
  const other = createServer().listen(0, "127.0.0.1");
  await once(other, "listening");
  const { port } = other.address() as AddressInfo;
  expect(await serve(String(port)).ended).toEqual({
    status: 1,
    complaint: `page: port ${port} is taken by another program; without PORT a free one is found.\n`,
  });
  other.close();
});
