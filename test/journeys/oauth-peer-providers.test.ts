import { readdirSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname } from "node:path";
import { pathToFileURL } from "node:url";
import type { Provider } from "latchkey/providers";
import { customFetch } from "latchkey";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { location } from "../support/client.js";
import { world } from "../support/config.js";
import { begin } from "../support/oauth/journey.js";
import { RogueProvider } from "../support/oauth/rogue.js";

// The published factories of Auth.js, unmodified.
const folder = dirname(createRequire(import.meta.url).resolve("@auth/core/providers/github"));
const files = readdirSync(folder).filter((name) => name.endsWith(".js"));
const notOAuth = new Set(
  "index oauth provider-types credentials email nodemailer resend sendgrid postmark mailgun loops forwardemail webauthn passkey".split(
    " ",
  ),
);
const names = files.map((name) => name.slice(0, -3)).filter((name) => !notOAuth.has(name));

const issuer = "https://idp.example";

/** Options that satisfy every factory. */
const options = {
  clientId: "client-1",
  clientSecret: "secret-1",
  issuer,
  accountID: "acme",
  prompt: "none",
  scope: "s",
  userinfo: "https://idp.example/me",
  redirectUri: "https://app.test/auth/callback/notion",
  tenantId: "t",
  platformType: "OfficialAccount",
};

/** Only those that the factory asks for, so that its defaults are what is tested. */
function optionsFor(name: string): Record<string, unknown> {
  const { clientId, clientSecret } = options;
  const extras: Record<string, (keyof typeof options)[]> = {
    netsuite: ["accountID", "prompt", "scope", "userinfo"],
    notion: ["redirectUri"],
    todoist: [],
  };
  const chosen = (extras[name] ?? []).map((key): [string, string] => [key, options[key]]);
  return { clientId, clientSecret, ...Object.fromEntries(chosen) };
}

async function load(name: string): Promise<(options: object) => Provider> {
  const module: unknown = await import(pathToFileURL(`${folder}/${name}.js`).href);
  const factory: unknown =
    typeof module === "object" && module !== null ? Reflect.get(module, "default") : undefined;
  if (typeof factory !== "function") throw new Error(`${name} has no factory.`);
  return (given) => {
    const made: unknown = Reflect.apply(factory, undefined, [given]);
    if (isProvider(made)) return made;
    throw new Error(`${name} makes no provider.`);
  };
}

function isProvider(value: unknown): value is Provider {
  return typeof value === "object" && value !== null && "id" in value && "type" in value;
}

/** A stand-in for every provider's discovery document. */
const documents = (input: RequestInfo | URL) => {
  const url = new URL(input instanceof Request ? input.url : input);
  const base = url.href.replace(/\/?\.well-known\/openid-configuration$/, "");
  return Promise.resolve(
    Response.json({
      issuer: ["apis.roblox.com", "api.vipps.no"].includes(url.host) ? `${base}/` : base,
      authorization_endpoint: `${base}/authorize`,
      token_endpoint: `${base}/token`,
      userinfo_endpoint: `${base}/userinfo`,
      jwks_uri: `${base}/jwks`,
    }),
  );
};

describe("provider objects of Auth.js", () => {
  it("are 93", () => {
    expect(names).toHaveLength(93);
  });

  it.each(names)("%s begins a sign-in", async (name) => {
    const factory = await load(name);
    const needsIssuer = (provider: Provider) =>
      typeof provider !== "function" &&
      provider.type === "oidc" &&
      provider.issuer === undefined &&
      provider.options?.issuer === undefined;
    const bare = tryMake(factory, optionsFor(name));
    const given =
      bare === undefined || needsIssuer(bare) || usesIssuer(bare)
        ? { ...optionsFor(name), issuer }
        : optionsFor(name);
    const provider = factory({ ...given, [customFetch]: documents });
    if (typeof provider === "function") throw new Error("It is a function.");
    const { id } = provider;
    const shop = world("jwt", { providers: [withFetch(provider)] });
    const response = await shop.browser().submit(`signin/${id}`);
    expect(shop.log.errors("OAuthSignInError").map((error) => error.cause)).toEqual([]);
    expect(shop.log.codes("error")).toEqual([]);
    const request = new URL(location(response));
    expect(request.protocol).toBe("https:");
    expect(request.searchParams.get("state")).toMatch(/.{40}/);
    expect(request.searchParams.get("client_id")).toBe("client-1");
    expect(request.searchParams.get("redirect_uri")).toBe(`https://app.test/auth/callback/${id}`);
    expect(request.href).not.toContain("undefined");
  });
});

/** Those with a fetch of their own would ask the network from inside of it. */
function withFetch(provider: Exclude<Provider, (...args: never) => unknown>): Provider {
  const copy = { ...provider };
  for (const key of Object.getOwnPropertySymbols(copy)) {
    if (key.description === "custom-fetch") Reflect.set(copy, key, documents);
  }
  return copy;
}

function tryMake(factory: (options: object) => Provider, given: object): Provider | undefined {
  try {
    return factory(given);
  } catch {
    return undefined;
  }
}

function usesIssuer(provider: Provider): boolean {
  return JSON.stringify(provider).includes("undefined");
}

describe("provider objects of Auth.js, all the way", () => {
  let rogue: RogueProvider;
  beforeAll(async () => {
    rogue = await RogueProvider.start();
  });
  afterAll(() => rogue.stop());
  beforeEach(() => {
    rogue.reset();
  });

  it("gitlab, with the fetch of its own library", async () => {
    const symbols: unknown = await import(pathToFileURL(`${folder}/../lib/symbols.js`).href);
    const theirs: unknown =
      typeof symbols === "object" && symbols !== null ? Reflect.get(symbols, "customFetch") : null;
    if (typeof theirs !== "symbol") throw new Error("There is no symbol.");
    const factory = await load("gitlab");
    const toRogue = (input: RequestInfo | URL, init?: RequestInit) => {
      const url = new URL(input instanceof Request ? input.url : input);
      const path = url.pathname.endsWith("/token") ? "/token" : "/userinfo";
      return fetch(`${rogue.issuer}${path}`, init);
    };
    const provider = factory({ ...optionsFor("gitlab"), [theirs]: toRogue });
    rogue.answers.set("/userinfo", {
      json: { id: 42, username: "pat", name: "Pat", email: "pat@example.org", avatar_url: "x" },
    });
    const shop = world("database", { providers: [provider] });
    const tab = shop.browser();
    const request = await begin(tab, "signin/gitlab");
    const query = new URLSearchParams({
      code: rogue.issueCode(request),
      state: request.searchParams.get("state") ?? "",
    });
    const response = await tab.get(`callback/gitlab?${query.toString()}`);
    expect(shop.log.codes("error")).toEqual([]);
    expect(location(response)).toBe("https://app.test");
    expect([...shop.store.accounts.values()]).toMatchObject([{ providerAccountId: "42" }]);
  });
});
