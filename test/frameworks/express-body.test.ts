import type { RequestHandler } from "express";
import { MiddlewareAuth } from "latchkey/express";
import Credentials from "latchkey/providers/credentials";
import { describe, expect, it } from "vitest";
import { ada, adasForm, world, type TestConfig } from "../support/config.js";
import { expressVersions, serve, type ExpressVersion } from "../support/express-host.js";
import { Visitor } from "../support/visitor.js";

type Parsers = (express: ExpressVersion["express"]) => RequestHandler[];

const parsers: readonly (readonly [string, Parsers])[] = [
  ["no parser", () => []],
  ["express.json()", (express) => [express.json()]],
  ["express.urlencoded({ extended: true })", (express) => [express.urlencoded({ extended: true })]],
  [
    "express.urlencoded({ extended: false })",
    (express) => [express.urlencoded({ extended: false })],
  ],
  ["json and urlencoded", (express) => [express.json(), express.urlencoded({ extended: true })]],
  ["express.text()", (express) => [express.text()]],
  ["express.text() of every type", (express) => [express.text({ type: "*/*" })]],
  ["express.raw()", (express) => [express.raw()]],
  ["express.raw() of every type", (express) => [express.raw({ type: "*/*" })]],
  [
    "a parser that sets an encoding",
    () => [
      (req, _res, next) => {
        req.setEncoding("utf8");
        next();
      },
    ],
  ],
];

const cases = expressVersions.flatMap((version) =>
  parsers.map(([title, make]) => ({ ...version, title, make })),
);

const form = "application/x-www-form-urlencoded";
const good = new URLSearchParams(adasForm).toString();
const unusual = { username: "ada", password: "ä €\u{1f511} & = + %41" };

describe.each(cases)("$version, after $title", ({ express, make }) => {
  async function visit(overrides: Partial<TestConfig> = {}): Promise<Visitor> {
    const app = express();
    for (const parser of make(express)) app.use(parser);
    app.use("/auth", MiddlewareAuth(world("jwt", overrides).config));
    return new Visitor(await serve(app));
  }

  it("[SVC-6] a form signs in", async () => {
    const visitor = await visit();
    await visitor.signIn(adasForm);
    expect(await visitor.session()).toMatchObject({ user: { name: ada.name } });
  });

  it("[SVC-6] JSON signs in, and updates the session", async () => {
    const visitor = await visit();
    const csrfToken = await visitor.csrfToken();
    const body = JSON.stringify({ ...adasForm, csrfToken });
    await visitor.post("callback/credentials", body, "application/json; charset=utf-8");
    const update = JSON.stringify({ csrfToken: await visitor.csrfToken(), data: { a: [1] } });
    const answer = await visitor.post("session", update, "application/json");
    expect(answer.status).toBe(200);
    expect(answer.json()).toMatchObject({ user: { name: ada.name } });
  });

  it("[SVC-6] a multipart form signs in", async () => {
    const visitor = await visit();
    const fields = new FormData();
    const csrfToken = await visitor.csrfToken();
    for (const [name, value] of Object.entries({ ...adasForm, csrfToken })) fields.set(name, value);
    const encoded = new Response(fields);
    const type = encoded.headers.get("content-type") ?? "";
    await visitor.post("callback/credentials", new Uint8Array(await encoded.arrayBuffer()), type);
    expect(await visitor.session()).toMatchObject({ user: { name: ada.name } });
  });

  it.each([
    ["a form", (fields: object) => new URLSearchParams(Object.entries(fields)).toString(), form],
    ["JSON", (fields: object) => JSON.stringify(fields), "application/json"],
  ])("what was typed into %s arrives as it is", async (_, encode, type) => {
    const typed: unknown[] = [];
    const provider = Credentials({
      authorize: (credentials) => {
        typed.push(credentials);
        return null;
      },
    });
    const visitor = await visit({ providers: [provider] });
    const csrfToken = await visitor.csrfToken();
    await visitor.post("callback/credentials", encode({ ...unusual, csrfToken }), type);
    expect(typed).toEqual([expect.objectContaining(unusual)]);
  });

  it.each<[string, (token: string) => string, string]>([
    ["no token", () => "username=ada&password=x", form],
    ["two tokens", (token) => `${good}&csrfToken=${token}&csrfToken=${token}`, form],
    ["a token in brackets", (token) => `${good}&csrfToken[]=${token}`, form],
    ["a nested token", (token) => `${good}&csrfToken[a]=${token}`, form],
    [
      "a list of tokens",
      (token) => JSON.stringify({ ...adasForm, csrfToken: [token] }),
      "application/json",
    ],
    [
      "an object as the token",
      () => JSON.stringify({ ...adasForm, csrfToken: {} }),
      "application/json",
    ],
    [
      "true as the token",
      () => JSON.stringify({ ...adasForm, csrfToken: true }),
      "application/json",
    ],
    ["a list instead of an object", () => JSON.stringify([adasForm]), "application/json"],
    ["half of a JSON text", () => '{"username":', "application/json"],
    [
      "a prototype",
      (token) => `{"__proto__":{"csrfToken":"${token}"},"username":"ada"}`,
      "application/json",
    ],
    ["a prototype in brackets", (token) => `${good}&__proto__[csrfToken]=${token}`, form],
    ["nothing", () => "", form],
    ["another type", (token) => `${good}&csrfToken=${token}`, "text/plain"],
  ])("R02 %s signs nobody in", async (_, body, type) => {
    const visitor = await visit();
    const token = await visitor.csrfToken();
    const answer = await visitor.post("callback/credentials", body(token), type);
    expect(answer.status).toBeGreaterThanOrEqual(302);
    expect(answer.status).toBeLessThan(500);
    expect(answer.setCookies.filter((line) => line.includes("session-token"))).toEqual([]);
    expect(Object.hasOwn(Object.prototype, "csrfToken")).toBe(false);
    expect(await visitor.session()).toBeNull();
  });
});
