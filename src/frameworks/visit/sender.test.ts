import { expect, it } from "vitest";
import { clientIp, unlessForwarded } from "./sender.js";

const chain = { "x-forwarded-for": "198.51.100.7, 203.0.113.9" };

it.each([
  ["203.0.113.5", {}, false, "203.0.113.5"],
  ["127.0.0.1", {}, false, "127.0.0.1"],
  [undefined, {}, false, undefined],
  // A client can't get rid of its address by a header.
  ["203.0.113.5", chain, false, "203.0.113.5"],
  ["172.32.0.1", chain, false, "172.32.0.1"],
  ["2001:db8::1", chain, false, "2001:db8::1"],
  // Everybody behind a proxy would have the same.
  ["127.0.0.1", chain, false, undefined],
  ["::ffff:10.0.0.1", { "x-real-ip": "203.0.113.9" }, false, undefined],
  ["172.16.0.1", { forwarded: "for=203.0.113.9" }, false, undefined],
  ["::1", chain, false, undefined],
  ["fd00::1", chain, false, undefined],
  // What the proxy added itself is the last.
  ["127.0.0.1", chain, true, "203.0.113.9"],
  ["127.0.0.1", {}, true, undefined],
  ["127.0.0.1", { "x-forwarded-for": " , " }, true, undefined],
])("a socket at %s with %j, the proxy trusted: %s, is of %s", (peer, headers, trustsProxy, ip) => {
  expect(clientIp({ peer, headers: new Headers(headers), trustsProxy })).toBe(ip);
});

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
