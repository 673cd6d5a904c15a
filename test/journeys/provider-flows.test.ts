import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import PeerPasskey from "@auth/core/providers/passkey";
import { Auth } from "latchkey";
import type { Provider } from "latchkey/providers";
import Credentials from "latchkey/providers/credentials";
import GitHub from "latchkey/providers/github";
import Google from "latchkey/providers/google";
import Nodemailer from "latchkey/providers/nodemailer";
import Passkey from "latchkey/providers/passkey";
import Password from "latchkey/providers/password";
import { describe, expect, it } from "vitest";
import { createEngine } from "../../src/core/engine/engine.js";
import { ada, adasForm, people, world } from "../support/config.js";

const client = { clientId: "client", clientSecret: "secret" };
const mailer = Nodemailer({ server: "smtp://localhost:1", from: "no-reply@acme.test" });

async function membersOf(response: Response): Promise<Map<string, unknown>> {
  const body: unknown = await response.json();
  return new Map(Object.entries(body ?? {}));
}

async function offered(providers: readonly Provider[]): Promise<Map<string, unknown>> {
  const { config } = world("database", { experimental: { enableWebAuthn: true } });
  const request = new Request("http://localhost:3000/auth/providers");
  const response = await Auth(request, { ...config, providers: [...providers] });
  return membersOf(response);
}

describe("a provider of ours brings its flow", () => {
  const ours: readonly Provider[] = [
    GitHub(client),
    Google(client),
    mailer,
    people,
    Password({ email: mailer }),
    Passkey(),
  ];

  it("to an engine that has none for hand-written ones", async () => {
    const { config } = world("database", {
      providers: [...ours],
      experimental: { enableWebAuthn: true },
    });
    const engine = createEngine(config, {});
    const request = new Request("http://localhost:3000/auth/providers");
    const ids = (await membersOf(await engine.handle(request))).keys();
    expect([...ids]).toEqual([
      "github",
      "google",
      "nodemailer",
      "credentials",
      "password",
      "passkey",
    ]);
  });

  it("also as a copy with another id, and with its options in place", async () => {
    const copies: readonly Provider[] = [
      { ...GitHub({}), id: "work", options: client },
      { ...mailer, id: "mail", options: { from: "other@acme.test" } },
      { ...people, id: "own" },
      { ...Password({ email: mailer }), id: "secret", options: { name: "Secret" } },
      { ...Passkey(), id: "key" },
    ];
    expect([...(await offered(copies)).keys()]).toEqual(["work", "mail", "own", "secret", "key"]);
  });

  it("which nobody sees from outside", async () => {
    const told = await offered(ours);
    expect(told.get("password")).toEqual({
      id: "password",
      name: "Password",
      type: "credentials",
      signinUrl: "http://localhost:3000/auth/signin/password",
      callbackUrl: "http://localhost:3000/auth/callback/password",
    });
    for (const one of ours) expect(JSON.stringify(one)).not.toContain("flow");
  });

  it("for its own type: a copy of another type has the flow of that", async () => {
    const { browser, config } = world("jwt", {
      providers: [{ ...GitHub(client), ...plainCredentials, options: {} }],
    });
    const person = browser();
    await person.submit("callback/own", adasForm);
    expect(await person.session()).toMatchObject({ user: { name: ada.name } });
    expect(config.providers).toHaveLength(1);
  });
});

const plainCredentials = {
  id: "own",
  name: "Own",
  type: "credentials" as const,
  credentials: {},
  authorize: () => ada,
};

describe("a provider written by hand", () => {
  it("has the flow of its type: OAuth, OpenID Connect, e-mail, credentials", async () => {
    const told = await offered([
      {
        id: "plain",
        name: "Plain",
        type: "oauth",
        authorization: "https://idp.test/authorize",
        token: "https://idp.test/token",
        userinfo: "https://idp.test/me",
        ...client,
      },
      { id: "open", name: "Open", type: "oidc", issuer: "https://idp.test", ...client },
      { id: "mail", type: "email", sendVerificationRequest: () => undefined },
      plainCredentials,
    ]);
    expect([...told.keys()]).toEqual(["plain", "open", "mail", "own"]);
  });

  it.each([
    [{ id: "pw", name: "P", type: "password", email: mailer }, "latchkey/providers/password"],
    [PeerPasskey({}), "latchkey/providers/passkey"],
    [{ id: "odd", name: "O", type: "constructor" }, "isn't oidc, oauth"],
    [{ id: "odd", name: "O", type: "__proto__" }, "isn't oidc, oauth"],
    [{ id: "odd", name: "O" }, "isn't oidc, oauth"],
  ])("is left out with the line to write where there is none: %j", async (given, cure) => {
    const { log, config } = world("database");
    const providers: Provider[] = [people, Credentials({ authorize: () => ada })];
    Reflect.set(providers, 0, given);
    const request = new Request("http://localhost:3000/auth/providers");
    const response = await Auth(request, { ...config, providers });
    expect([...(await membersOf(response)).keys()]).toEqual(["credentials"]);
    expect(String(log.errors("InvalidProvider")[0]?.message)).toContain(cure);
  });
});

it("an application in one file holds no flow that only a factory brings", async () => {
  const source = (path: string) => fileURLToPath(new URL(`../../src/${path}`, import.meta.url));
  const { metafile } = await build({
    stdin: {
      contents: `export { Auth } from ${JSON.stringify(source("doors/index.ts"))};
        export { default } from ${JSON.stringify(source("providers/github.ts"))};`,
      resolveDir: source(""),
    },
    bundle: true,
    write: false,
    metafile: true,
    format: "esm",
    platform: "node",
    packages: "external",
    logLevel: "silent",
  });
  const flows = Object.keys(metafile.inputs).filter((file) => file.includes("src/flows/"));
  // The texts of the library's own mails belong to its languages.
  const texts = /mail-texts\.ts$/;
  expect(flows.filter((file) => /password|webauthn/.test(file) && !texts.test(file))).toEqual([]);
  expect(flows.some((file) => file.includes("flows/oauth/"))).toBe(true);
});
