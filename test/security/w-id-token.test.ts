import { createHash } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { location } from "../support/client.js";
import { world, type World } from "../support/config.js";
import { oidc, signIn } from "../support/oauth/journey.js";
import { expectRefused, signInPage } from "../support/oauth/refused.js";
import { RogueProvider, type IdTokenChanges } from "../support/oauth/rogue.js";

let rogue: RogueProvider;
beforeAll(async () => {
  rogue = await RogueProvider.start();
});
afterAll(() => rogue.stop());
beforeEach(() => {
  rogue.reset();
});

const app = (): World => world("database", { providers: [oidc(rogue)] });

async function expectTokenRefused(changes: IdTokenChanges, why: string): Promise<void> {
  rogue.idToken = changes;
  const shop = app();
  const tab = shop.browser();
  const response = await signIn(tab, rogue);
  await expectRefused(shop, { tab, response, code: "CallbackRouteError" });
  const [logged] = shop.log.errors("CallbackRouteError");
  const message: unknown = expect.stringContaining(why);
  expect(logged?.cause).toMatchObject({ err: { message } });
}

async function expectAccepted(changes: IdTokenChanges): Promise<void> {
  rogue.idToken = changes;
  const shop = app();
  expect(location(await signIn(shop.browser(), rogue))).toBe("https://app.test");
  expect(shop.log.codes("error")).toEqual([]);
}

describe("a token in place of the ID token", () => {
  it.each([
    "logout+jwt",
    "at+jwt",
    "application/at+jwt",
    "AT+JWT",
    "oauth-authz-resp+jwt",
    "secevent+jwt",
    "dpop+jwt",
  ])("W01 is of the type %s: refused", async (typ) => {
    await expectTokenRefused({ header: { typ } }, "another purpose");
  });

  it("W01 is a logout token without a type: refused", async () => {
    const events = { "http://schemas.openid.net/event/backchannel-logout": {} };
    await expectTokenRefused({ claims: { events } }, "another purpose");
  });

  it.each(["JWT", "jwt", "application/jwt", "id_token+jwt", undefined])(
    "W01 is of the type %s: accepted",
    async (typ) => {
      await expectAccepted({ header: typ === undefined ? {} : { typ } });
    },
  );
});

describe("at_hash", () => {
  const halfOf = (text: string) =>
    createHash("sha256").update(text).digest().subarray(0, 16).toString("base64url");

  it.each([
    ["of another access token", halfOf("access-2")],
    ["empty", ""],
    ["no text", 1],
    ["the whole hash", createHash("sha256").update("access-1").digest("base64url")],
  ])("W02 is %s: refused", async (_, at_hash) => {
    await expectTokenRefused({ claims: { at_hash } }, "at_hash");
  });

  it("W02 is right: accepted", async () => {
    await expectAccepted({ claims: { at_hash: halfOf("access-1") } });
  });
});

describe("nonce", () => {
  it.each([
    ["missing", undefined],
    ["another", "n".repeat(43)],
  ])("W03 is %s, with nothing configured: refused", async (_, nonce) => {
    await expectTokenRefused({ claims: { nonce } }, "nonce");
  });

  it('W03 and all else is off with checks: ["none"]: that is warned about, once', async () => {
    const unchecked = world("jwt", { providers: [oidc(rogue, { checks: ["none"] })] });
    await unchecked.browser().get("signin");
    await unchecked.browser().get("signin");
    expect(unchecked.log.codes("warn").filter((code) => code === "unchecked-provider")).toEqual([
      "unchecked-provider",
    ]);
    const checked = world("jwt", { providers: [oidc(rogue, { checks: ["state"] })] });
    await checked.browser().get("signin");
    expect(checked.log.codes("warn")).not.toContain("unchecked-provider");
  });
});

describe("mtls_endpoint_aliases", () => {
  it.each([
    "https://169.254.169.254/token",
    "https://10.0.0.1/token",
    "http://provider.test/token",
    "no address",
  ])("W04 name %s: the sign-in does not start", async (token_endpoint) => {
    rogue.metadata = { mtls_endpoint_aliases: { token_endpoint } };
    const client = { use_mtls_endpoint_aliases: true };
    const shop = world("database", { providers: [oidc(rogue, { client })] });
    const response = await shop.browser().submit("signin/rogue");
    expect(location(response)).toBe(signInPage("OAuthSignin"));
  });

  it("W04 name a public address: used as ever", async () => {
    rogue.metadata = { mtls_endpoint_aliases: { token_endpoint: `${rogue.issuer}/token` } };
    await expectAccepted({});
  });
});
