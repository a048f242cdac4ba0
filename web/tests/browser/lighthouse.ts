// Lighthouse with its mobile settings on an address: from 0 to 100 in each category.
import { once } from "node:events";
import { createServer, type AddressInfo } from "node:net";
import lighthouse from "lighthouse";
import { startDebugged } from "./browser";

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  return port;
}

export interface Scores {
  scores: Record<string, number>;
  // What cost points.
  faults: string[];
}

export async function scoresOf(address: string, categories: string[]): Promise<Scores> {
  const port = await freePort();
  const browser = await startDebugged(port);
  try {
    const result = await lighthouse(address, {
      port,
      onlyCategories: categories,
      logLevel: "silent",
    });
    if (!result) throw new Error("Lighthouse says nothing");
    const { lhr } = result;
    const scores = Object.entries(lhr.categories).map(([name, { score }]): [string, number] => [
      name,
      Math.round((score ?? 0) * 100),
    ]);
    const counted = Object.values(lhr.categories).flatMap(({ auditRefs }) =>
      auditRefs.filter(({ weight }) => weight > 0).map(({ id }) => id),
    );
    const faults = counted
      .map((id) => lhr.audits[id])
      .filter((audit) => audit?.score !== null && (audit?.score ?? 1) < 1)
      .map((audit) => `${audit?.title ?? ""} ${audit?.displayValue ?? ""}`.trim());
    return { scores: Object.fromEntries(scores), faults };
  } finally {
    await browser.close();
  }
}
