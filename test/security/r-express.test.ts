import type { ErrorRequestHandler } from "express";
import { MiddlewareAuth } from "latchkey/express";
import { describe, expect, it } from "vitest";
import { ada, adasForm, world } from "../support/config.js";
import { expressVersions, serve } from "../support/express-host.js";
import { Visitor } from "../support/visitor.js";

const wildcard = { "Express 4": "/auth/*", "Express 5": "/auth/*splat" } as const;

describe.each(expressVersions)("R. $version", ({ version, express }) => {
  it.each(["/auth", wildcard[version]])(
    "R01 at %s odd addresses change neither the configuration nor the sign-ins of others",
    async (path) => {
      const { config } = world("jwt");
      const frozen = Object.freeze({ ...config, providers: Object.freeze([...config.providers]) });
      const before = { ...frozen };
      const app = express();
      app.use(path, MiddlewareAuth(frozen));
      const origin = await serve(app);
      const odd = ["/auth/a", "/auth/u", "/auth/providers/", "/auth/auth", "/auth/signin/auth"];
      const noise = Array.from({ length: 40 }, (_, index) =>
        new Visitor(origin).get(odd[index % odd.length] ?? ""),
      );
      const signIns = Array.from({ length: 5 }, async () => {
        const visitor = new Visitor(origin);
        const { headers } = await visitor.signIn(adasForm);
        return { location: headers.location, session: await visitor.session() };
      });
      for (const result of await Promise.all(signIns)) {
        expect(result).toMatchObject({ location: origin, session: { user: { name: ada.name } } });
      }
      for (const { status } of await Promise.all(noise)) {
        expect([200, 302, 404, 405]).toContain(status);
      }
      expect(frozen).toEqual(before);
    },
  );

  it("R03 every cookie is a line of its own, beside those of the application", async () => {
    const { config } = world("jwt");
    const app = express();
    app.use((_req, res, next) => {
      res.cookie("one", "1");
      res.cookie("two", "2");
      next();
    });
    app.use("/auth", MiddlewareAuth(config));
    const visitor = new Visitor(await serve(app));
    const { setCookies } = await visitor.signIn(adasForm);
    const names = setCookies.map((line) => line.split("=", 1)[0]);
    expect(names.slice(0, 2)).toEqual(["one", "two"]);
    expect(names.slice(2).sort()).toEqual([
      "authjs.session-token",
      "latchkey.csrf-token",
      "latchkey.device",
    ]);
    expect(await visitor.session()).toMatchObject({ user: { name: ada.name } });
  });

  it("R03 a session too large for one cookie is spread over lines of their own", async () => {
    const { config } = world("jwt", {
      callbacks: {
        jwt: ({ token }) => ({ ...token, large: "x".repeat(5000) }),
        session: ({ session, token }) => ({ ...session, large: token["large"] }),
      },
    });
    const app = express();
    app.use("/auth", MiddlewareAuth(config));
    const visitor = new Visitor(await serve(app));
    await visitor.signIn(adasForm);
    expect(visitor.sessionCookies().sort()).toEqual([
      "authjs.session-token.0",
      "authjs.session-token.1",
    ]);
    expect(await visitor.session()).toMatchObject({ large: "x".repeat(5000) });
  });

  it("R03 a response that was sent already goes to next(error)", async () => {
    const errors: unknown[] = [];
    const app = express();
    app.use((_req, res, next) => {
      res.send("sent by the application");
      next();
    });
    app.use("/auth", MiddlewareAuth(world("jwt").config));
    const failed: ErrorRequestHandler = (error: unknown, _req, _res, _next) => {
      errors.push(error);
    };
    app.use(failed);
    const visitor = new Visitor(await serve(app));
    const answer = await visitor.get("/auth/csrf");
    expect([answer.text, answer.setCookies]).toEqual(["sent by the application", []]);
    await expect.poll(() => errors).toEqual([expect.any(Error)]);
  });

  it("R04 without trust proxy behind https nobody is signed in with an insecure cookie, and the log says why", async () => {
    const { config, log } = world("jwt");
    const app = express();
    app.use("/auth", MiddlewareAuth(config));
    const visitor = new Visitor(await serve(app), {
      headers: {
        host: "app.test",
        origin: "https://app.test",
        "sec-fetch-site": "same-origin",
        "x-forwarded-proto": "https",
      },
    });
    const answer = await visitor.signIn(adasForm);
    expect(answer.headers.location).toContain("error=MissingCSRF");
    expect(visitor.sessionCookies()).toEqual([]);
    expect(log.errors("MissingCSRF")[0]?.message).toMatch(/AUTH_URL.*trust proxy/);
  });
});
