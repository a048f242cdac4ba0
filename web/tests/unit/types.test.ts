// @vitest-environment node
import { expect, test } from "vitest";
import { typesOf } from "../../tools/types.mjs";

function typeOf(schema: object): string {
  return (
    /^export type DrawnOne = (.*);$/m.exec(typesOf({ $defs: { drawn_one: schema } }))?.[1] ?? ""
  );
}

test("an object has the keys of its definition, and those that may be missing", () => {
  const properties = { a: { type: "integer" }, b: { type: "array", items: { type: "string" } } };
  expect(typeOf({ type: "object", properties, required: ["a"] })).toBe(
    "{ a: number; b?: Array<string> }",
  );
});

test("values may have any keys", () => {
  const values = { type: ["integer", "string"] };
  expect(typeOf({ type: "object", additionalProperties: values })).toBe(
    "{ [key: string]: number | string }",
  );
});

test("a list of so many is a tuple", () => {
  const seat = { enum: [1, 2] };
  expect(typeOf({ type: "array", items: seat, minItems: 2, maxItems: 2 })).toBe("[1 | 2, 1 | 2]");
});

test("a reference leads to the definition, in another file too", () => {
  expect(typeOf({ $ref: "#/$defs/game_facts" })).toBe("GameFacts");
  expect(typeOf({ $ref: "json.schema.json#/$defs/seat" })).toBe('import("./json").Seat');
  const more = { properties: { a: { const: true } }, required: ["a"] };
  expect(typeOf({ $ref: "#/$defs/game_facts", ...more })).toBe("GameFacts & { a: true }");
});

test("one of several objects has the keys of all, unless it is an event", () => {
  const one = { $ref: "#/$defs/one" };
  expect(typeOf({ oneOf: [one, { $ref: "#/$defs/two" }] })).toBe("OneOf<One | Two>");
  const event = (name: string) => ({ type: "object", properties: { event: { const: name } } });
  expect(typeOf({ oneOf: [event("a"), event("b")] })).toBe('{ event?: "a" } | { event?: "b" }');
});

test("keys that exclude each other are all optional", () => {
  const properties = { a: { type: "null" }, b: false };
  const oneOf = [{ required: ["a"] }, { required: ["b"] }];
  expect(typeOf({ type: "object", properties, oneOf })).toBe("{ a?: null; b?: undefined }");
});
