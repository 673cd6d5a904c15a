import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createConnection } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import type { ErrorRequestHandler, Request } from "express";
import { MiddlewareAuth } from "latchkey/express";
import { describe, expect, it, vi } from "vitest";
import { world } from "../support/config.js";
import { expressVersions, sendRaw, serve, type ExpressVersion } from "../support/express-host.js";
import { Visitor } from "../support/visitor.js";

const largest = 1024 * 1024;

async function start(express: ExpressVersion["express"]) {
  const { config, log } = world("jwt");
  const requests: Request[] = [];
  const app = express();
  app.use((req, _res, next) => {
    requests.push(req);
    next();
  });
  app.use("/auth", MiddlewareAuth(config));
  const errors: unknown[] = [];
  const failed: ErrorRequestHandler = (error: unknown, _req, res, _next) => {
    errors.push(error);
    res.status(500).end();
  };
  app.use(failed);
  return { origin: await serve(app), log, requests, errors };
}

const allowOf = (lines: readonly string[]): string | undefined =>
  lines.find((line) => /^allow:/i.test(line))?.replace(/^allow: */i, "");

describe.each(expressVersions)("$version, as it comes over the wire", ({ express }) => {
  it.each([
    ["/auth/./signin", 404],
    ["/auth/x/../signin", 404],
    ["/auth/%2e/signin", 404],
    ["/auth/%2E%2e/auth/signin", 404],
    ["/auth/callback/..", 404],
    ["/auth//signin", 404],
    ["/auth/signin//", 404],
    ["/auth/%73ignin", 404],
    ["/auth/signin;x", 404],
    ["/auth/signin/a/b", 404],
    ["/authsignin", 404],
    ["/auth\\signin", 404],
    ["/auth/callback/%zz", 400],
    ["/auth/signin?callbackUrl=%zz", 400],
    ["http://evil.test/auth/signin", 404],
    ["/auth/signin", 200],
    ["/auth/signin/", 200],
    ["/auth/signin?", 200],
    ["/auth/signin#x", 200],
  ])("GET %s gives %i", async (target, status) => {
    const { origin, log } = await start(express);
    const head = `GET ${target} HTTP/1.1\r\nHost: app.test\r\nConnection: close\r\n\r\n`;
    const answer = await sendRaw(origin, head);
    expect(answer.status).toBe(status);
    expect(answer.body).not.toContain("evil.test");
    expect(log.codes("error")).toEqual([]);
  });

  it.each(["GET /auth/session HTTP/1.0\r\n\r\n", "GET /auth/session HTTP/1.0\r\nHost:\r\n\r\n"])(
    "a request without a Host is answered with 400: %j",
    async (request) => {
      const { origin } = await start(express);
      const answer = await sendRaw(origin, request);
      expect([answer.status, answer.body]).toEqual([400, expect.stringContaining("message")]);
    },
  );

  it.each(["TRACE", "PUT", "PATCH", "DELETE", "PROPFIND"])(
    "decision 17: %s is answered with 405 and what is allowed",
    async (method) => {
      const { origin } = await start(express);
      const head = `${method} /auth/session HTTP/1.1\r\nHost: app.test\r\nConnection: close\r\n\r\n`;
      const answer = await sendRaw(origin, head);
      expect([answer.status, allowOf(answer.lines)]).toEqual([405, "GET, HEAD, POST, OPTIONS"]);
    },
  );

  it("decision 17: HEAD has the headers of GET, no body, and changes nothing", async () => {
    const { origin } = await start(express);
    const head = (method: string) =>
      sendRaw(
        origin,
        `${method} /auth/signin HTTP/1.1\r\nHost: app.test\r\nConnection: close\r\n\r\n`,
      );
    const [got, headed] = [await head("GET"), await head("HEAD")];
    const header = (lines: readonly string[], name: string) =>
      lines.find((line) => line.toLowerCase().startsWith(`${name}:`));
    expect([headed.status, headed.body]).toEqual([200, ""]);
    for (const name of ["content-type", "content-security-policy", "cache-control"]) {
      expect(header(headed.lines, name)).toBe(header(got.lines, name));
      expect(header(got.lines, name)).toBeDefined();
    }
  });

  it("decision 17: HEAD on a callback is refused", async () => {
    const { origin } = await start(express);
    const answer = await new Visitor(origin).send({
      method: "HEAD",
      path: "/auth/callback/credentials",
    });
    expect(answer.status).toBe(405);
  });

  it("decision 17: OPTIONS is answered with 204 and what is allowed, without any CORS grant", async () => {
    const { origin } = await start(express);
    const answer = await new Visitor(origin).send({
      method: "OPTIONS",
      path: "/auth/csrf",
      headers: { origin: "https://evil.test", "access-control-request-method": "GET" },
    });
    expect([answer.status, answer.headers.allow]).toEqual([204, "GET, HEAD, OPTIONS"]);
    expect(Object.keys(answer.headers).filter((name) => name.startsWith("access-control"))).toEqual(
      [],
    );
  });

  it("a body of more than 1 MiB without a length is refused while it streams", async () => {
    const { origin } = await start(express);
    const chunk = "a".repeat(64 * 1024);
    const chunked = `${chunk.length.toString(16)}\r\n${chunk}\r\n`.repeat(largest / chunk.length);
    const head =
      "POST /auth/callback/credentials HTTP/1.1\r\nHost: app.test\r\nConnection: close\r\nContent-Type: application/x-www-form-urlencoded\r\nTransfer-Encoding: chunked\r\n\r\n";
    const exact = await sendRaw(origin, `${head}${chunked}0\r\n\r\n`);
    expect(exact.status).toBe(303);
    const over = await sendRaw(origin, `${head}${chunked}1\r\na\r\n0\r\n\r\n`);
    expect([over.status, over.body]).toEqual([413, expect.stringContaining("message")]);
    expect((await new Visitor(origin).get("/auth/session")).text).toBe("null");
  });

  it("a body that says to be longer than 1 MiB is refused before it is read", async () => {
    const { origin } = await start(express);
    const head = `POST /auth/signout HTTP/1.1\r\nHost: app.test\r\nConnection: close\r\nContent-Type: application/json\r\nContent-Length: ${largest + 1}\r\n\r\n`;
    const { hostname, port } = new URL(origin);
    const socket = createConnection(Number(port), hostname);
    socket.write(head);
    const answer = String(await once(socket, "data"));
    socket.destroy();
    expect(answer).toMatch(/^HTTP\/1\.1 413 /);
  });

  it("a body that no route reads is not collected", async () => {
    const { origin, requests } = await start(express);
    const { hostname, port } = new URL(origin);
    const socket = createConnection(Number(port), hostname);
    socket.write(
      "POST /auth/nothing HTTP/1.1\r\nHost: app.test\r\nContent-Length: 1000\r\n\r\nbegun",
    );
    const answer = String(await once(socket, "data"));
    expect(answer).toMatch(/^HTTP\/1\.1 404 /);
    expect(requests.map((request) => request.listenerCount("data"))).toEqual([0]);
    socket.destroy();
  });

  it("a browser that goes away in the middle of a body is no error of the server", async () => {
    const { origin, log, requests, errors } = await start(express);
    const { hostname, port } = new URL(origin);
    const socket = createConnection(Number(port), hostname);
    socket.write(
      "POST /auth/signout HTTP/1.1\r\nHost: app.test\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{",
    );
    await vi.waitUntil(() => requests.length === 1);
    socket.destroy();
    await vi.waitUntil(() => requests.every((request) => request.closed));
    await wait(50);
    expect([...errors, ...log.codes("error")]).toEqual([]);
    expect((await new Visitor(origin).get("/auth/session")).text).toBe("null");
  });
});

describe("the package", () => {
  it("[SVC-10] offers the Express integration as ESM only", () => {
    const manifest: unknown = JSON.parse(
      readFileSync(new URL("../../package.json", import.meta.url), "utf8"),
    );
    expect(manifest).toMatchObject({ type: "module" });
    const code = "./dist/frameworks/express/index.js";
    // No `require`, and nothing for browsers: it is the code of a server.
    expect(manifest).toHaveProperty(["exports", "./express"], {
      types: "./dist/frameworks/express/index.d.ts",
      workerd: code,
      worker: code,
      "edge-light": code,
      browser: null,
      default: code,
    });
  });
});
