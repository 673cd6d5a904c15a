import { describe, expect, it } from "vitest";
import { boundaryOf, readMultipart } from "./multipart.js";

const type = 'multipart/form-data; boundary="b"';
const encode = (text: string) => new TextEncoder().encode(text);
const part = (name: string, value: string, more = "") =>
  `--b\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\n${value}\r\n`;

describe("the boundary of a multipart form", () => {
  it.each([
    ["multipart/form-data; boundary=abc", "abc"],
    ["multipart/form-data;boundary=abc", "abc"],
    ["multipart/form-data \t; \t boundary=abc \t", "abc"],
    ["multipart/form-data;  ; boundary=abc;", "abc"],
    ["multipart/form-data; BOUNDARY=abc", "abc"],
    ['multipart/form-data; boundary="a b"', "a b"],
    [String.raw`multipart/form-data; boundary="a\b\-c"`, "ab-c"],
    ["multipart/form-data; charset=utf-8; boundary=abc", "abc"],
    ["multipart/form-data; boundary=abc; charset=utf-8", "abc"],
    [`multipart/form-data; boundary=${"x".repeat(70)}`, "x".repeat(70)],
  ])("%j names %j", (text, boundary) => {
    expect(boundaryOf(text)).toBe(boundary);
  });

  it.each([
    "",
    "boundary=abc",
    "multipart/form-data",
    "multipart/form-data;",
    "multipart/form-data; charset=utf-8",
    "multipart/form-data; boundary=",
    'multipart/form-data; boundary=""',
    'multipart/form-data; boundary="abc',
    'multipart/form-data; boundary="a{"',
    'multipart/form-data; boundary="{a"',
    'multipart/form-data; boundary="abc "',
    "multipart/form-data; boundary=abc; boundary=abc",
    "multipart/form-data; boundary=abc; Boundary=other",
    "multipart/form-data; boundary=abc def",
    "multipart/form-data; x boundary=abc",
    "multipart/form-data; boundary =abc",
    `multipart/form-data; boundary=${"x".repeat(71)}`,
  ])("%j names none that counts", (text) => {
    expect(boundaryOf(text)).toBeUndefined();
  });
});

describe("a multipart form", () => {
  it("is read in its order, each field as often as it is there", async () => {
    const body = `${part("a", "1")}${part("b", "ü\r\n2")}${part("a", "")}--b--\r\n`;
    expect(await readMultipart(encode(body), type)).toEqual([
      ["a", "1"],
      ["b", "ü\r\n2"],
      ["a", ""],
    ]);
  });

  it.each([
    ["without a boundary", part("a", "1"), "multipart/form-data", "has no boundary"],
    ["with a file", `${part("a", "1", '; filename="x"')}--b--\r\n`, type, "Files aren't"],
    ["that does not end", part("a", "1"), type, "n't a valid multipart form"],
    ["of other parts", "--c\r\n\r\n", type, "n't a valid multipart form"],
  ])("%s is refused", async (_, body, contentType, message) => {
    await expect(readMultipart(encode(body), contentType)).rejects.toThrow(message);
  });

  it("of bytes that are no text is refused", async () => {
    const body = new Uint8Array([...encode(part("a", "1")), 0xff, ...encode("\r\n--b--\r\n")]);
    await expect(readMultipart(body, type)).rejects.toThrow("isn't UTF-8");
  });

  it("may have a thousand parts, its end among them, and no more", async () => {
    const body = (count: number) => encode(`${part("a", "1").repeat(count)}--b--\r\n`);
    expect(await readMultipart(body(999), type)).toHaveLength(999);
    await expect(readMultipart(body(1000), type)).rejects.toThrow("too many parts");
  });

  it("may have heads of 4096 characters, values of any length, and no longer heads", async () => {
    const [before, after] = ['\r\nContent-Disposition: form-data; name="', '"'];
    const named = (head: number) =>
      part("n".repeat(head - before.length - after.length), "v".repeat(5000));
    const body = (head: number) => encode(`${named(head)}--b--\r\n`);
    expect(await readMultipart(body(4096), type)).toHaveLength(1);
    await expect(readMultipart(body(4097), type)).rejects.toThrow("too long");
    const headOnly = encode(`--b\r\n${"x".repeat(5000)}`);
    await expect(readMultipart(headOnly, type)).rejects.toThrow("too long");
  });
});
