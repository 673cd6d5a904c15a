import type { OAuth2Config, OIDCConfig } from "latchkey/providers";
import { describe, expect, it } from "vitest";
import { location } from "../support/client.js";
import { world } from "../support/config.js";
import { backWithCode, oauth, oidc } from "../support/oauth/journey.js";
import { overPage } from "../support/oauth/refused.js";
import { rogueOfFile } from "../support/oauth/rogue-of-file.js";
import type { Answer } from "../support/oauth/rogue.js";

const rogue = await rogueOfFile();

/** What the log has of a sign-in that fails. */
async function logged(
  provider: OIDCConfig | OAuth2Config = oidc(rogue),
  changes: Record<string, string | null> = {},
) {
  const shop = world("jwt", { providers: [provider] });
  const tab = shop.browser();
  const started = location(await tab.submit("signin/rogue"));
  if (started.startsWith(rogue.issuer)) {
    await tab.get(backWithCode(rogue, new URL(started), changes));
  }
  expect(await tab.session()).toBeNull();
  const errors = shop.log.entries.flatMap(({ level, message }) =>
    level === "error" ? message.filter((one) => one instanceof Error) : [],
  );
  expect(errors).toHaveLength(1);
  const cause: unknown = errors[0]?.cause;
  const details = typeof cause === "object" ? { ...cause } : {};
  const err = "err" in details ? details.err : undefined;
  const reason = err instanceof Error ? err : new Error("none");
  return { ...details, reason: reason.message, stack: reason.stack ?? "" };
}

const url = (path: string) => `${rogue.issuer}${path}`;

describe("what the log says of a call that failed", () => {
  const html: Answer = { status: 502, text: "<h1>access_token=secret</h1>" };

  it.each<[string, string, Answer, Record<string, unknown>]>([
    [
      "an error of the token endpoint",
      "/token",
      { status: 400, json: { error: "invalid_grant", error_description: "It is used up." } },
      {
        status: 400,
        error: "invalid_grant",
        error_description: "It is used up.",
        clientAuthentication: "client_secret_basic",
      },
    ],
    [
      "a challenge",
      "/token",
      {
        status: 401,
        headers: { "www-authenticate": 'Bearer error="invalid_token", error_description="Old."' },
        json: {},
      },
      { status: 401, challenge: "bearer", error: "invalid_token", error_description: "Old." },
    ],
    ["a page", "/token", html, { status: 502, contentType: "text/html" }],
    [
      "a redirect",
      "/token",
      { status: 302, headers: { location: "https://login.example.com/?code=secret" } },
      { redirectedTo: "https://login.example.com/", clientAuthentication: "client_secret_basic" },
    ],
    ["keys that are not there", "/jwks", { status: 404, json: {} }, { status: 404 }],
    ["keys that are a page", "/jwks", html, { status: 502, contentType: "text/html" }],
    [
      "no discovery document",
      "/.well-known/openid-configuration",
      { status: 403, json: { error: "forbidden" } },
      { status: 403, error: "forbidden" },
    ],
    [
      "a discovery document that is a page",
      "/.well-known/openid-configuration",
      { text: "<h1>Welcome</h1>" },
      { status: 200, contentType: "text/html" },
    ],
    [
      "a connection that ends",
      "/token",
      { raw: (response) => void response.destroy() },
      { clientAuthentication: "client_secret_basic" },
    ],
  ])("%s", async (_, path, answer, expected) => {
    rogue.answers.set(path, answer);
    const entry = await logged();
    expect(entry).toMatchObject({ provider: "rogue", endpoint: url(path), ...expected });
    expect(JSON.stringify(entry)).not.toContain("secret<");
    expect(JSON.stringify(entry)).not.toContain("code=secret");
  });

  it("a userinfo endpoint of an API that says its reason in its own way", async () => {
    rogue.answers.set("/userinfo", { status: 403, json: { message: "Scope is missing." } });
    const entry = await logged(oauth(rogue));
    expect(entry).toMatchObject({
      endpoint: url("/userinfo"),
      status: 403,
      error: "Scope is missing.",
    });
  });

  it("the first frame is where it was noticed, not where the error was put together", async () => {
    rogue.answers.set("/token", { status: 500, text: "no" });
    const [, first = ""] = (await logged()).stack.split("\n");
    expect(first).toMatch(/^\s+at /);
    expect(first).not.toMatch(/at OPE|failure-details|new /);
  });
});

describe("what the log says of an answer that is not in order", () => {
  const claims = (given: Record<string, unknown>) => {
    rogue.idToken = { claims: given };
  };

  it.each<[string, () => void, Partial<OIDCConfig>, readonly string[]]>([
    [
      "the issuer",
      () => claims({ iss: "https://b.example" }),
      {},
      ["https://b.example", "`issuer`"],
    ],
    ["the audience", () => claims({ aud: "client-2" }), {}, ['"client-2"', "`clientId`"]],
    ["no nonce", () => claims({ nonce: undefined }), {}, ['checks: ["pkce"]']],
    ["another nonce", () => claims({ nonce: "other" }), {}, ['checks: ["pkce"]']],
    [
      "a nonce nobody sent",
      () => claims({ nonce: "other" }),
      { checks: ["pkce"] },
      ['checks: ["pkce", "nonce"]'],
    ],
    ["a time that is over", () => claims({ exp: 1_000_000_000 }), {}, ["clocks"]],
    [
      "the algorithm",
      () => undefined,
      { client: { id_token_signed_response_alg: "ES256" } },
      ['"RS256"', '"ES256"', 'id_token_signed_response_alg: "RS256"'],
    ],
  ])("%s: what came, what was expected, what to set", async (_, change, options, words) => {
    change();
    const { reason } = await logged(oidc(rogue, options));
    for (const word of words) expect(reason).toContain(word);
  });

  it("the issuer of the authorization response (RFC 9207)", async () => {
    const { reason } = await logged(oidc(rogue), { iss: "https://mixed.example" });
    expect(reason).toContain('"https://mixed.example"');
    expect(reason).toContain(`"${rogue.issuer}"`);
  });

  it("never a code, a token or a nonce", async () => {
    claims({ nonce: "a-nonce-of-another" });
    const entry = JSON.stringify(await logged(oidc(rogue)));
    expect(entry).not.toMatch(/a-nonce-of-another|access-1|eyJ/);
  });
});

describe("an error that comes back without a state", () => {
  it("has its reason in the log", async () => {
    const shop = world("jwt", { providers: [oidc(rogue)] });
    const tab = shop.browser();
    await tab.submit("signin/rogue");
    const query = "error=invalid_scope&error_description=No+such+scope";
    expect(location(await tab.get(`callback/rogue?${query}`))).toBe(overPage);
    expect(shop.log.errors("InvalidCheck")[0]?.cause).toMatchObject({
      provider: "rogue",
      error: "invalid_scope",
      error_description: "No such scope",
    });
  });
});
