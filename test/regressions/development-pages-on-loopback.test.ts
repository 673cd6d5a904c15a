import { createServer } from "node:http";
import { networkInterfaces } from "node:os";
import { once } from "node:events";
import express from "express";
import { Auth, type AuthConfig } from "latchkey";
import { MemoryAdapter } from "latchkey/adapters/memory";
import { devIdentity, devInbox } from "latchkey/dev";
import { MiddlewareAuth } from "latchkey/express";
import NextAuth from "latchkey/next";
import { describe, expect, it, onTestFinished } from "vitest";
import { secret } from "../support/config.js";
import { nextRequest } from "../support/next/requests.js";
import { Visitor } from "../support/visitor.js";

const pages = ["doctor", "assets/dev", "assets/dev-inbox"];

const config = (): AuthConfig => ({
  providers: [devIdentity(), devInbox()],
  adapter: MemoryAdapter(),
  secret,
  trustHost: true,
});

/** An Express application that listens on every interface and believes its proxy. */
async function listening(url?: string): Promise<number> {
  const app = express();
  app.set("trust proxy", true);
  app.use("/auth", MiddlewareAuth({ ...config(), url }));
  const server = createServer(app).listen(0, "0.0.0.0");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  const address = server.address();
  return typeof address === "object" && address !== null ? address.port : 0;
}

const outside = Object.values(networkInterfaces())
  .flatMap((addresses) => addresses ?? [])
  .find(({ family, internal }) => family === "IPv4" && !internal)?.address;

/** The page of people is at an address with the application's own callback in it. */
const pathOf = (page: string, origin: string) =>
  `/auth/${page}?redirect_uri=${encodeURIComponent(`${origin}/auth/callback/dev`)}`;

describe("pages for development", () => {
  it.each(pages)("%s answers a loopback socket", async (page) => {
    const origin = `http://localhost:${await listening()}`;
    const { status } = await new Visitor(origin).get(pathOf(page, origin));
    expect(status).toBe(200);
  });

  it.each(pages)("%s refuses where the socket's address isn't known, and says so", async (page) => {
    const origin = "http://localhost:3000";
    const response = await Auth(new Request(`${origin}${pathOf(page, origin)}`), config());
    expect([response.status, await response.text()]).toEqual([
      403,
      expect.stringContaining("address"),
    ]);
  });

  it.skipIf(outside === undefined).each(pages)(
    "%s refuses another machine, whatever its headers say",
    async (page) => {
      const port = await listening();
      const origin = `http://localhost:${port}`;
      const attacker = new Visitor(`http://${outside}:${port}`);
      for (const headers of [{}, { "x-forwarded-for": "127.0.0.1" }, { "x-real-ip": "::1" }]) {
        const path = pathOf(page, origin);
        const sent = { path, headers: { ...headers, host: `localhost:${port}` } };
        expect((await attacker.send(sent)).status).toBe(403);
      }
    },
  );

  it.each(pages)("%s refuses a name of another site that leads here", async (page) => {
    const port = await listening("http://localhost:3000");
    const path = pathOf(page, "http://localhost:3000");
    const headers = { host: `evil.test:${port}` };
    const { status } = await new Visitor(`http://localhost:${port}`, { headers }).get(path);
    expect(status).toBe(403);
  });

  it.each(pages)("%s refuses what a proxy on the same machine passes on", async (page) => {
    const origin = `http://localhost:${await listening()}`;
    const headers = { "x-forwarded-for": "203.0.113.7" };
    const { status } = await new Visitor(origin, { headers }).get(pathOf(page, origin));
    expect(status).toBe(403);
  });
});

/**
 * A server as `next dev` is one: it listens on every interface, its handlers get a web request with no socket, and
 * with headers that Next.js adds where the client sent none.
 */
async function nextListening(): Promise<number> {
  const { handlers } = NextAuth({ ...config(), basePath: "/auth" });
  const server = createServer((req, res) => {
    const { host = "", ...sent } = req.headers;
    const headers = new Headers({ host, "x-forwarded-host": host, "x-forwarded-proto": "http" });
    headers.set("x-forwarded-for", req.socket.remoteAddress ?? "");
    for (const [name, value] of Object.entries(sent)) headers.set(name, String(value));
    void handlers.GET(nextRequest(`http://${host}${req.url}`, { headers })).then((answer) => {
      res.writeHead(answer.status).end();
    });
  }).listen(0, "0.0.0.0");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  const address = server.address();
  return typeof address === "object" && address !== null ? address.port : 0;
}

// Next.js tells no socket: nobody could use the pages, and `init` wrote a sign-in by name that everybody could.
describe("pages for development in Next.js", () => {
  it.each(pages)("%s answers a loopback socket", async (page) => {
    const origin = `http://localhost:${await nextListening()}`;
    expect((await new Visitor(origin).get(pathOf(page, origin))).status).toBe(200);
  });

  it.skipIf(outside === undefined).each(pages)(
    "%s refuses another machine, also between requests of this one",
    async (page) => {
      const port = await nextListening();
      const origin = `http://localhost:${port}`;
      const [owner, attacker] = [new Visitor(origin), new Visitor(`http://${outside}:${port}`)];
      const path = pathOf(page, origin);
      for (const headers of [{}, { "x-forwarded-for": "127.0.0.1" }, { "x-real-ip": "::1" }]) {
        const sent = { path, headers: { ...headers, host: `localhost:${port}` } };
        const [own, others] = await Promise.all([owner.get(path), attacker.send(sent)]);
        expect([own.status, others.status]).toEqual([200, 403]);
      }
    },
  );

  it.each(pages)("%s refuses what a proxy passes on, and another name", async (page) => {
    const port = await nextListening();
    const origin = `http://localhost:${port}`;
    for (const headers of [
      { "x-forwarded-for": "127.0.0.1" },
      { "x-forwarded-host": `localhost:${port}` },
      { host: `evil.test:${port}` },
    ]) {
      const { status } = await new Visitor(origin, { headers }).get(pathOf(page, origin));
      expect(status).toBe(403);
    }
  });
});
