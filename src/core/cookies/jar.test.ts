import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import { times } from "../../../test/support/long-form.js";
import { CookieJar } from "./jar.js";

const option = { name: "a", options: { path: "/", httpOnly: true } };

describe("a cookie jar", () => {
  it("reads what the browser sent; of two with one name the first counts", () => {
    const jar = new CookieJar("a=1; b=%20x; a=2; c=");
    expect(["a", "b", "c", "d"].map((name) => jar.get(name))).toEqual([
      "1",
      " x",
      undefined,
      undefined,
    ]);
    expect(jar.names()).toEqual(["a", "b", "c"]);
  });

  it("gives the same whether it has parsed the whole header or not", () => {
    const piece = fc.constantFrom(
      "s",
      "s.0",
      "=",
      ";",
      "; ",
      " ",
      "\t",
      "%20",
      "%",
      "v",
      ".",
      "x",
      "",
    );
    const header = fc.array(piece, { maxLength: 14 }).map((pieces) => pieces.join(""));
    fc.assert(
      fc.property(header, fc.constantFrom("s", "s.0", "x", "v"), (text, name) => {
        const parsed = new CookieJar(text);
        parsed.names();
        expect(new CookieJar(text).get(name)).toBe(parsed.get(name));
      }),
      { numRuns: times(20_000) },
    );
  });

  it.each([
    ["a=1", "1"],
    ["a=1; b=2", "1"],
    ["b=2; a=1", "1"],
    ["b=2; a=1=2; c=3", "1=2"],
    ["b=2; a=x y; c=3", "x y"],
  ])("finds a plain value in %j without taking the header apart", (header, value) => {
    const split = vi.spyOn(String.prototype, "split");
    try {
      expect(new CookieJar(header).get("a")).toBe(value);
      expect(split).not.toHaveBeenCalled();
    } finally {
      split.mockRestore();
    }
  });

  it.each([
    ["b=a; a=1", "1"],
    ["ab=2; a=1", "1"],
    ["b=2;a=1", "1"],
    ["ba=2; a=1", "1"],
    ["b;xa=2; a=1", "1"],
    ["b; xa=2", undefined],
    ["a=; a=1", undefined],
    ["a=%31", "1"],
    ["a= 1", "1"],
    ["a=1 ; b=2", "1"],
    ["a=1\t; b=2", undefined],
    ["b=2; a", undefined],
    ["a:1", undefined],
  ])("takes %j apart to know what is said there", (header, value) => {
    expect(new CookieJar(header).get("a")).toBe(value);
  });

  it("is empty without a header", () => {
    for (const header of [null, undefined, ""]) {
      const jar = new CookieJar(header);
      expect([jar.get("a"), jar.names(), jar.known(), jar.size()]).toEqual([undefined, [], [], 0]);
    }
  });

  it("counts and names what was sent and what is to be set", () => {
    const jar = new CookieJar("a=1; x y=2; b=3");
    expect([jar.names(), jar.known(), jar.size()]).toEqual([["a", "b"], ["a", "x y", "b"], 3]);
    jar.set({ ...option, name: "c" }, "4");
    expect([jar.names(), jar.known(), jar.size()]).toEqual([["a", "b"], ["a", "x y", "b", "c"], 4]);
  });

  it("does not clear what nobody can set", () => {
    const jar = new CookieJar("a=1; x y=2");
    jar.clear({ ...option, name: "x y" });
    expect(jar.changes()).toEqual([]);
  });

  it("lets a value count as sent, in place of the one that was", () => {
    const jar = new CookieJar("a=1");
    jar.bring("a", "2");
    jar.bring("b", "3");
    expect([jar.get("a"), jar.get("b"), jar.get("c")]).toEqual(["2", "3", undefined]);
    expect(jar.changes()).toEqual([]);
  });

  it("keeps values that are badly encoded as they are", () => {
    const jar = new CookieJar("a=%; b=%zz; c=%c0%af; d=ok");
    expect(["a", "b", "c", "d"].map((name) => jar.get(name))).toEqual(["%", "%zz", "%c0%af", "ok"]);
  });

  it("does not read a header that is longer than any browser's cookies", () => {
    const header = (length: number) => "a=".padEnd(length, "x");
    expect(new CookieJar(header(256 * 1024)).get("a")).toHaveLength(256 * 1024 - 2);
    expect(new CookieJar(header(256 * 1024 + 1)).names()).toEqual([]);
  });

  it("knows nothing of names that every object has", () => {
    const jar = new CookieJar("a=1");
    expect(["__proto__", "constructor", "toString"].map((name) => jar.get(name))).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });

  it.each(["\t", "\u00a0", "\ufeff", "\u000b", "\u2003"])(
    "does not take a name after %j for the name itself",
    (space) => {
      expect(new CookieJar(`${space}a=planted`).get("a")).toBeUndefined();
      expect(new CookieJar(`b=1;${space}a=planted; c=2`).get("a")).toBeUndefined();
      expect(new CookieJar(`b=1;${space}a=planted; c=2`).get("c")).toBe("2");
    },
  );

  it("sets a cookie once, however often it was set", () => {
    const jar = new CookieJar(null);
    jar.set(option, "1");
    jar.set({ ...option, name: "b" }, "x");
    jar.set(option, "2", { maxAge: 5 });
    expect(jar.changes()).toEqual([
      { name: "b", value: "x", options: { path: "/", httpOnly: true } },
      { name: "a", value: "2", options: { path: "/", httpOnly: true, maxAge: 5 } },
    ]);
  });

  it("clears what the browser sent with the attributes it was set with, and nothing else", () => {
    const jar = new CookieJar("a=1");
    jar.clear(option);
    jar.set({ ...option, name: "b" }, "x");
    jar.clear({ ...option, name: "b" });
    expect(jar.changes()).toEqual([
      { name: "a", value: "", options: { path: "/", httpOnly: true, maxAge: 0 } },
    ]);
  });

  it("clears a cookie the browser sent empty", () => {
    const jar = new CookieJar("a=");
    jar.clear(option);
    expect(jar.changes()).toHaveLength(1);
  });

  it.each(["/", "x"])("sets no value of many %s that browsers would drop", (character) => {
    const most = Math.floor(4095 / encodeURIComponent(character).length);
    const jar = new CookieJar(null);
    jar.set(option, character.repeat(most));
    expect(jar.changes()).toHaveLength(1);
    jar.set(option, character.repeat(most + 1));
    expect(jar.changes()).toEqual([]);
  });

  it("clears what the browser has when its successor could not be kept", () => {
    const jar = new CookieJar("a=1");
    jar.set(option, "x".repeat(5000));
    expect(jar.changes()).toEqual([
      { name: "a", value: "", options: { path: "/", httpOnly: true, maxAge: 0 } },
    ]);
  });
});
