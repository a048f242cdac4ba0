// Holds what a page looks like against what was kept in looks/: half the size and few shades, so that it stays small.
// UPDATE_LOOKS=1 keeps what is there now; what differs lies in build/looks, with the difference beside it.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { crc32, deflateSync } from "node:zlib";
import pixelmatch from "pixelmatch";
import type { Page } from "playwright-core";
import { PNG } from "pngjs";
import { expect } from "vitest";

const kKept = fileURLToPath(new URL("looks", import.meta.url));
const kFailed = fileURLToPath(new URL("../../../build/looks", import.meta.url));
const kShades = 7; // steps from dark to light
const kShare = 0.0015; // of the pixels may differ

// Every four pixels become one.
function halved(whole: PNG): PNG {
  const half = new PNG({ width: whole.width >> 1, height: whole.height >> 1 });
  for (let y = 0; y < half.height; ++y)
    for (let x = 0; x < half.width; ++x)
      for (let channel = 0; channel < 4; ++channel) {
        const at = (dx: number, dy: number) =>
          whole.data[((2 * y + dy) * whole.width + 2 * x + dx) * 4 + channel] ?? 0;
        const mean = (at(0, 0) + at(1, 0) + at(0, 1) + at(1, 1)) / 4;
        const shade = Math.round((mean / 255) * kShades);
        half.data[(y * half.width + x) * 4 + channel] = Math.round((shade / kShades) * 255);
      }
  return half;
}

// With a palette, which pngjs reads but does not write. With so few shades there are never too many colors for one byte
// on a page that is drawn; should there be, whatever is left over is the last of them.
function packed({ width, height, data }: PNG): Buffer {
  const palette = new Map<number, number>();
  const rows = Buffer.alloc(height * (width + 1));
  for (let y = 0; y < height; ++y)
    for (let x = 0; x < width; ++x) {
      const color = data.readUInt32BE((y * width + x) * 4) >>> 8;
      if (!palette.has(color)) palette.set(color, Math.min(palette.size, 255));
      rows[y * (width + 1) + x + 1] = palette.get(color) ?? 0;
    }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 3], 8);
  const colors = Buffer.alloc(3 * Math.min(palette.size, 256));
  for (const [color, index] of palette) colors.writeUIntBE(color, 3 * index, 3);
  const signature = Buffer.from("89504e470d0a1a0a", "hex");
  return Buffer.concat([
    signature,
    chunk("IHDR", header),
    chunk("PLTE", colors),
    chunk("IDAT", deflateSync(rows, { level: 9 })),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

function chunk(kind: string, data: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const body = Buffer.concat([Buffer.from(kind, "latin1"), data]);
  const check = Buffer.alloc(4);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, check]);
}

export async function expectLooks(page: Page, name: string): Promise<void> {
  await page.evaluate(() => document.fonts.ready);
  const shot = await page.screenshot({ animations: "disabled", caret: "hide", scale: "css" });
  const now = halved(PNG.sync.read(shot));
  const file = join(kKept, `${name}.png`);
  if (process.env["UPDATE_LOOKS"]) {
    mkdirSync(kKept, { recursive: true });
    writeFileSync(file, packed(now));
    return;
  }
  const before = existsSync(file) ? PNG.sync.read(readFileSync(file)) : undefined;
  const difference = new PNG({ width: now.width, height: now.height });
  const different =
    before?.width === now.width && before.height === now.height
      ? pixelmatch(before.data, now.data, difference.data, now.width, now.height, {
          threshold: 0.15,
        })
      : now.width * now.height;
  const share = different / (now.width * now.height);
  if (share > kShare) {
    mkdirSync(kFailed, { recursive: true });
    writeFileSync(join(kFailed, `${name}.png`), shot);
    writeFileSync(join(kFailed, `${name}-difference.png`), PNG.sync.write(difference));
  }
  expect(share, `${name} looks different; see build/looks/${name}.png`).toBeLessThanOrEqual(kShare);
}
