import { describe, expect, it } from "vitest";
import { parseObject } from "../values/json.js";
import { Fields } from "./fields.js";
import { RequestProblem } from "./request-problem.js";

describe("fields", () => {
  const sent = () =>
    Fields.fromPairs([
      ["one", "1"],
      ["two", "a"],
      ["two", "b"],
      ["two", "c"],
      ["empty", ""],
      ["__proto__", "data"],
    ]);

  it("a name that comes once is a text; one that does not come is undefined", () => {
    const fields = sent();
    expect([fields.text("one"), fields.text("empty"), fields.text("none")]).toEqual([
      "1",
      "",
      undefined,
    ]);
  });

  it("a name that comes more than once is a list, and no text", () => {
    const fields = sent();
    expect(fields.value("two")).toEqual(["a", "b", "c"]);
    expect(() => fields.text("two")).toThrow(RequestProblem);
  });

  it("an empty value that comes twice is a list too", () => {
    const twice = Fields.fromPairs([
      ["a", ""],
      ["a", "b"],
    ]);
    expect(twice.value("a")).toEqual(["", "b"]);
  });

  it("values of a JSON object that are no text are refused as text", () => {
    const json = Fields.fromObject({
      list: ["a"],
      number: 1,
      yes: true,
      nothing: null,
      object: {},
    });
    for (const name of json.names()) {
      expect(() => json.text(name)).toThrow("must be sent once, as a string");
    }
  });

  it("names such as __proto__ are data like any other", () => {
    const fields = sent();
    const object = fields.toObject();
    expect(Object.keys(object)).toContain("__proto__");
    expect(Object.getPrototypeOf(object)).toBe(Object.prototype);
    const read: unknown = Reflect.get({}, "data");
    expect(read).toBeUndefined();
    const fromJson = Fields.fromObject(parseObject('{"__proto__":{"polluted":true}}') ?? {});
    expect(fromJson.names()).toEqual(["__proto__"]);
    expect(Reflect.get({}, "polluted")).toBeUndefined();
    expect(fields.text("constructor")).toBeUndefined();
  });

  it("tells name and value of what is a text", () => {
    const fields = sent();
    expect([...fields.texts()]).toEqual([
      ["one", "1"],
      ["empty", ""],
      ["__proto__", "data"],
    ]);
  });
});
