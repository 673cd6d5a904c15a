// A provider object of next-auth 4 at a certified OpenID provider: first with the published library, then with
// latchkey/v4, which is given the very same object.
import { createRequire } from "node:module";
import { NextAuth } from "latchkey/v4";
import { afterEach, expect, it, onTestFinished, vi } from "vitest";
import { startOpenId } from "../../test/support/oauth/openid.ts";
import { Person, servePages } from "./pages-server.mjs";

const require = createRequire(import.meta.url);
const { default: PublishedNextAuth } = require("next-auth4");
const { default: PublishedAzureAd } = require("next-auth4/providers/azure-ad");
const { default: PublishedGitHub } = require("next-auth4/providers/github");

const secret = "a secret of the tests that is long enough for everybody";
const soon = new Date(Date.now() + 30 * 24 * 60 * 60 * 1000);
const logger = { error() {}, warn() {}, debug() {} };

afterEach(() => {
  vi.unstubAllEnvs();
});

/** An address at which an application is put later, since the provider has to know it first. */
async function opened() {
  const found = {};
  const origin = await servePages((req, res) => found.handler(req, res));
  const put = (make) => {
    vi.stubEnv("NEXTAUTH_URL", origin);
    found.handler = make();
  };
  return { origin, put, callback: `${origin}/api/auth/callback/op` };
}

/** Who is signed in after a visit to the provider, and what was in the token. */
async function visit(origin, server) {
  const person = new Person();
  const started = await person.post(`${origin}/api/auth/signin/op`, {});
  const { url } = await server.visit(new URL(started.headers.get("location")));
  await person.ask(url.href);
  return person.json(`${origin}/api/auth/session`);
}

it.each([
  ["idToken and wellKnown", { idToken: true, checks: ["pkce", "state"] }],
  ["one check as a text", { idToken: true, checks: "pkce" }],
  ["httpOptions", { idToken: true, checks: ["state"], httpOptions: { timeout: 10_000 } }],
  ["userinfo", { checks: ["pkce", "state"] }],
])("a provider with %s: the same person, the same sub", async (_, more) => {
  const seen = [];
  const [old, now] = [await opened(), await opened()];
  const server = await startOpenId({
    client: { redirect_uris: [old.callback, now.callback] },
    configuration: { pkce: { required: () => false } },
  });
  onTestFinished(() => server.stop());
  const options = (given) => ({
    secret,
    logger,
    providers: [
      {
        id: "op",
        name: "OpenID",
        type: "oauth",
        wellKnown: `${server.issuer}/.well-known/openid-configuration`,
        authorization: { params: { scope: "openid email profile" } },
        clientId: "client-1",
        clientSecret: "a secret that both of them know: 5f1a",
        profile: ({ sub, name, email }) => ({ id: sub, name, email }),
        ...more,
      },
    ],
    callbacks: {
      jwt({ token, account, profile }) {
        if (account) seen.push({ sub: token.sub, provider: account.provider, name: profile.name });
        return token;
      },
    },
    ...given,
  });
  old.put(() => PublishedNextAuth(options({})));
  const before = await visit(old.origin, server);
  now.put(() => NextAuth(options({ migration: { until: soon } })));
  const after = await visit(now.origin, server);
  expect(before.user).toMatchObject({ name: "Pat Example", email: "pat@example.org" });
  expect(after.user).toMatchObject(before.user);
  expect(seen).toHaveLength(2);
  expect(seen[0]).toEqual({ sub: "pat", provider: "op", name: "Pat Example" });
  expect(seen[1]).toEqual(seen[0]);
});

it.each([
  [
    "Azure AD with a tenant",
    PublishedAzureAd({ clientId: "a", clientSecret: "b", tenantId: "common" }),
    "azure-ad",
  ],
  ["GitHub", PublishedGitHub({ clientId: "a", clientSecret: "b" }), "github"],
])("the factory of %s is taken as it is", async (_, provider, id) => {
  const { origin, put } = await opened();
  put(() => NextAuth({ secret, logger, providers: [provider], migration: { until: soon } }));
  expect(await new Person().json(`${origin}/api/auth/providers`)).toMatchObject({ [id]: { id } });
});
