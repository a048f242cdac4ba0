// The real server of tables, duello serve, with the built site; and people who sit down there. DUELLO names the program.
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer, type AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Page } from "playwright-core";
import { expect, vi } from "vitest";
import { builtFolder } from "./site";

export const program =
  process.env["DUELLO"] ?? fileURLToPath(new URL("../../../build/release/duello", import.meta.url));

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
}

export interface OpenTable {
  table: string;
  token: string;
  invitation: string;
}

export class TableServer {
  readonly #store: string;
  #port = 0;
  #folder = "";
  #process: ChildProcess | undefined;

  // In a file of its own, unless it is told another store.
  constructor(store = "") {
    this.#store = store;
  }

  get port(): number {
    return this.#port;
  }

  get address(): string {
    return `http://127.0.0.1:${this.#port}/`;
  }

  // Of its own, and of whatever else a test lets write something.
  get folder(): string {
    return this.#folder;
  }

  // Again with the same tables, if it was there before.
  async start(): Promise<void> {
    this.#port ||= await freePort();
    this.#folder ||= await mkdtemp(join(tmpdir(), "duello-online-"));
    const store = this.#store || `sqlite:${join(this.#folder, "tables.db")}`;
    const words = ["serve", "--listen", `127.0.0.1:${this.#port}`, "--store", store];
    const child = spawn(program, [...words, "--site", builtFolder], { stdio: "ignore" });
    await once(child, "spawn");
    this.#process = child;
    await vi.waitFor(() => fetch(`${this.address}healthz`), { timeout: 120_000, interval: 20 });
  }

  async kill(): Promise<void> {
    const child = this.#process;
    this.#process = undefined;
    if (!child || child.exitCode !== null) return;
    const gone = once(child, "exit");
    child.kill("SIGKILL");
    await gone;
  }

  async clear(): Promise<void> {
    await this.kill();
    await rm(this.#folder, { recursive: true, force: true });
  }

  // As docs/api.md has it.
  async open(wish: Record<string, unknown>): Promise<OpenTable> {
    const answer = await fetch(`${this.address}api/tables`, {
      method: "POST",
      body: JSON.stringify(wish),
      signal: AbortSignal.timeout(120_000),
    });
    expect(answer.status).toBe(201);
    return (await answer.json()) as OpenTable;
  }
}

// Goes to a table with the token of a seat, or without one.
export async function goTo(page: Page, table: string, token?: string): Promise<void> {
  await page.evaluate(
    ({ table, token }) => {
      const seats = JSON.parse(localStorage.getItem("duello.seats") ?? "[]") as unknown[];
      if (token) localStorage.setItem("duello.seats", JSON.stringify([{ table, token }, ...seats]));
      location.hash = `#/online/${table}`;
    },
    { table, token },
  );
}
