// Serves the built page to this machine alone until it is stopped: node serve.mjs. PORT=8080 asks for a port.
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { readSite, siteServer } from "./tools/server.mjs";

// What a browser keeps belongs to an address, so the same one is tried first every time.
const usualPort = 4747;

/** @param {string} sentence */
function fail(sentence) {
  console.error(`page: ${sentence}`);
  process.exit(1);
}

/**
 * @param {import("node:http").Server} server
 * @param {number} port
 */
async function listen(server, port) {
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
}

const wanted = process.env["PORT"] || undefined;
if (wanted && !(/^\d{1,5}$/.test(wanted) && Number(wanted) <= 65535))
  fail(`PORT=${wanted} is not a port; say a number from 1 to 65535.`);

const site = await readSite(fileURLToPath(new URL("../build/site", import.meta.url))).catch(
  () => new Map(),
);
if (!site.has("index.html")) fail("there is no page in build/site yet; make site builds it.");

const server = siteServer(site);
try {
  await listen(server, Number(wanted ?? usualPort));
} catch (error) {
  if (wanted) {
    const { code } = /** @type {NodeJS.ErrnoException} */ (error);
    const why = code === "EADDRINUSE" ? "is taken by another program" : "is not open to you";
    fail(`port ${wanted} ${why}; without PORT a free one is found.`);
  }
  await listen(server, 0);
}
const { port } = /** @type {import("node:net").AddressInfo} */ (server.address());
console.log(`Duello is at http://127.0.0.1:${port}/ (Ctrl-C stops it)`);

for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"])
  process.on(signal, () => {
    server.close();
    server.closeAllConnections();
  });
