// @vitest-environment node
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { once } from "node:events";
import { get as httpGet, type IncomingMessage } from "node:http";
import { connect, type AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer, text } from "node:stream/consumers";
import { gunzipSync, brotliDecompressSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readSite, siteServer } from "../../tools/server.mjs";

const work = mkdtempSync(join(tmpdir(), "duello-"));
const secret = "not for the world";
const page = `<!doctype html>${"page ".repeat(200)}`;
const files: Record<string, string> = {
  "site/index.html": page,
  "site/docs/rulings.html": "rulings",
  "site/assets/index-aB3_-x9Z.js": "export {};",
  "site/assets/duello-12345678.wasm": "\0asm",
  "site/manifest.webmanifest": "{}",
  "site/a b.txt": "spaces",
  "secret.txt": secret,
};
let port = 0;
const server = await (async () => {
  for (const [path, body] of Object.entries(files)) {
    mkdirSync(join(work, path, ".."), { recursive: true });
    writeFileSync(join(work, path), body);
  }
  symlinkSync(join(work, "secret.txt"), join(work, "site/link.txt"));
  return siteServer(await readSite(join(work, "site")));
})();

beforeAll(async () => {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  port = (server.address() as AddressInfo).port;
});
afterAll(() => {
  server.close();
  server.closeAllConnections();
  rmSync(work, { recursive: true });
});

// Byte for byte as it is written here; fetch would tidy a path up before it is sent.
async function raw(request: string) {
  const socket = connect(port, "127.0.0.1");
  socket.end(request);
  return text(socket);
}
const status = (answer: string) => Number(answer.split(" ")[1]);
const get = (path: string, headers = "", method = "GET") =>
  raw(`${method} ${path} HTTP/1.1\r\nHost: here\r\nConnection: close\r\n${headers}\r\n`);
const header = (answer: string, name: string) =>
  new RegExp(`^${name}: (.*)\r$`, "im").exec(answer)?.[1];

test("the folder itself is its index", async () => {
  const answer = await get("/");
  expect(status(answer)).toBe(200);
  expect(answer).toContain(page);
});

test("every file has the type that browsers insist on", async () => {
  const types = {
    "/": "text/html; charset=utf-8",
    "/assets/index-aB3_-x9Z.js": "text/javascript; charset=utf-8",
    "/assets/duello-12345678.wasm": "application/wasm",
    "/manifest.webmanifest": "application/manifest+json",
  };
  for (const [path, type] of Object.entries(types)) {
    const answer = await get(path);
    expect(header(answer, "content-type")).toBe(type);
    expect(header(answer, "x-content-type-options")).toBe("nosniff");
    expect(header(answer, "content-security-policy")).toContain("frame-ancestors 'none'");
  }
});

test("what is hashed may be kept forever, and nothing else", async () => {
  expect(header(await get("/assets/index-aB3_-x9Z.js"), "cache-control")).toContain("immutable");
  for (const path of ["/", "/docs/rulings.html", "/manifest.webmanifest"])
    expect(header(await get(path), "cache-control")).toBe("no-cache");
});

test("what has not changed is not sent again", async () => {
  const tag = header(await get("/"), "etag") ?? "";
  const answer = await get("/", `If-None-Match: ${tag}\r\n`);
  expect(status(answer)).toBe(304);
  expect(answer).not.toContain("page");
  expect(status(await get("/", 'If-None-Match: "old"\r\n'))).toBe(200);
});

test("files are compressed for those who can read it", async () => {
  const ask = async (codings: string) => {
    const request = httpGet({ port, host: "127.0.0.1", headers: { "Accept-Encoding": codings } });
    const [response] = (await once(request, "response")) as [IncomingMessage];
    const body = await buffer(response);
    expect(response.headers.vary).toBe("Accept-Encoding");
    expect(response.headers["content-length"]).toBe(String(body.length));
    return { body, coding: response.headers["content-encoding"] };
  };
  const br = await ask("gzip, deflate, br");
  expect([br.coding, brotliDecompressSync(br.body).toString()]).toEqual(["br", page]);
  const gzip = await ask("gzip,deflate");
  expect([gzip.coding, gunzipSync(gzip.body).toString()]).toEqual(["gzip", page]);
  for (const none of ["", "identity", "gzip;q=0"]) {
    const plain = await ask(none);
    expect([plain.coding, plain.body.toString()]).toEqual([undefined, page]);
  }
});

test("HEAD is told the same without the file", async () => {
  const [head, whole] = [await get("/", "", "HEAD"), await get("/")];
  const withoutDate = (answer: string) => answer.split("\r\n\r\n")[0]?.replace(/^Date: .*$/m, "");
  expect(withoutDate(head)).toBe(withoutDate(whole));
  expect(head).not.toContain("page page");
});

test("nothing can be sent to it", async () => {
  for (const method of ["POST", "PUT", "DELETE", "PATCH", "OPTIONS", "TRACE"]) {
    const answer = await get("/", "", method);
    expect([method, status(answer)]).toEqual([method, 405]);
    expect(header(answer, "allow")).toBe("GET, HEAD");
  }
});

describe("a path that is none of ours leads nowhere:", () => {
  test.each([
    "/nothing",
    "/docs",
    "/docs/",
    "/link.txt",
    "/secret.txt",
    "/../secret.txt",
    "/docs/../../secret.txt",
    "/%2e%2e/secret.txt",
    "/..%2fsecret.txt",
    "/docs/%2e%2e%2f%2e%2e%2fsecret.txt",
    "/..%5csecret.txt",
    "/..%c0%afsecret.txt",
    "/%252e%252e/secret.txt",
    "//secret.txt",
    "///etc/passwd",
    "/./index.html",
    "/index.html%00.txt",
    "/index.html/",
    "/%",
    "/%zz",
    "/%ff%fe",
    "/__proto__",
    "/constructor",
    "http://elsewhere/secret.txt",
    "*",
    `/${"a/".repeat(4000)}`,
  ])("%s", async (path) => {
    const answer = await get(path);
    expect(status(answer)).toBe(404);
    expect(answer).not.toContain(secret);
    expect(answer).not.toContain("root:");
  });
});

test("a name with a space is found by its encoded path", async () => {
  expect(await get("/a%20b.txt?x=1")).toContain("spaces");
});

test("what is not HTTP is refused, and the next one is served", async () => {
  for (const nonsense of [
    "\0\0\0\r\n\r\n",
    "GET\r\n\r\n",
    `GET / HTTP/1.1\r\nX: ${"x".repeat(100_000)}\r\n\r\n`,
  ])
    expect(await raw(nonsense).catch(() => "")).not.toContain("page");
  expect(status(await get("/"))).toBe(200);
});

test("a site in a folder answers there and nowhere else", async () => {
  const below = siteServer(new Map(await readSite(join(work, "site"))), { base: "/some/where/" });
  below.listen(0, "127.0.0.1");
  await once(below, "listening");
  const address = `http://127.0.0.1:${(below.address() as AddressInfo).port}`;
  expect((await fetch(`${address}/some/where/docs/rulings.html`)).status).toBe(200);
  expect((await fetch(`${address}/some/where/`)).status).toBe(200);
  expect((await fetch(`${address}/docs/rulings.html`)).status).toBe(404);
  expect((await fetch(`${address}/some/where`)).status).toBe(404);
  below.close();
});
