// What stands around several servers: the database that they share, and a proxy before them.
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { connect, createServer, type AddressInfo, type Socket } from "node:net";
import { fileURLToPath } from "node:url";

// The PostgreSQL of the other tests; it ends with its standard input.
const kScript = `
import sys
from postgres import Postgres
postgres = Postgres()
print(postgres.address(postgres.new_database()), flush=True)
sys.stdin.read()
postgres.close()
`;

export class Database {
  readonly #process: ChildProcess;

  constructor() {
    this.#process = spawn("/usr/bin/python3", ["-c", kScript], {
      cwd: fileURLToPath(new URL("../../../tests/e2e", import.meta.url)),
      stdio: ["pipe", "pipe", "inherit"],
    });
  }

  // Once, when it is there.
  async address(): Promise<string> {
    if (!this.#process.stdout) throw new Error("nothing is heard of the database");
    const [line] = (await once(this.#process.stdout, "data")) as [Buffer];
    return line.toString().trim();
  }

  async close(): Promise<void> {
    const gone = once(this.#process, "exit");
    this.#process.stdin?.end();
    await gone;
  }
}

// Hands every connection to the first of its servers that is there.
export class Proxy {
  readonly #server = createServer((client) => this.#forward(client, this.#ports));
  readonly #clients = new Set<Socket>();
  readonly #ports: readonly number[];

  constructor(ports: readonly number[]) {
    this.#ports = ports;
  }

  get address(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/`;
  }

  async open(): Promise<void> {
    this.#server.listen(0, "127.0.0.1");
    await once(this.#server, "listening");
  }

  async close(): Promise<void> {
    for (const client of this.#clients) client.destroy();
    this.#server.close();
    await once(this.#server, "close");
  }

  #forward(client: Socket, [port, ...others]: readonly number[]): void {
    this.#clients.add(client);
    if (port === undefined) return void client.destroy();
    const server = connect(port, "127.0.0.1", () => {
      client.pipe(server).pipe(client);
      server.on("close", () => client.destroy());
    });
    server.on("error", () => {
      if (server.bytesRead === 0 && server.bytesWritten === 0) this.#forward(client, others);
    });
    client.on("error", () => server.destroy());
    client.on("close", () => server.destroy());
  }
}
