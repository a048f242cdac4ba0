// Debian's Chromium, as every test starts it. It sees no installed font: every character that the page's own fonts lack
// is drawn as a wide box.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium, type BrowserServer } from "playwright-core";
import { signsFont } from "../../tools/signs.mjs";

// Chromium needs at least one font to start.
function fontSettings(folder: string): string {
  return `<?xml version="1.0"?>
<fontconfig>
  <dir>${folder}</dir>
  <cachedir>${folder}/cache</cachedir>
  <match target="font">
    <edit name="antialias"><bool>true</bool></edit>
    <edit name="hinting"><bool>false</bool></edit>
    <edit name="rgba"><const>none</const></edit>
  </match>
</fontconfig>
`;
}

export interface StartedBrowser {
  address: string;
  close: () => Promise<void>;
}

export async function startBrowser(): Promise<StartedBrowser> {
  const folder = mkdtempSync(join(tmpdir(), "duello-fonts-"));
  writeFileSync(join(folder, "signs.ttf"), signsFont());
  writeFileSync(join(folder, "fonts.conf"), fontSettings(folder));
  const server: BrowserServer = await chromium.launchServer({
    executablePath: process.env["CHROMIUM"] ?? "/usr/bin/chromium-headless-shell",
    env: { ...process.env, FONTCONFIG_FILE: join(folder, "fonts.conf") },
    args: [
      "--no-sandbox",
      "--force-color-profile=srgb",
      "--font-render-hinting=none",
      // Nobody but this machine can be reached, whatever a page tries.
      "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
    ],
  });
  return {
    address: server.wsEndpoint(),
    close: async () => {
      await server.close();
      rmSync(folder, { recursive: true });
    },
  };
}
