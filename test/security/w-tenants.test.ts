import { customFetch } from "latchkey";
import type { OIDCConfig } from "latchkey/providers";
import AzureADB2C from "latchkey/providers/azure-ad-b2c";
import MicrosoftEntraID from "latchkey/providers/microsoft-entra-id";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { location } from "../support/client.js";
import { world } from "../support/config.js";
import { RogueProvider } from "../support/oauth/rogue.js";

let rogue: RogueProvider;
beforeAll(async () => {
  rogue = await RogueProvider.start();
});
afterAll(() => rogue.stop());
beforeEach(() => {
  rogue.reset();
});

const personal = "9188040d-6c67-4c5b-b112-36a304b66dad";
const work = "11111111-2222-3333-4444-555555555555";
const other = "99999999-2222-3333-4444-555555555555";
const entra = "https://login.microsoftonline.com";

interface Attempt {
  /** What the application configures. */
  readonly issuer: string;
  /** What the document there names. */
  readonly named: string;
  /** What the ID token says. */
  readonly iss: string;
  readonly tid?: string;
  readonly make?: (options: Partial<OIDCConfig>) => OIDCConfig;
}

/** Somebody at a site whose calls to the provider's host all end at the local one. */
function visitor({ issuer, named, iss, tid, make = MicrosoftEntraID }: Attempt) {
  const { origin, pathname } = new URL(issuer);
  const document = `${pathname.replace(/\/$/, "")}/.well-known/openid-configuration`;
  rogue.answers.set(document, {
    json: {
      issuer: named,
      authorization_endpoint: `${origin}/authorize`,
      token_endpoint: `${origin}/token`,
      jwks_uri: `${origin}/jwks`,
    },
  });
  rogue.idToken = { claims: { iss, tid } };
  const provider = make({
    id: "ms",
    issuer,
    clientId: "client-1",
    clientSecret: "secret-1",
    [customFetch]: (input, init) => {
      const url = new URL(input instanceof Request ? input.url : input);
      if (url.origin !== origin) return Promise.resolve(new Response(null, { status: 404 }));
      return fetch(new URL(url.pathname, rogue.issuer), init);
    },
  });
  return { origin, tab: world("jwt", { providers: [provider] }).browser() };
}

/** Whether somebody gets in. `begun` is who is said to have sent them, where it wasn't they themselves. */
async function getsIn(attempt: Attempt, begun?: string) {
  const { origin, tab } = visitor(attempt);
  const route = `signin/ms${begun === undefined ? "" : `?iss=${encodeURIComponent(begun)}`}`;
  const started = location(await (begun === undefined ? tab.submit(route) : tab.get(route)));
  if (!started.startsWith(origin)) return false;
  const request = new URL(started);
  const code = rogue.issueCode(request);
  const state = request.searchParams.get("state") ?? "";
  const query = new URLSearchParams({ code, state }).toString();
  return location(await tab.get(`callback/ms?${query}`)) === "https://app.test";
}

const of = (tenant: string) => `${entra}/${tenant}/v2.0`;
const template = of("{tenantid}");

describe("Microsoft Entra ID", () => {
  it.each([
    ["common", "a tenant", { issuer: of("common"), named: template, iss: of(work), tid: work }],
    [
      "common",
      "a person",
      { issuer: of("common"), named: template, iss: of(personal), tid: personal },
    ],
    [
      "organizations",
      "a tenant",
      { issuer: of("organizations"), named: template, iss: of(work), tid: work },
    ],
    [
      "consumers",
      "a person",
      { issuer: of("consumers"), named: of(personal), iss: of(personal), tid: personal },
    ],
    [
      "consumers",
      "a person, with a template",
      { issuer: of("consumers"), named: template, iss: of(personal), tid: personal },
    ],
    [
      "a domain",
      "its tenant",
      { issuer: of("contoso.onmicrosoft.com"), named: of(work), iss: of(work), tid: work },
    ],
    ["a tenant", "itself", { issuer: of(work), named: of(work), iss: of(work), tid: work }],
  ])("W09 as %s lets %s in", async (_, __, attempt) => {
    expect(await getsIn(attempt)).toBe(true);
  });

  it.each([
    [
      "organizations",
      "a person",
      { issuer: of("organizations"), named: template, iss: of(personal), tid: personal },
    ],
    [
      "consumers",
      "a tenant",
      { issuer: of("consumers"), named: template, iss: of(work), tid: work },
    ],
    [
      "consumers",
      "a tenant whose document is there",
      { issuer: of("consumers"), named: of(work), iss: of(work), tid: work },
    ],
    [
      "a domain",
      "another tenant",
      { issuer: of("contoso.com"), named: of(work), iss: of(other), tid: other },
    ],
    [
      "a tenant",
      "another tenant",
      { issuer: of(work), named: of(other), iss: of(other), tid: other },
    ],
    [
      "a domain",
      "another host",
      {
        issuer: of("contoso.com"),
        named: `https://evil.test/${work}/v2.0`,
        iss: `https://evil.test/${work}/v2.0`,
        tid: work,
      },
    ],
    [
      "common",
      "a token with the issuer of one tenant and the id of another",
      { issuer: of("common"), named: template, iss: of(work), tid: other },
    ],
    [
      "another site that names tenants alike",
      "anybody",
      {
        issuer: "https://login.evil.test/contoso.com/v2.0",
        named: `https://login.evil.test/${work}/v2.0`,
        iss: `https://login.evil.test/${work}/v2.0`,
        tid: work,
      },
    ],
  ])("W09 as %s does not let %s in", async (_, __, attempt) => {
    expect(await getsIn(attempt)).toBe(false);
  });
});

