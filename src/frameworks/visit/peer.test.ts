import { expect, it } from "vitest";
import { unlessForwarded } from "./peer.js";

it.each<[string, Record<string, string>, string | undefined]>([
  ["no header tells it", {}, "127.0.0.1"],
  ["the host is the address itself", { host: "127.0.0.1" }, "127.0.0.1"],
  ["a header of a platform tells it", { "cf-connecting-ip": "127.0.0.1" }, undefined],
  ["a header of the proxy's own tells it", { "true-client-ip": " 127.0.0.1 " }, undefined],
])("%s", (_, headers, expected) => {
  expect(unlessForwarded("127.0.0.1", new Headers(headers))).toBe(expected);
});

it("no address stays none", () => {
  expect(unlessForwarded(undefined, new Headers({ accept: "*/*" }))).toBeUndefined();
});
