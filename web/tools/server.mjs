// Serves a folder of static files as a good web host would: compressed, with what browsers may keep and for how long.
// The files are read once; what is asked for later is only looked up, so no path leads anywhere else.
import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { extname, join, relative, sep } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";

/** @typedef {{ plain: Buffer, isPacked: boolean, headers: Record<string, string> }} SiteFile */
/** @typedef {ReadonlyMap<string, SiteFile>} Site */

/** @type {Record<string, string>} */
const types = {
  ".css": "text/css; charset=utf-8",
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".json": "application/json",
  ".png": "image/png",
  ".svg": "image/svg+xml",
  ".txt": "text/plain; charset=utf-8",
  ".wasm": "application/wasm",
  ".webmanifest": "application/manifest+json",
  ".woff2": "font/woff2",
};
const packed = new Set([".png", ".woff2"]);

const always = {
  "X-Content-Type-Options": "nosniff",
  "Referrer-Policy": "no-referrer",
  "Cross-Origin-Opener-Policy": "same-origin",
  "Cross-Origin-Resource-Policy": "same-origin",
  // The page brings its own policy; this part of it counts only as a header.
  "Content-Security-Policy": "frame-ancestors 'none'",
};

/**
 * A file whose name holds a hash of what is in it.
 * @param {string} path
 */
const isHashed = (path) => /(^|\/)assets\/[^/]+-[\w-]{8}\.\w+$/.test(path);

/**
 * @param {string} path
 * @param {Buffer} plain
 * @returns {SiteFile}
 */
function prepared(path, plain) {
  const extension = extname(path);
  const headers = {
    ...always,
    "Content-Type": types[extension] ?? "application/octet-stream",
    "Cache-Control": isHashed(path) ? "public, max-age=31536000, immutable" : "no-cache",
    ETag: `"${createHash("sha256").update(plain).digest("base64url").slice(0, 16)}"`,
    Vary: "Accept-Encoding",
  };
  return { plain, isPacked: packed.has(extension), headers };
}

/** @type {Record<string, (plain: Buffer) => Buffer>} */
const packers = {
  br: (plain) => brotliCompressSync(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }),
  gzip: (plain) => gzipSync(plain, { level: 9 }),
};
/**
 * By coding and tag: whatever is in two files, or asked for twice, is compressed once.
 * @type {Map<string, Buffer>}
 */
const compressed = new Map();

/**
 * @param {SiteFile} file
 * @param {string} coding
 */
function pack(file, coding) {
  const key = `${coding} ${file.headers["ETag"]}`;
  const body = compressed.get(key) ?? packers[coding]?.(file.plain) ?? file.plain;
  compressed.set(key, body);
  return body;
}

/**
 * Every plain file below the folder by its path, slashes between; links are not followed.
 * @param {string} folder
 * @returns {Promise<Site>}
 */
export async function readSite(folder) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return new Map(
    await Promise.all(
      entries
        .filter((entry) => entry.isFile())
        .map(async (entry) => {
          const file = join(entry.parentPath, entry.name);
          const path = relative(folder, file).split(sep).join("/");
          return /** @type {[string, SiteFile]} */ ([path, prepared(path, await readFile(file))]);
        }),
    ),
  );
}

/**
 * The path in the site that a request means, or undefined if it cannot be one.
 * @param {string} target
 * @param {string} base
 */
function pathOf(target, base) {
  const [encoded = ""] = target.split(/[?#]/, 1);
  if (!encoded.startsWith(base)) return undefined;
  try {
    return decodeURIComponent(encoded.slice(base.length)).replace(/^$|(?<=\/)$/, "index.html");
  } catch {
    return undefined;
  }
}

/**
 * The file as it is sent to somebody who accepts these codings.
 * @param {SiteFile} file
 * @param {readonly string[]} codings
 * @returns {[Buffer, Record<string, string>]}
 */
function sent(file, codings) {
  const coding = file.isPacked ? undefined : ["br", "gzip"].find((each) => codings.includes(each));
  if (!coding) return [file.plain, file.headers];
  return [pack(file, coding), { ...file.headers, "Content-Encoding": coding }];
}

/**
 * A server for the site, not yet listening. It seems to lie in the folder `base`, and knows no other `codings`.
 * @param {Site} site
 * @param {{ base?: string, codings?: readonly string[] }} options
 */
export function siteServer(site, { base = "/", codings = ["br", "gzip"] } = {}) {
  return createServer((request, response) => {
    const isHead = request.method === "HEAD";
    /** @type {(status: number, headers: Record<string, string>, body?: Buffer | string) => void} */
    const answer = (status, headers, body = "") => {
      response.writeHead(status, { ...headers, "Content-Length": Buffer.byteLength(body) });
      response.end(isHead ? undefined : body);
    };
    /** @type {(status: number, sentence: string, headers?: Record<string, string>) => void} */
    const refuse = (status, sentence, headers = {}) =>
      answer(
        status,
        { ...always, ...headers, "Content-Type": "text/plain; charset=utf-8" },
        `${sentence}\n`,
      );

    if (request.method !== "GET" && !isHead) {
      refuse(405, "These files can only be read.", { Allow: "GET, HEAD" });
      return;
    }
    const path = pathOf(request.url ?? "", base);
    const file = path === undefined ? undefined : site.get(path);
    if (!file) {
      refuse(404, "There is nothing at this address.");
      return;
    }
    if (request.headers["if-none-match"] === file.headers["ETag"]) {
      response.writeHead(304, file.headers).end();
      return;
    }
    const accepted = (request.headers["accept-encoding"] ?? "").split(/ *, */);
    const [body, headers] = sent(
      file,
      accepted.filter((each) => codings.includes(each)),
    );
    answer(200, headers, body);
  });
}
