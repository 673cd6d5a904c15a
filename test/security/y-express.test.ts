import { getSession, MiddlewareAuth, type ExpressAuthConfig } from "latchkey/express";
import type { NextFunction, Request, Response } from "express";
import { describe, expect, it, vi } from "vitest";
import { adasForm, strategies, world } from "../support/config.js";
import { expressVersions, sendRaw, serve, type ExpressVersion } from "../support/express-host.js";
import { Visitor } from "../support/visitor.js";

type Handler = (req: Request, res: Response, next: NextFunction) => unknown;

/** A server that tells what came to its error handler, and what nobody handled at all. */
async function host(
  express: ExpressVersion["express"],
  before: Handler,
  config: ExpressAuthConfig,
) {
  const seen: string[] = [];
  const app = express();
  app.use("/auth", before, MiddlewareAuth(config));
  app.get("/who", async (req, res) => {
    res.set("cache-control", "public, max-age=600");
    res.json(await getSession(req, config));
  });
  app.use((error: Error, _req: Request, res: Response, _next: NextFunction) => {
    seen.push(error.message);
    if (!res.headersSent) res.status(500).send("error handler");
  });
  return { origin: await serve(app), seen };
}

describe.each(expressVersions)("Y. $version", ({ express }) => {
  it("Y18 what goes wrong in the handler goes to the error handler, and ends no process", async () => {
    const unhandled: unknown[] = [];
    const note = (reason: unknown) => void unhandled.push(reason);
    process.on("unhandledRejection", note);
    const { config } = world("jwt");
    const sent = await host(
      express,
      (_req, res, next) => {
        res.send("already");
        next();
      },
      config,
    );
    expect((await new Visitor(sent.origin).route("session")).text).toBe("already");
    const broken = new Proxy(config, {
      ownKeys() {
        throw new Error("no configuration today");
      },
    });
    const failing = await host(express, (_req, _res, next) => next(), broken);
    expect((await new Visitor(failing.origin).route("session")).status).toBe(500);
    // It answers before it fails.
    await vi.waitFor(() => expect(sent.seen).toHaveLength(1), 5000);
    await new Promise((resolve) => setTimeout(resolve, 20));
    process.off("unhandledRejection", note);
    expect(failing.seen).toEqual(["no configuration today"]);
    expect(unhandled).toEqual([]);
  });

  it.each(strategies)(
    "Y19 a response on which the session was renewed is kept by no cache, strategy %s",
    async (strategy) => {
      const { config } = world(strategy, { session: { strategy, updateAge: 0 } });
      const { origin } = await host(express, (_req, _res, next) => next(), config);
      const visitor = new Visitor(origin);
      const nobody = await visitor.get("/who");
      expect(nobody.headers["cache-control"]).toBe("public, max-age=600");
      await visitor.signIn(adasForm);
      const somebody = await visitor.get("/who");
      expect(somebody.setCookies).toHaveLength(1);
      expect(somebody.headers["cache-control"]).toBe("private, no-store");
      expect(somebody.headers.vary).toContain("Cookie");
    },
  );

  it("Y11 what is refused because of its host or path is kept by no cache", async () => {
    const { origin } = await host(express, (_req, _res, next) => next(), world("jwt").config);
    const noHost = await sendRaw(
      origin,
      "GET /auth/session HTTP/1.1\r\nHost: a b\r\nConnection: close\r\n\r\n",
    );
    const dots = await sendRaw(
      origin,
      "GET /auth/./session HTTP/1.1\r\nHost: app.test\r\nConnection: close\r\n\r\n",
    );
    for (const answer of [noHost, dots]) {
      expect([400, 404]).toContain(answer.status);
      expect(answer.lines.map((line) => line.toLowerCase())).toContain(
        "cache-control: private, no-store",
      );
    }
  });
});
