// Draws the symbols that the text fonts lack, as a font: node tools/signs.mjs writes src/style/signs.woff2. The outlines
// come first, in thousandths of an em; the rest encodes them as TrueType and WOFF 2.
import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { brotliCompressSync } from "node:zlib";

/** @typedef {readonly [x: number, y: number, isControl?: boolean]} Point */
/** @typedef {{ width: number, outline: readonly Point[] }} Glyph */

const kEm = 1000;
const kAscent = 800;
const kDescent = -200;

/** @type {readonly Point[]} */
const rightArrow = [
  [60, 300],
  [60, 380],
  [590, 380],
  [430, 540],
  [487, 597],
  [744, 340],
  [487, 83],
  [430, 140],
  [590, 300],
];
/** @type {readonly Point[]} */
const triangle = [
  [40, 0],
  [350, 640],
  [660, 0],
];
// Eight arcs; a quadratic curve is close enough to an eighth of a circle.
/** @type {readonly Point[]} */
const disk = Array.from({ length: 16 }, (_, index) => {
  const isControl = index % 2 === 1;
  const radius = 280 / (isControl ? Math.cos(Math.PI / 8) : 1);
  const angle = (-index * Math.PI) / 8;
  return [
    Math.round(350 + radius * Math.cos(angle)),
    Math.round(330 + radius * Math.sin(angle)),
    isControl,
  ];
});

/**
 * Turned about the middle of its width; the outline keeps its direction.
 * @param {readonly Point[]} outline
 * @param {number} width
 * @returns {Point[]}
 */
const mirrored = (outline, width) =>
  outline
    .map(([x, y, isControl = false]) => /** @type {const} */ ([width - x, y, isControl]))
    .reverse();

/**
 * @param {readonly Point[]} outline
 * @param {number} height
 * @returns {Point[]}
 */
const upsideDown = (outline, height) =>
  outline
    .map(([x, y, isControl = false]) => /** @type {const} */ ([x, height - y, isControl]))
    .reverse();

/** @type {ReadonlyMap<string, Glyph>} */
const glyphs = new Map([
  [" ", { width: 300, outline: [] }],
  ["←", { width: 800, outline: mirrored(rightArrow, 800) }],
  ["→", { width: 800, outline: rightArrow }],
  ["▲", { width: 700, outline: triangle }],
  ["▼", { width: 700, outline: upsideDown(triangle, 640) }],
  ["●", { width: 700, outline: disk }],
  [
    "✓",
    {
      width: 700,
      outline: [
        [50, 290],
        [120, 360],
        [260, 205],
        [580, 640],
        [655, 585],
        [268, 60],
      ],
    },
  ],
  [
    "✗",
    {
      width: 700,
      outline: [
        [80, 100],
        [280, 325],
        [80, 550],
        [150, 615],
        [350, 390],
        [550, 615],
        [620, 550],
        [420, 325],
        [620, 100],
        [550, 35],
        [350, 260],
        [150, 35],
      ],
    },
  ],
]);

export const signs = [...glyphs.keys()].filter((sign) => sign !== " ");

// Stands for any other character: a box, wider than the letters of common fonts.
/** @type {Glyph} */
const missing = {
  width: 800,
  outline: [
    [100, 0],
    [100, 700],
    [700, 700],
    [700, 0],
  ],
};

/** @param {...number} values */
const u16 = (...values) => {
  const bytes = Buffer.alloc(2 * values.length);
  values.forEach((value, index) => bytes.writeUInt16BE(value & 0xffff, 2 * index));
  return bytes;
};
/** @param {...number} values */
const u32 = (...values) => {
  const bytes = Buffer.alloc(4 * values.length);
  values.forEach((value, index) => bytes.writeUInt32BE(value >>> 0, 4 * index));
  return bytes;
};
/** @param {Buffer} bytes */
const padded = (bytes) => Buffer.concat([bytes, Buffer.alloc(-bytes.length & 3)]);