describe("a sign-in that begins at Microsoft Entra ID", () => {
  const common = { issuer: of("common"), named: template, iss: of(work), tid: work };
  const organizations = { ...common, issuer: of("organizations") };
  const me = { iss: of(personal), tid: personal };
  const consumers = { issuer: of("consumers"), named: of(personal), ...me };

  it.each<[string, string, Attempt, string]>([
    ["common", "a tenant", common, of(work)],
    ["common", "a person", { ...common, ...me }, of(personal)],
    ["common", "nobody in particular", common, of("common")],
    [
      "common",
      "a document that has its name filled in",
      { ...common, named: of("common") },
      of(work),
    ],
    ["organizations", "a tenant", organizations, of(work)],
    ["consumers", "a person", consumers, of(personal)],
    ["consumers", "a person, with a template", { ...consumers, named: template }, of(personal)],
    ["a domain", "its tenant", { ...common, issuer: of("contoso.com"), named: of(work) }, of(work)],
  ])("W09 as %s is begun by %s", async (_, __, attempt, begun) => {
    expect(await getsIn(attempt, begun)).toBe(true);
  });

  it.each<[string, string, Attempt, string]>([
    ["organizations", "personal accounts", organizations, of(personal)],
    ["consumers", "a tenant", { ...consumers, named: template }, of(work)],
    ["common", "a tenant of another host", common, `https://evil.test/${work}/v2.0`],
    ["common", "a tenant that is none", common, of("contoso.com")],
    ["common", "more than a tenant", common, of(`${work}/${work}`)],
    ["common", "another version", common, `${entra}/${work}/`],
    ["common", "the template itself with nothing in it", common, `${entra}//v2.0`],
    ["a tenant", "another", { ...common, issuer: of(work), named: of(work) }, of(other)],
    ["a domain", "another", { ...common, issuer: of("contoso.com"), named: of(work) }, of(other)],
  ])("W09 as %s is not begun by %s: people get the page with all ways in", async (...row) => {
    const [, , attempt, begun] = row;
    const { tab } = visitor(attempt);
    const begins = await tab.get(`signin/ms?iss=${encodeURIComponent(begun)}`);
    expect(location(begins)).toBe("https://app.test/auth/signin");
    expect(tab.cookieNames().filter((name) => name.includes("flow"))).toEqual([]);
  });
});

describe("Azure AD B2C", () => {
  const host = "https://contoso.b2clogin.com";
  const issuer = `${host}/contoso.onmicrosoft.com/B2C_1_signin/v2.0`;
  const make = AzureADB2C;

  it.each([
    ["the tenant", `${host}/${work}/v2.0/`],
    ["the tenant and the policy", `${host}/tfp/${work}/b2c_1_signin/v2.0/`],
  ])("W09 with %s as its issuer lets people in", async (_, named) => {
    expect(await getsIn({ issuer, named, iss: named, make })).toBe(true);
    expect(await getsIn({ issuer: `${issuer}/`, named, iss: named, make })).toBe(true);
  });

  it.each([
    ["another host", `https://evil.b2clogin.com/${work}/v2.0/`],
    ["no tenant", `${host}/evil/v2.0/`],
  ])("W09 with %s as its issuer lets nobody in", async (_, named) => {
    expect(await getsIn({ issuer, named, iss: named, make })).toBe(false);
  });

  it("W09 lets nobody in with a token of another tenant", async () => {
    const named = `${host}/${work}/v2.0/`;
    expect(await getsIn({ issuer, named, iss: `${host}/${other}/v2.0/`, make })).toBe(false);
  });
});
