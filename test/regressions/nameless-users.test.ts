import type { OIDCConfig } from "latchkey/providers";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { location } from "../support/client.js";
import { world } from "../support/config.js";
import { oidc, signIn } from "../support/oauth/journey.js";
import { RogueProvider } from "../support/oauth/rogue.js";

let rogue: RogueProvider;
beforeAll(async () => {
  rogue = await RogueProvider.start();
});
afterAll(() => rogue.stop());
beforeEach(() => {
  rogue.reset();
});

const nothing = { name: undefined, email: undefined, picture: undefined };
const email = "pat@example.org";

async function sessionAfter(claims: object, options: Partial<OIDCConfig> = {}) {
  rogue.idToken = { claims: { ...nothing, ...claims } };
  const tab = world("jwt", { providers: [oidc(rogue, options)] }).browser();
  const response = await signIn(tab, rogue);
  return { session: await tab.session(), to: location(response) };
}

describe("an ID token without what the scopes ask for", () => {
  it.each([
    ["an address alone", { email }],
    ["a picture alone", { picture: "https://img.test/pat.png" }],
    ["a given name alone", { given_name: "Pat", email }],
    ["a name alone", { name: "Pat" }],
    ["a user name alone", { preferred_username: "pat" }],
  ])("that tells %s is completed from userinfo", async (_, claims) => {
    const { session } = await sessionAfter(claims);
    expect(session).toMatchObject({ user: { name: "Pat", email } });
    expect(rogue.count("/userinfo")).toBe(1);
  });

  it.each(["openid", "", "profile.read", "openid,profile,email", "https://id.example/userinfo"])(
    "is completed when the provider names the scopes as %j",
    async (scope) => {
      rogue.tokens = { scope };
      const { session } = await sessionAfter({});
      expect(session).toMatchObject({ user: { name: "Pat", email } });
    },
  );

  it.each([
    ["openid", nothing],
    ["openid email", { email }],
    ["openid profile", { name: "Pat" }],
    ["openid profile email", { nickname: "pat", email }],
  ])("is left as it is where %j asks for no more", async (scope, claims) => {
    await sessionAfter(claims, { authorization: { params: { scope } } });
    expect(rogue.count("/userinfo")).toBe(0);
  });

  it.each([401, 403, 500])("lets a named user in when userinfo answers %s", async (status) => {
    rogue.answers.set("/userinfo", { status, json: {} });
    const { session } = await sessionAfter({ name: "Pat" });
    expect(session).toMatchObject({ user: { name: "Pat" } });
  });

  it("lets a named user in when userinfo challenges the access token", async () => {
    const headers = { "www-authenticate": 'Bearer error="invalid_token"' };
    rogue.answers.set("/userinfo", { status: 401, headers, json: {} });
    expect(await sessionAfter({ name: "Pat" })).toMatchObject({ to: "https://app.test" });
  });

  it("refuses a nameless user when userinfo fails", async () => {
    rogue.answers.set("/userinfo", { status: 500, json: {} });
    expect(await sessionAfter({ email })).toMatchObject({ session: null });
  });

  it("refuses a named user when userinfo is about somebody else", async () => {
    rogue.answers.set("/userinfo", { json: { sub: "person-2", email } });
    expect(await sessionAfter({ name: "Pat" })).toMatchObject({ session: null });
  });
});