/** @param {readonly Point[]} outline */
const boxOf = (outline) => {
  const [xs, ys] = [outline.map(([x]) => x), outline.map(([, y]) => y)];
  return outline.length === 0
    ? [0, 0, 0, 0]
    : [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
};

/** @param {Glyph} glyph */
function outlineBytes({ outline }) {
  if (outline.length === 0) return Buffer.alloc(0);
  const steps = (/** @type {0 | 1} */ axis) =>
    outline.map((point, index) => point[axis] - (outline[index - 1]?.[axis] ?? 0));
  return padded(
    Buffer.concat([
      u16(1, ...boxOf(outline), outline.length - 1, 0),
      Buffer.from(outline.map(([, , isControl]) => (isControl ? 0 : 1))),
      u16(...steps(0), ...steps(1)),
    ]),
  );
}

/** @param {readonly number[]} codes */
function characterMap(codes) {
  // One segment for each, and the mandatory last one.
  const segments = [...codes, 0xffff];
  const search = 2 ** Math.floor(Math.log2(segments.length));
  const deltas = segments.map((code, index) => (code === 0xffff ? 1 : index + 1 - code));
  const body = u16(
    ...[2 * segments.length, 2 * search, Math.log2(search), 2 * (segments.length - search)],
    ...segments,
    0,
    ...segments,
    ...deltas,
    ...segments.map(() => 0),
  );
  return Buffer.concat([u16(0, 1, 3, 1), u32(12), u16(4, body.length + 6, 0), body]);
}

/** @param {readonly [number, string][]} names */
function nameTable(names) {
  const texts = names.map(([, text]) => Buffer.from(text, "utf16le").swap16());
  let offset = 0;
  const entries = names.map(([id], index) => {
    const length = texts[index]?.length ?? 0;
    offset += length;
    return u16(3, 1, 0x409, id, length, offset - length);
  });
  return Buffer.concat([u16(0, names.length, 6 + 12 * names.length), ...entries, ...texts]);
}

/** @returns {Map<string, Buffer>} */
function tables() {
  const sorted = [...glyphs].sort(([one], [two]) => (one < two ? -1 : 1));
  const codes = sorted.map(([sign]) => sign.charCodeAt(0));
  const all = [missing, ...sorted.map(([, glyph]) => glyph)];
  const outlines = all.map(outlineBytes);
  const offsets = outlines.reduce(
    (known, { length }) => [...known, (known.at(-1) ?? 0) + length],
    [0],
  );
  const [xMin = 0, yMin = 0, xMax = 0, yMax = 0] = boxOf(all.flatMap(({ outline }) => outline));
  const widest = Math.max(...all.map(({ width }) => width));
  const longest = Math.max(...all.map(({ outline }) => outline.length));
  // The timestamps stay zero, so that the output is reproducible.
  const head = Buffer.concat([
    u32(0x10000, 0x10000, 0, 0x5f0f3cf5),
    u16(0b1011, kEm),
    Buffer.alloc(16),
    u16(xMin, yMin, xMax, yMax, 0, 8, 2, 1, 0),
  ]);
  return new Map([
    [
      "OS/2",
      Buffer.concat([
        u16(4, widest, 400, 5, 0, 650, 600, 0, 75, 650, 600, 0, 350, 50, 300, 0),
        Buffer.alloc(10),
        u32(0, 0, 0, 0),
        Buffer.from("DUEL"),
        u16(0x40, codes[0] ?? 0, codes.at(-1) ?? 0, kAscent, kDescent, 0, kAscent, -kDescent),
        u32(1, 0),
        u16(480, 660, 0, 32, 1),
      ]),
    ],
    ["cmap", characterMap(codes)],
    ["glyf", Buffer.concat(outlines)],
    ["head", head],
    [
      "hhea",
      Buffer.concat([
        u32(0x10000),
        u16(kAscent, kDescent, 0, widest, xMin, 0, xMax, 1, 0, 0, 0, 0, 0, 0, 0, all.length),
      ]),
    ],
    ["hmtx", u16(...all.flatMap(({ width, outline }) => [width, boxOf(outline)[0] ?? 0]))],
    ["loca", u32(...offsets)],
    [
      "maxp",
      Buffer.concat([u32(0x10000), u16(all.length, longest, 1, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0)]),
    ],
    [
      "name",
      nameTable([
        [1, "Duello Signs"],
        [2, "Regular"],
        [4, "Duello Signs"],
        [6, "DuelloSigns"],
      ]),
    ],
    ["post", u32(0x30000, 0, 0, 0, 0, 0, 0, 0)],
  ]);
}

/** @param {Buffer} bytes */
function checksum(bytes) {
  const whole = padded(bytes);
  let sum = 0;
  for (let at = 0; at < whole.length; at += 4) sum = (sum + whole.readUInt32BE(at)) >>> 0;
  return sum;
}

// As a TrueType file.
export function signsFont() {
  const parts = [...tables()];
  const search = 2 ** Math.floor(Math.log2(parts.length));
  let offset = 12 + 16 * parts.length;
  const directory = parts.map(([tag, bytes]) => {
    const entry = Buffer.concat([Buffer.from(tag), u32(checksum(bytes), offset, bytes.length)]);
    offset += padded(bytes).length;
    return entry;
  });
  const start = Buffer.concat([
    u32(0x10000),
    u16(parts.length, 16 * search, Math.log2(search), 16 * (parts.length - search)),
  ]);
  const font = Buffer.concat([start, ...directory, ...parts.map(([, bytes]) => padded(bytes))]);
  const head = font.indexOf(tables().get("head") ?? "");
  font.writeUInt32BE((0xb1b0afba - checksum(font)) >>> 0, head + 8);
  return font;
}

// WOFF 2 numbers the known tables in this order.
const kKnownTables = ["cmap", "head", "hhea", "hmtx", "maxp", "name", "OS/2", "post"];
const kOutlineTables = new Map([
  ["glyf", 10],
  ["loca", 11],
]);

/** @param {number} value */
function base128(value) {
  const digits = [value & 0x7f];
  for (let rest = value >>> 7; rest > 0; rest >>>= 7) digits.unshift((rest & 0x7f) | 0x80);
  return Buffer.from(digits);
}

// As WOFF 2, without the optional transformation of the outlines.
export function signsWoff2() {
  const parts = [...tables()];
  const directory = parts.map(([tag, bytes]) => {
    const place = kOutlineTables.get(tag);
    const flags = place === undefined ? kKnownTables.indexOf(tag) : 0xc0 | place;
    return Buffer.concat([Buffer.from([flags]), base128(bytes.length)]);
  });
  const packed = brotliCompressSync(Buffer.concat(parts.map(([, bytes]) => bytes)));
  const length = 48 + Buffer.concat(directory).length + packed.length;
  const whole = length + (-length & 3);
  return padded(
    Buffer.concat([
      Buffer.from("wOF2"),
      u32(0x10000, whole),
      u16(parts.length, 0),
      u32(signsFont().length, packed.length),
      u16(1, 0),
      u32(0, 0, 0, 0, 0),
      ...directory,
      packed,
    ]),
  );
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  writeFileSync(new URL("../src/style/signs.woff2", import.meta.url), signsWoff2());
