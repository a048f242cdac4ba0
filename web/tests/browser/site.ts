// The built site on a port of its own.
import { once } from "node:events";
import type { AddressInfo, Socket } from "node:net";
import { fileURLToPath } from "node:url";
import { readSite, siteServer } from "../../tools/server.mjs";

export type Files = Awaited<ReturnType<typeof readSite>>;

export const builtFolder = fileURLToPath(new URL("../../../build/site", import.meta.url));
const built = readSite(builtFolder);
export const builtFiles = (): Promise<Files> => built;

export interface Sent {
  path: string;
  // Of the file as it went over the wire.
  bytes: number;
}

export class Site {
  readonly sent: Sent[] = [];
  readonly #sockets = new Set<Socket>();
  readonly #base: string;
  #server: ReturnType<typeof siteServer> | undefined;
  #port = 0;

  constructor(base = "/") {
    this.#base = base;
  }

  get origin(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  get address(): string {
    return this.origin + this.#base;
  }

  // All that went over the wire, headers too.
  get bytes(): number {
    return [...this.#sockets].reduce((sum, { bytesWritten }) => sum + bytesWritten, 0);
  }

  // Again at the same port, if it was open before. Compressed as any host can, not as the best of them do.
  async open(files: Files): Promise<void> {
    const server = siteServer(files, { base: this.#base, codings: ["gzip"] });
    server.on("connection", (socket) => this.#sockets.add(socket));
    server.on("request", (request, response) =>
      response.on("finish", () => {
        const bytes = Number(response.getHeader("content-length") ?? 0);
        this.sent.push({ path: request.url ?? "", bytes });
      }),
    );
    server.listen(this.#port, "127.0.0.1");
    await once(server, "listening");
    this.#port = (server.address() as AddressInfo).port;
    this.#server = server;
  }

  async close(): Promise<void> {
    if (!this.#server) return;
    const closed = once(this.#server, "close");
    this.#server.close();
    this.#server.closeAllConnections();
    this.#server = undefined;
    await closed;
  }
}
