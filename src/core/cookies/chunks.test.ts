import { describe, expect, it } from "vitest";
import { clearChunked, readChunked, writeChunked } from "./chunks.js";
import { CookieJar } from "./jar.js";

const cookie = { name: "s", options: { path: "/" } };
const read = (header: string) => readChunked(new CookieJar(header), cookie);
const expires = new Date(0);
/** Where there are many cookies, they are looked for in another way. */
const crowd = Array.from({ length: 60 }, (_, index) => `other${index}=x`).join("; ");

describe("a value in chunks", () => {
  it.each([
    ["s=whole", "whole"],
    ["s.0=a; s.1=b; s.2=c", "abc"],
    ["s.2=c; s.0=a; s.1=b", "abc"],
    ["s=whole; s.0=a; s.1=b", "whole"],
    ["s.0=a; s.2=c", undefined],
    ["s.1=b", undefined],
    ["s.0=a; s.x=1; s.00=2; s.-1=3; s.1e1=4; s.2.5=5", "a"],
    ["s-x=1; s.=2; sx=3", undefined],
    ["s.0=a; s.2=; s.3=", "a"],
    ["s.0=a; s.32=x", undefined],
    ["s.0=a; s.33=x", "a"],
    ["s.0=a; x.2=x; xs2=x", "a"],
    ["s=; s.0=a", "a"],
    ["", undefined],
  ])("%j holds %j", (header, expected) => {
    expect(read(header)).toBe(expected);
    expect(read(`${crowd}; ${header}`)).toBe(expected);
  });

  it("of more than 32 chunks is no value", () => {
    const header = (count: number) =>
      Array.from({ length: count }, (_, index) => `s.${index}=x`).join("; ");
    expect(read(header(32))).toBe("x".repeat(32));
    expect(read(header(33))).toBeUndefined();
    expect(read(header(3000))).toBeUndefined();
  });

  it.each([
    [1, ["s"]],
    [3936, ["s"]],
    [3937, ["s.0", "s.1"]],
    [2 * 3936, ["s.0", "s.1"]],
    [2 * 3936 + 1, ["s.0", "s.1", "s.2"]],
  ])("of %i characters is written to %j", (length, names) => {
    const jar = new CookieJar(null);
    writeChunked(jar, cookie, { value: "x".repeat(length), expires });
    expect(jar.changes().map(({ name }) => name)).toEqual(names);
    expect(jar.changes().every(({ value }) => value.length <= 3936)).toBe(true);
    expect(
      jar
        .changes()
        .map(({ value }) => value)
        .join(""),
    ).toHaveLength(length);
    expect(jar.changes().every(({ options }) => options.expires === expires)).toBe(true);
  });

  it.each([
    ["few", ""],
    ["many", crowd],
  ])(
    "clears what is left of an earlier value, and only what the browser has, of %s cookies",
    (_, others) => {
      const jar = new CookieJar(`${others}; s.0=a; s.2=c; s.1=b; s.x=1; s.1.5=1; s.32=1; s.40=1`);
      writeChunked(jar, cookie, { value: "short", expires });
      expect(jar.changes().map(({ name, value }) => [name, value])).toEqual([
        ["s.0", ""],
        ["s.1", ""],
        ["s.2", ""],
        ["s", "short"],
      ]);
      clearChunked(jar, cookie);
      expect(jar.changes().map(({ name, value }) => [name, value])).toEqual([
        ["s.0", ""],
        ["s.1", ""],
        ["s.2", ""],
      ]);
    },
  );

  it("that is too large says so, and how much fits", () => {
    const write = (length: number) => {
      const jar = new CookieJar("s=earlier");
      writeChunked(jar, cookie, { value: "x".repeat(length), expires });
      return jar.changes();
    };
    expect(write(32 * 3936).filter(({ value }) => value !== "")).toHaveLength(32);
    expect(() => write(32 * 3936 + 1)).toThrow(
      "too large for cookies: 125953 characters, the limit is 125952",
    );
  });
});
