// Debian's Chromium, as every test starts it.
import { fileURLToPath } from "node:url";
import { chromium, type BrowserServer } from "playwright-core";

const kOptions = {
  executablePath: process.env["CHROMIUM"] ?? "/usr/bin/chromium-headless-shell",
  env: {
    ...process.env,
    FONTCONFIG_FILE: fileURLToPath(new URL("fonts.conf", import.meta.url)),
  },
};
const kArguments = [
  "--no-sandbox",
  "--force-color-profile=srgb",
  "--font-render-hinting=none",
  // Nobody but this machine can be reached, whatever a page tries.
  "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
];

export const startServer = (): Promise<BrowserServer> =>
  chromium.launchServer({ ...kOptions, args: kArguments });
