import type { RequestHandler } from "express";
import { MiddlewareAuth } from "latchkey/express";
import { describe, expect, it } from "vitest";
import { adasForm, world } from "../support/config.js";
import { expressVersions, serve } from "../support/express-host.js";
import { Visitor } from "../support/visitor.js";

const form = "application/x-www-form-urlencoded";
const good = new URLSearchParams(adasForm).toString();

/** Bodies, and whether they sign in. */
const bodies: readonly (readonly [(token: string) => string, string, boolean])[] = [
  [(token) => `${good}&csrfToken=${token}`, form, true],
  [(token) => JSON.stringify({ ...adasForm, csrfToken: token }), "application/json", true],
  [() => good, form, false],
  [(token) => `${good}&csrfToken=${token}&csrfToken=${token}`, form, false],
  [(token) => `${good}&csrfToken[]=${token}`, form, false],
  [(token) => `${good}&__proto__[csrfToken]=${token}`, form, false],
  [(token) => JSON.stringify({ ...adasForm, csrfToken: [token] }), "application/json", false],
  [(token) => `{"__proto__":{"csrfToken":"${token}"},"username":"ada"}`, "application/json", false],
  [(token) => `${good}&csrfToken=${token}`, "text/plain", false],
  [() => "{", "application/json", false],
];

describe.each(expressVersions)(
  "$version, with a body that the application has parsed",
  ({ express }) => {
    const parsers: Record<string, RequestHandler[]> = {
      nothing: [],
      json: [express.json()],
      "urlencoded, extended": [express.urlencoded({ extended: true })],
      "urlencoded, not extended": [express.urlencoded({ extended: false })],
      raw: [express.raw({ type: "*/*" })],
      text: [express.text({ type: "*/*" })],
    };

    it.each(Object.keys(parsers))(
      "R02 by %s: the same are let in and the same are refused",
      async (name) => {
        const app = express();
        for (const parser of parsers[name] ?? []) app.use(parser);
        app.use("/auth", MiddlewareAuth(world("jwt").config));
        const origin = await serve(app);
        for (const [body, type, signsIn] of bodies) {
          const visitor = new Visitor(origin);
          const text = body(await visitor.csrfToken());
          const { status } = await visitor.post("callback/credentials", text, type);
          expect(status).toBeLessThan(500);
          expect([text.slice(-40), (await visitor.session()) !== null]).toEqual([
            text.slice(-40),
            signsIn,
          ]);
        }
      },
    );
  },
);
