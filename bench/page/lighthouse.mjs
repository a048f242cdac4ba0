// How Lighthouse rates the built page with its mobile settings, from 0 to 100, and what cost points. The performance says
// something only on a machine that does nothing else. Fails if anything else than the performance is below 100.
// node lighthouse.mjs, after `make site`
import { once } from "node:events";
import { createServer } from "node:net";
import { fileURLToPath } from "node:url";
import lighthouse from "lighthouse";
import { chromium } from "playwright-core";
import { readSite, siteServer } from "../../web/tools/server.mjs";

async function freePort() {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address();
  server.close();
  return port;
}

// Compressed as any host can, not as the best of them do.
const site = await readSite(fileURLToPath(new URL("../../build/site", import.meta.url)));
const server = siteServer(site, { codings: ["gzip"] });
server.listen(0, "127.0.0.1");
await once(server, "listening");
const address = `http://127.0.0.1:${server.address().port}/`;

const port = await freePort();
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium-headless-shell",
  // Only this machine can be reached.
  args: ["--no-sandbox", "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1", `--remote-debugging-port=${port}`],
});
try {
  const { lhr } = await lighthouse(address, {
    port,
    onlyCategories: ["performance", "accessibility", "best-practices"],
    logLevel: "silent",
  });
  for (const [name, { score, auditRefs }] of Object.entries(lhr.categories)) {
    const points = Math.round((score ?? 0) * 100);
    const faults = auditRefs
      .filter(({ weight }) => weight > 0)
      .map(({ id }) => lhr.audits[id])
      .filter((audit) => audit.score !== null && audit.score < 1)
      .map(({ title, displayValue = "" }) => `${title} ${displayValue}`.trim());
    console.log(`Lighthouse, mobile: ${name} ${points}${faults.length > 0 ? `: ${faults.join("; ")}` : ""}`);
    if (name !== "performance" && points < 100) process.exitCode = 1;
  }
} finally {
  await browser.close();
  server.close();
  server.closeAllConnections();
}
