import { MemoryAdapter } from "latchkey/adapters/memory";
import { TokenRefused, TokenUnavailable } from "latchkey/errors";
import { manage } from "latchkey/manage";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { world } from "../support/config.js";
import { oidc, signIn } from "../support/oauth/journey.js";
import { RogueProvider, type Answer } from "../support/oauth/rogue.js";

let rogue: RogueProvider;
beforeAll(async () => {
  rogue = await RogueProvider.start();
});
afterAll(() => rogue.stop());
beforeEach(() => {
  rogue.reset();
});

/** Signs in, lets the access token run out, and asks for another, which the server answers so. */
async function refreshAnsweredBy(answer: Answer, discovery?: Answer) {
  rogue.tokens = { refresh_token: crypto.randomUUID(), expires_in: 1 };
  const shop = world("database", { providers: [oidc(rogue)] });
  await signIn(shop.browser(), rogue);
  const [account] = shop.store.accounts.values();
  if (!account) throw new Error("Nobody signed in.");
  account.expires_at = 1;
  rogue.hits.length = 0;
  rogue.answers.set("/token", answer);
  if (discovery) rogue.answers.set("/.well-known/openid-configuration", discovery);
  // A process that knows nothing of the provider yet.
  const adapter = MemoryAdapter(shop.store);
  const { tokens } = manage({ ...shop.config, adapter, providers: [oidc(rogue)] });
  const error = await tokens.get(account.userId, "rogue").catch((thrown: unknown) => thrown);
  return { error, asked: rogue.count("/token") };
}

const challenge = (given: string) => ({ "www-authenticate": given });
const doorkeeper =
  'Bearer realm="Doorkeeper", error="invalid_grant", error_description="The grant is revoked."';
const ended = { error: "invalid_grant" };

describe("a refresh token that the provider refuses", () => {
  it.each<[string, Answer]>([
    ["as Doorkeeper does", { status: 400, headers: challenge(doorkeeper), json: ended }],
    ["with 401", { status: 401, headers: challenge(doorkeeper), json: ended }],
    ["by the challenge alone", { status: 401, headers: challenge(doorkeeper), text: "" }],
    ["by the body beside a challenge", { status: 400, headers: challenge("Basic"), json: ended }],
    ["by 400 and nothing else", { status: 400, text: "" }],
    ["by 400 and words of its own", { status: 400, json: { message: "Bad Request" } }],
    ["by 400 and a page", { status: 400, text: "<h1>Bad request</h1>" }],
  ])("%s: the user must sign in again, and it is sent once", async (_, answer) => {
    const { error, asked } = await refreshAnsweredBy(answer);
    expect(error).toBeInstanceOf(TokenRefused);
    expect(error).toMatchObject({ mustSignIn: true });
    expect(asked).toBe(1);
  });

  it.each<[string, Answer]>([
    ["the client", { status: 401, json: { error: "invalid_client" } }],
    [
      "the client, by a challenge",
      { status: 401, headers: challenge('Basic realm="x"'), text: "" },
    ],
    [
      "the client, by both",
      { status: 400, headers: challenge("Basic"), json: { error: "invalid_client" } },
    ],
    ["the address", { status: 404, text: "Not found" }],
    ["the number of requests", { status: 429, text: "" }],
  ])("is kept where it is %s that was refused, and sent once", async (_, answer) => {
    const { error, asked } = await refreshAnsweredBy(answer);
    expect(error).toBeInstanceOf(TokenUnavailable);
    expect(asked).toBe(1);
  });

  it("is kept where the discovery document can't be had", async () => {
    const { error, asked } = await refreshAnsweredBy({ json: {} }, { status: 400, json: ended });
    expect(error).toBeInstanceOf(TokenUnavailable);
    expect(asked).toBe(0);
  });

  it.each([408, 500, 503])("is sent again where the answer was lost: %s", async (status) => {
    const { error, asked } = await refreshAnsweredBy({ status, text: "" });
    expect(error).toBeInstanceOf(TokenUnavailable);
    expect(asked).toBe(2);
  });
});
