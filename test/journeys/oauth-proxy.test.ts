import { setEnvDefaults, type AuthConfig } from "latchkey";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { location, textMember } from "../support/client.js";
import { secret, world, type TestConfig } from "../support/config.js";
import { begin, oidc } from "../support/oauth/journey.js";
import { RogueProvider } from "../support/oauth/rogue.js";
import { serve, WebClient, type RunningSite } from "../support/oauth/site.js";

let rogue: RogueProvider;
beforeAll(async () => {
  rogue = await RogueProvider.start();
});
afterAll(() => rogue.stop());
beforeEach(() => {
  rogue.reset();
});

const sites: RunningSite[] = [];
afterEach(async () => {
  await Promise.all(sites.splice(0).map((site) => site.stop()));
});

/** Presses the button at a site. */
async function press(client: WebClient, origin: string): Promise<URL> {
  const csrfToken = textMember(await client.json(`${origin}/auth/csrf`), "csrfToken");
  const form = { csrfToken, callbackUrl: "/inbox" };
  const response = await client.send(`${origin}/auth/signin/rogue`, form);
  return client.follow(response, (url) => url.origin === rogue.issuer);
}

/** What the provider does with the browser. */
function back(request: URL, changes: Readonly<Record<string, string>> = {}): URL {
  const target = new URL(request.searchParams.get("redirect_uri") ?? "");
  target.search = new URLSearchParams({
    code: rogue.issueCode(request),
    state: request.searchParams.get("state") ?? "",
    ...changes,
  }).toString();
  return target;
}

describe("redirectProxyUrl, with two servers", () => {
  it("[AUT-10] signs in at a preview deployment by way of the stable one", async () => {
    const { preview, stable } = await pair({});
    const client = new WebClient();
    const request = await press(client, preview.origin);
    expect(request.searchParams.get("redirect_uri")).toBe(`${stable.origin}/auth/callback/rogue`);
    expect(request.searchParams.get("state")).not.toContain(preview.origin);
    const passedOn = await client.send(back(request));
    const target = new URL(passedOn.headers.get("location") ?? "");
    expect(target.origin + target.pathname).toBe(`${preview.origin}/auth/callback/rogue`);
    // The stable deployment has nothing to do with the code.
    expect(rogue.count("/token")).toBe(0);
    const done = await client.send(target);
    expect(done.headers.get("location")).toBe(`${preview.origin}/inbox`);
    const [hit] = rogue.hits.filter(({ path }) => path === "/token");
    expect(hit?.form.get("redirect_uri")).toBe(`${stable.origin}/auth/callback/rogue`);
    expect(await client.json(`${preview.origin}/auth/session`)).toMatchObject({
      user: { name: "Pat" },
    });
    expect(await client.json(`${stable.origin}/auth/session`)).toBeNull();
  });

  it("[AUT-10] passes errors on, too", async () => {
    const { preview } = await pair({});
    const client = new WebClient();
    const request = await press(client, preview.origin);
    const answer = back(request, { error: "access_denied" });
    answer.searchParams.delete("code");
    const end = await client.follow(await client.send(answer), (url) =>
      url.pathname.endsWith("/signin"),
    );
    expect(end.href).toBe(`${preview.origin}/auth/signin?error=OAuthCallbackError`);
  });

  it("[AUT-10] the stable deployment signs in for itself as ever", async () => {
    const { stable } = await pair({});
    const client = new WebClient();
    const request = await press(client, stable.origin);
    expect(request.searchParams.get("redirect_uri")).toBe(`${stable.origin}/auth/callback/rogue`);
    const done = await client.send(back(request));
    expect(done.headers.get("location")).toBe(`${stable.origin}/inbox`);
  });

  it("does not pass anybody on to an address that was sealed with another secret", async () => {
    const { stable, preview } = await pair({ secret: "another secret, also long enough: 99aa" });
    const client = new WebClient();
    const request = await press(client, preview.origin);
    const answer = await client.send(back(request));
    const target = answer.headers.get("location") ?? "";
    expect(target).toBe(`${stable.origin}/auth/error?error=InvalidCheck`);
  });
});

/** A stable deployment and a preview of it. Both have the stable one's address in their options. */
async function pair(previewOverrides: Partial<TestConfig>) {
  const providers = [oidc(rogue)];
  // The stable one is there first; the address of the preview isn't known yet.
  const redirectProxyOrigins: string[] = [];
  const stable = await serve(
    (origin) =>
      world("jwt", { providers, redirectProxyUrl: `${origin}/auth`, redirectProxyOrigins }).config,
  );
  sites.push(stable);
  const redirectProxyUrl = `${stable.origin}/auth`;
  const preview = await serve(
    () => world("jwt", { providers, redirectProxyUrl, ...previewOverrides }).config,
  );
  sites.push(preview);
  redirectProxyOrigins.push(preview.origin);
  return { stable, preview };
}

describe("redirectProxyUrl", () => {
  const redirectUri = async (config: Partial<TestConfig>) =>
    (await begin(world("jwt", config).browser())).searchParams.get("redirect_uri");

  it("[PRV-13] of the provider wins over that of the configuration; a slash at the end is fine", async () => {
    const redirectProxyUrl = "https://all.test/auth";
    expect(await redirectUri({ redirectProxyUrl, providers: [oidc(rogue)] })).toBe(
      "https://all.test/auth/callback/rogue",
    );
    const own = oidc(rogue, { redirectProxyUrl: "https://one.test/x/" });
    expect(await redirectUri({ redirectProxyUrl, providers: [own] })).toBe(
      "https://one.test/x/callback/rogue",
    );
  });

  it("[PRV-8] turns state on, also where checks is none", async () => {
    const provider = oidc(rogue, { checks: ["none"], redirectProxyUrl: "https://one.test/auth" });
    const request = await begin(world("jwt", { providers: [provider] }).browser());
    expect(request.searchParams.get("state")).toMatch(/\./);
  });

  it("[AUT-3] is AUTH_REDIRECT_PROXY_URL by default", async () => {
    const config: AuthConfig = { secret, providers: [oidc(rogue)] };
    setEnvDefaults({ AUTH_REDIRECT_PROXY_URL: "https://env.test/auth" }, config);
    const { providers, redirectProxyUrl } = config;
    expect(await redirectUri({ providers, redirectProxyUrl })).toBe(
      "https://env.test/auth/callback/rogue",
    );
  });

  it("that is no URL is a configuration error", async () => {
    const shop = world("jwt", { redirectProxyUrl: "auth.test", providers: [oidc(rogue)] });
    expect((await shop.browser().get("signin")).status).toBe(500);
    expect(shop.log.codes("error")).toEqual(["InvalidProvider"]);
  });

  it("is not used with form_post, which a redirect can't pass on", async () => {
    const authorization = { params: { response_mode: "form_post" } };
    const provider = oidc(rogue, { authorization, redirectProxyUrl: "https://one.test/auth" });
    const tab = world("jwt", { providers: [provider] }).browser();
    const response = await tab.submit("signin/rogue");
    expect(new URL(location(response)).searchParams.get("redirect_uri")).toBe(
      "https://app.test/auth/callback/rogue",
    );
  });
});
