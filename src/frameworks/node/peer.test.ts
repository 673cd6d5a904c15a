import { afterEach, expect, it, vi } from "vitest";
import { peerOfBun, peerOfWeb } from "./peer.js";

afterEach(() => {
  vi.unstubAllGlobals();
});

it("a request of srvx tells the socket of Node.js, and not what a proxy said", () => {
  const node = { req: { socket: { remoteAddress: "192.168.1.5" } } };
  expect(peerOfWeb({ ip: "127.0.0.1", runtime: { node } })).toBe("192.168.1.5");
  expect(peerOfWeb(new Request("http://localhost"))).toBeUndefined();
});

it("the server of Bun tells the address, and nothing that only looks like it", () => {
  const request = new Request("http://localhost");
  const server = { requestIP: () => ({ address: "127.0.0.1" }) };
  expect(peerOfBun(server, request)).toBeUndefined();
  vi.stubGlobal("Bun", {});
  expect(peerOfBun(server, request)).toBe("127.0.0.1");
  expect(peerOfBun({ requestIP: () => null }, request)).toBeUndefined();
  expect(peerOfBun({ requestIP: "127.0.0.1" }, request)).toBeUndefined();
  expect(peerOfBun(null, request)).toBeUndefined();
});
