import { describe, expect, it } from "vitest";
import { assertLocal, isLoopbackHost, type LocalRequest } from "./loopback.js";
import { RequestProblem } from "./request-problem.js";

const local = { origin: "http://localhost:3000", headers: new Headers(), peer: "127.0.0.1" };
const withHeader = (name: string, value: string) => ({ headers: new Headers({ [name]: value }) });

describe("assertLocal", () => {
  it.each<[string, Partial<LocalRequest>]>([
    ["the usual", {}],
    ["IPv6", { origin: "http://[::1]:3000", peer: "::1" }],
    ["a mapped address", { peer: "::ffff:127.0.0.1" }],
    ["a name below localhost", { origin: "http://app.localhost" }],
    ["its own host", withHeader("host", "localhost:3000")],
    ["a known client", { ip: "127.0.0.1" }],
  ])("lets pass: %s", (_, request) => {
    expect(() => assertLocal({ ...local, ...request })).not.toThrow();
  });

  it.each<[string, Partial<LocalRequest>, string]>([
    ["no address", { peer: undefined }, "the client's address isn't known"],
    ["an empty address", { peer: "" }, "another address"],
    ["another machine", { peer: "192.168.1.5" }, "another address"],
    ["an address that only begins so", { peer: "127.0.0.1.evil.test" }, "another address"],
    ["a client elsewhere", { ip: "203.0.113.7" }, "another address"],
    ["another site", { origin: "https://app.example" }, "open it on localhost"],
    ["another host", withHeader("host", "evil.test:3000"), "open it on localhost"],
    ["a proxy", withHeader("x-forwarded-for", "127.0.0.1"), "x-forwarded-for"],
    ["a proxy by its newer name", withHeader("forwarded", "for=127.0.0.1"), "forwarded"],
  ])("refuses: %s", (_, request, reason) => {
    const ask = () => assertLocal({ ...local, ...request });
    expect(ask).toThrow(RequestProblem);
    expect(ask).toThrow(reason);
  });
});

it.each([
  ["localhost", true],
  ["localhost:3000", true],
  ["[::1]", true],
  ["[::1]:3000", true],
  ["127.1.2.3:80", true],
  ["localhost.evil.test", false],
  ["evillocalhost", false],
  ["0.0.0.0", false],
])("%s is a loopback host: %s", (host, expected) => {
  expect(isLoopbackHost(host)).toBe(expected);
});
