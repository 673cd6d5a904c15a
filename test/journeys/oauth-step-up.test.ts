import type { OIDCConfig } from "latchkey/providers";
import { describe, expect, it } from "vitest";
import { location } from "../support/client.js";
import { world } from "../support/config.js";
import { oidc, signIn } from "../support/oauth/journey.js";
import { openId, openIdApp, signInAtOpenId } from "../support/oauth/openid-app.js";
import { errorPage, messageBehind } from "../support/oauth/refused.js";
import { rogueOfFile } from "../support/oauth/rogue-of-file.js";

describe("a proof that was asked for, at a certified OpenID provider", () => {
  it.each(["?max_age=0", "?max_age=600", "?prompt=login", "?prompt=login&max_age=0"])(
    "%s: people prove who they are, and get in",
    async (query) => {
      const server = await openId();
      const { request } = await signInAtOpenId(server, openIdApp(server), { query });
      expect(request.search).toContain(query.slice(1));
    },
  );

  it("acr_values: the level that was reached gets in", async () => {
    const server = await openId({
      configuration: { acrValues: ["urn:example:gold"] },
      login: { acr: "urn:example:gold" },
    });
    const query = "?acr_values=urn:example:gold";
    await signInAtOpenId(server, openIdApp(server), { query });
  });
});

const rogue = await rogueOfFile();

const now = () => Math.floor(Date.now() / 1000);

/** What comes of a sign-in whose request asks for `params`, and whose ID token tells `claims`. */
async function outcome(
  params: Readonly<Record<string, unknown>>,
  claims: Readonly<Record<string, unknown>>,
  options: Partial<OIDCConfig> = {},
): Promise<string> {
  rogue.idToken = { claims };
  const shop = world("jwt", {
    providers: [oidc(rogue, { authorization: { params }, ...options })],
  });
  const tab = shop.browser();
  const response = await signIn(tab, rogue);
  if (location(response) === "https://app.test") return "in";
  expect(location(response)).toBe(errorPage);
  expect(await tab.session()).toBeNull();
  const [error] = shop.log.errors("CallbackRouteError");
  return messageBehind(error);
}

describe("a proof that was asked for and not given", () => {
  it.each([
    ["max_age without auth_time", { max_age: 60 }, {}, "auth_time"],
    ["older than max_age", { max_age: 60 }, { auth_time: now() - 100 }, "max_age=60"],
    ["older than the sign-in", { max_age: 0 }, { auth_time: now() - 60 }, "max_age=0"],
    ["no new proof for prompt=login", { prompt: "login" }, { auth_time: now() - 60 }, "prompt=log"],
    [
      "prompt=login counts beside a max_age",
      { prompt: "login", max_age: 900 },
      { auth_time: now() - 60 },
      "prompt=login",
    ],
    ["no level", { acr_values: "gold silver" }, {}, "has no level"],
    ["another level", { acr_values: "gold silver" }, { acr: "bronze" }, '"bronze"'],
    ["a level that is no text", { acr_values: "gold" }, { acr: ["gold"] }, "has no level"],
    ["a part of a level", { acr_values: "gold" }, { acr: "gol" }, '"gol"'],
    [
      "no essential level",
      { claims: { id_token: { acr: { essential: true, values: ["gold"] } } } },
      { acr: "silver" },
      '"silver"',
    ],
  ] as const)("%s: refused, and the log says why", async (_, params, claims, reason) => {
    expect(await outcome(params, claims)).toContain(reason);
  });

  it.each([
    ["a recent proof", { max_age: 60 }, { auth_time: now() - 30 }],
    ["a proof from now", { max_age: 0 }, { auth_time: now() }],
    ["prompt=login where the provider does not tell when", { prompt: "login" }, {}],
    ["another prompt", { prompt: "select_account" }, { auth_time: 1 }],
    ["one of the levels", { acr_values: "gold silver" }, { acr: "silver" }],
    ["a level nobody asked for", {}, { acr: "bronze", auth_time: 1 }],
    ["claims that ask for no level", { claims: { id_token: { email: null } } }, {}],
  ] as const)("%s gets in", async (_, params, claims) => {
    expect(await outcome(params, claims)).toBe("in");
  });

  it("is judged by the provider's clock, which may be off", async () => {
    const ahead = now() + 200;
    const claims = { iat: ahead, auth_time: ahead - 30, exp: ahead + 300 };
    expect(await outcome({ max_age: 60 }, claims)).toBe("in");
    expect(await outcome({ max_age: 10 }, claims)).toContain("max_age=10");
  });

  it("levels that are only hints can be left unchecked", async () => {
    const hint = { acr_values: "idp:google" };
    expect(await outcome(hint, {}, { checkAcr: false })).toBe("in");
    expect(await outcome(hint, {})).toContain("checkAcr: false");
  });

  it("what the browser asks for is checked like what the configuration does", async () => {
    rogue.idToken = { claims: { auth_time: now() - 100 } };
    const shop = world("jwt", { providers: [oidc(rogue)] });
    const tab = shop.browser();
    const request = new URL(location(await tab.submit("signin/rogue?max_age=10")));
    // Whoever carries the request to the provider may leave the demand out.
    request.searchParams.delete("max_age");
    const query = new URLSearchParams({
      code: rogue.issueCode(request),
      state: request.searchParams.get("state") ?? "",
    });
    const response = await tab.get(`callback/rogue?${query.toString()}`, { from: rogue.issuer });
    expect(location(response)).toBe(errorPage);
  });
});
