// TypeScript's types of all JSON, out of docs/*.schema.json: `node tools/types.mjs` writes a file for each into
// build/types. What is defined as drawn_puzzle is the type DrawnPuzzle.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

/**
 * @typedef {object} Schema
 * @property {string} [$ref]
 * @property {Schema[]} [oneOf]
 * @property {Schema[]} [allOf]
 * @property {unknown} [const]
 * @property {unknown[]} [enum]
 * @property {string | string[]} [type]
 * @property {Record<string, Schema | boolean>} [properties]
 * @property {string[]} [required]
 * @property {Schema | boolean} [additionalProperties]
 * @property {Schema} [items]
 * @property {number} [minItems]
 * @property {number} [maxItems]
 */

// One of several objects: what all have is there, what some have may be. Others than objects stay a union.
const kOneOf = `export {};
type KeyOf<All> = All extends unknown ? keyof All : never;
type ValueOf<All, Key extends PropertyKey> = All extends { [Each in Key]?: infer Value } ? Value : never;
type Some<All> = { [Key in Exclude<KeyOf<All>, keyof All>]?: ValueOf<All, Key> };
type OneOf<All> = [Extract<All, string>] extends [never] ? Pick<All, keyof All> & Some<All> : All;
`;

/** @param {string} name */
const typeName = (name) =>
  name.replace(/(?:^|_)[a-z]/g, (letter) => letter.slice(-1).toUpperCase());

/** @param {string} reference */
function nameOf(reference) {
  const [file, name = ""] = reference.split("#/$defs/");
  const place = file ? `import("./${file.replace(".schema.json", "")}").` : "";
  return place + typeName(name);
}

/** @param {unknown[]} values */
const union = (values) => values.map((each) => JSON.stringify(each)).join(" | ");

/** @param {Schema} schema */
function objectType({ properties, required = [], additionalProperties = true }) {
  if (!properties) return `{ [key: string]: ${typeOf(additionalProperties)} }`;
  const members = Object.entries(properties).map(
    ([key, value]) => `${key}${required.includes(key) ? "" : "?"}: ${typeOf(value)}`,
  );
  return `{ ${members.join("; ")} }`;
}

/** @param {Schema} schema */
function listType({ items = {}, minItems, maxItems }) {
  const each = typeOf(items);
  return minItems === 2 && maxItems === 2 ? `[${each}, ${each}]` : `Array<${each}>`;
}

/** @param {Schema[]} members */
function oneOf(members) {
  // They may only demand keys of what is described beside them.
  if (members.every((each) => Object.keys(each).join() === "required")) return [];
  const types = members.map(typeOf).join(" | ");
  // An event says itself which one it is.
  return [members.every((each) => each.properties?.["event"]) ? types : `OneOf<${types}>`];
}

/** @param {string} kind @param {Schema} schema */
function kindType(kind, schema) {
  if (kind === "object") return objectType(schema);
  if (kind === "array") return listType(schema);
  return kind === "integer" ? "number" : kind;
}

/** @param {Schema} schema */
function ownType(schema) {
  if (schema.const !== undefined) return [union([schema.const])];
  if (schema.enum) return [union(schema.enum)];
  if (schema.type)
    return [
      [schema.type]
        .flat()
        .map((kind) => kindType(kind, schema))
        .join(" | "),
    ];
  return schema.properties ? [objectType(schema)] : [];
}

/** @param {Schema | boolean} schema @returns {string} */
function typeOf(schema) {
  if (typeof schema === "boolean") return schema ? "unknown" : "undefined";
  const parts = [
    ...(schema.$ref ? [nameOf(schema.$ref)] : []),
    ...(schema.oneOf ? oneOf(schema.oneOf) : []),
    ...(schema.allOf ?? []).flatMap(({ $ref }) => ($ref ? [nameOf($ref)] : [])),
    ...ownType(schema),
  ];
  return parts.join(" & ") || "unknown";
}

/** @param {{ $defs: Record<string, Schema> }} schema */
export function typesOf({ $defs }) {
  const types = Object.entries($defs).map(
    ([name, schema]) => `export type ${typeName(name)} = ${typeOf(schema)};\n`,
  );
  return kOneOf + types.join("");
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  /** @typedef {Parameters<typeof typesOf>[0]} Document */
  const docs = new URL("../../docs/", import.meta.url);
  const out = new URL("../../build/types/", import.meta.url);
  mkdirSync(out, { recursive: true });
  for (const name of ["json", "messages", "page"]) {
    /** @type {unknown} */
    const schema = JSON.parse(readFileSync(new URL(`${name}.schema.json`, docs), "utf8"));
    writeFileSync(new URL(`${name}.d.ts`, out), typesOf(/** @type {Document} */ (schema)));
  }
}
