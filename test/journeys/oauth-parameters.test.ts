import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { location } from "../support/client.js";
import { world } from "../support/config.js";
import { backWithCode, begin, oauth, oidc } from "../support/oauth/journey.js";
import { RogueProvider } from "../support/oauth/rogue.js";

let rogue: RogueProvider;
beforeAll(async () => {
  rogue = await RogueProvider.start();
});
afterAll(() => rogue.stop());
beforeEach(() => {
  rogue.reset();
});

describe("a parameter of the authorization request that several name", () => {
  const url = (prompt: string) => `${rogue.issuer}/authorize?prompt=${prompt}`;
  const params = (prompt: string) => ({ params: { prompt } });
  type Endpoint = string | { url?: string; params?: { prompt: string } };

  it.each<[string, () => [Endpoint, Endpoint | undefined], string, string]>([
    ["the URL of the provider alone", () => [url("url"), undefined], "", "url"],
    [
      "params over its own URL",
      () => [{ url: url("url"), ...params("own") }, undefined],
      "",
      "own",
    ],
    ["params of the application over the URL", () => [url("url"), params("app")], "", "app"],
    [
      "params of the application over params",
      () => [{ url: url("url"), ...params("own") }, params("app")],
      "",
      "app",
    ],
    [
      "the URL of the application over params of the provider",
      () => [{ url: url("url"), ...params("own") }, url("app-url")],
      "",
      "app-url",
    ],
    [
      "params of the application over its own URL",
      () => [url("url"), { url: url("app-url"), ...params("app") }],
      "",
      "app",
    ],
    [
      "the query of the request over all of them",
      () => [
        { url: url("url"), ...params("own") },
        { url: url("app-url"), ...params("app") },
      ],
      "?prompt=request",
      "request",
    ],
  ])("[PRV-15] is that of %s", async (_, endpoints, query, expected) => {
    const [authorization, given] = endpoints();
    const options = given === undefined ? {} : { authorization: given };
    const provider = oauth(rogue, { authorization, options });
    const tab = world("jwt", { providers: [provider] }).browser();
    const request = await begin(tab, `signin/rogue${query}`);
    expect(request.searchParams.getAll("prompt")).toEqual([expected]);
  });

  it("that the discovery document names in the address of the endpoint gives way to params", async () => {
    rogue.metadata = { authorization_endpoint: `${rogue.issuer}/authorize?prompt=url&keep=1` };
    const provider = oidc(rogue, { authorization: { params: { prompt: "own" } } });
    const request = await begin(world("jwt", { providers: [provider] }).browser());
    expect(request.searchParams.getAll("prompt")).toEqual(["own"]);
    expect(request.searchParams.getAll("keep")).toEqual(["1"]);
  });
});

const aVerifier: unknown = expect.stringMatching(/^[\w-]{43}$/);
const isRecord = (value: unknown): value is Record<string, string> =>
  typeof value === "object" && value !== null;

describe("token.request", () => {
  it("[PRV-7] gets what was sent: state, nonce and verifier, each as it is", async () => {
    const seen: unknown[] = [];
    const provider = oidc(rogue, {
      token: {
        url: `${rogue.issuer}/token`,
        async request({ params, checks, fetch }) {
          seen.push(checks);
          const body = new URLSearchParams(params);
          const answer: unknown = await (
            await fetch(`${rogue.issuer}/token`, { method: "POST", body })
          ).json();
          if (!isRecord(answer)) throw new Error("no tokens");
          return { tokens: answer };
        },
      },
    });
    const tab = world("jwt", { providers: [provider] }).browser();
    const request = await begin(tab);
    expect(location(await tab.get(backWithCode(rogue, request)))).toBe("https://app.test");
    expect(seen).toEqual([
      {
        state: request.searchParams.get("state"),
        nonce: request.searchParams.get("nonce"),
        code_verifier: aVerifier,
      },
    ]);
  });
});
