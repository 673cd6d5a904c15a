import { customFetch, privateOrigins } from "latchkey";
import type { OIDCConfig } from "latchkey/providers";
import { describe, expect, it } from "vitest";
import { location } from "../support/client.js";
import { world } from "../support/config.js";
import { backWithCode, begin, oauth, oidc, signIn } from "../support/oauth/journey.js";
import { openId, openIdApp, visitOpenId } from "../support/oauth/openid-app.js";
import { messageBehind } from "../support/oauth/refused.js";
import { rogueOfFile } from "../support/oauth/rogue-of-file.js";

const rogue = await rogueOfFile();

const home = "https://app.test";

/** The network of containers, in which the provider has a name. */
function inNetwork(options: Partial<OIDCConfig> = {}) {
  const asked: unknown[] = [];
  const provider = oidc(rogue, {
    [customFetch]: (input, init) => {
      asked.push(input);
      const { pathname } = new URL(input instanceof Request ? input.url : input);
      return fetch(new URL(pathname, rogue.issuer), init);
    },
    ...options,
  });
  const shop = world("jwt", { providers: [provider] });
  return { asked, shop, tab: shop.browser() };
}

/** Makes the provider speak of itself under another name. */
function callItself(origin: string, front = origin): void {
  rogue.metadata = {
    issuer: front,
    authorization_endpoint: `${front}/authorize`,
    token_endpoint: `${origin}/token`,
    userinfo_endpoint: `${origin}/userinfo`,
    jwks_uri: `${origin}/jwks`,
  };
  rogue.idToken = { claims: { iss: front } };
}

const container = "http://keycloak:8080";

describe("a provider by plain http in a network of one's own", () => {
  it("is refused, and the log names the switch", async () => {
    const { asked, shop, tab } = inNetwork({ issuer: container });
    expect(location(await tab.submit("signin/rogue"))).toContain("error=OAuthSignin");
    const reason = messageBehind(shop.log.errors("OAuthSignInError")[0]);
    expect(reason).toContain(`[privateOrigins]: ["${container}"]`);
    expect(asked).toEqual([]);
  });

  it("is used where its origin was named, and the custom fetch sees the very address that was judged", async () => {
    callItself(container);
    const named = { issuer: container, [privateOrigins]: [container] };
    const { asked, shop, tab } = inNetwork(named);
    const request = await begin(tab);
    expect(request.origin).toBe(container);
    expect(location(await tab.get(backWithCode(rogue, request)))).toBe(home);
    expect(shop.log.codes("error")).toEqual([]);
    expect(asked).toEqual([
      `${container}/.well-known/openid-configuration`,
      `${container}/token`,
      `${container}/jwks`,
    ]);
  });

  it.each([
    ["another port", "http://keycloak:9090"],
    ["another host", "http://keycloak.evil.example:8080"],
    ["a private number", "http://10.0.0.1:8080"],
    ["the numbers of a cloud", "http://169.254.169.254"],
  ])("%s that its document names is refused", async (_, elsewhere) => {
    callItself(elsewhere, container);
    const { tab, asked } = inNetwork({ issuer: container, [privateOrigins]: [container] });
    expect(location(await tab.submit("signin/rogue"))).toContain("error=OAuthSignin");
    expect(asked).toHaveLength(1);
  });

  it("behind a public front: token and key addresses that were named", async () => {
    const front = "https://id.example.com";
    callItself(container, front);
    const { tab } = inNetwork({ issuer: front, [privateOrigins]: [container] });
    const request = await begin(tab);
    expect(request.origin).toBe(front);
    expect(location(await tab.get(backWithCode(rogue, request)))).toBe(home);
    const other = inNetwork({ issuer: front });
    expect(location(await other.tab.submit("signin/rogue"))).toContain("error=OAuthSignin");
  });

  it.each([
    "http://keycloak:8080/realms",
    "keycloak:8080",
    "http://*",
    "http://user@keycloak:8080",
    "http://203.0.113.7",
    "http://169.254.169.254",
    "http://[2a00::1]",
    "ftp://keycloak",
  ])("%s is no origin of a private network: an error at the start", async (origin) => {
    const { shop, tab } = inNetwork({ [privateOrigins]: [origin] });
    await tab.get("signin");
    expect(shop.log.errors("InvalidProvider")[0]?.message).toContain(JSON.stringify(origin));
  });

  it("what was found with the switch on is not there for a provider without it", async () => {
    callItself(container);
    const [on, off] = [
      inNetwork({ issuer: container, [privateOrigins]: [container] }),
      inNetwork({ issuer: container }),
    ];
    expect((await begin(on.tab)).origin).toBe(container);
    expect(location(await off.tab.submit("signin/rogue"))).toContain("error=OAuthSignin");
  });
});

describe("where the discovery document is", () => {
  const none = { status: 404, json: {} };
  const openIdPath = "/.well-known/openid-configuration";
  const oauthPath = "/.well-known/oauth-authorization-server";
  const document = () => ({
    issuer: rogue.issuer,
    authorization_endpoint: `${rogue.issuer}/authorize`,
    token_endpoint: `${rogue.issuer}/token`,
    jwks_uri: `${rogue.issuer}/jwks`,
  });

  it.each(["oidc", "oauth"] as const)(
    "a server with OAuth metadata alone (RFC 8414) works from the issuer, type %s",
    async (type) => {
      rogue.answers.set(openIdPath, none);
      rogue.answers.set(oauthPath, { json: document() });
      const userinfo = `${rogue.issuer}/userinfo`;
      const plain = { authorization: undefined, token: undefined, issuer: rogue.issuer, userinfo };
      const provider = type === "oidc" ? oidc(rogue) : oauth(rogue, plain);
      const shop = world("jwt", { providers: [provider] });
      const tab = shop.browser();
      expect(location(await signIn(tab, rogue))).toBe(home);
      expect(await tab.session()).toMatchObject({ user: { name: "Pat" } });
      expect(rogue.paths().slice(0, 2)).toEqual([openIdPath, oauthPath]);
    },
  );

  it("of an issuer with a path, where the standard puts it", async () => {
    const issuer = `${rogue.issuer}/tenant`;
    rogue.answers.set(`/.well-known/oauth-authorization-server/tenant`, {
      json: { ...document(), issuer },
    });
    rogue.idToken = { claims: { iss: issuer } };
    const shop = world("jwt", { providers: [oidc(rogue, { issuer })] });
    expect(location(await signIn(shop.browser(), rogue))).toBe(home);
  });

  it("one that names another issuer is refused", async () => {
    rogue.answers.set(openIdPath, none);
    rogue.answers.set(oauthPath, { json: { ...document(), issuer: "https://evil.example" } });
    const shop = world("jwt", { providers: [oidc(rogue)] });
    const tab = shop.browser();
    expect(location(await tab.submit("signin/rogue"))).toContain("error=OAuthSignin");
  });

  it("a server that is out of order is not asked for more", async () => {
    rogue.answers.set(openIdPath, { status: 503, json: {} });
    const shop = world("jwt", { providers: [oidc(rogue)] });
    await shop.browser().submit("signin/rogue");
    expect(rogue.paths()).toEqual([openIdPath]);
  });

  it("a redirect within the origin is followed once", async () => {
    rogue.answers.set(openIdPath, { status: 302, headers: { location: "/moved?v=1" } });
    rogue.answers.set("/moved", { json: document() });
    const shop = world("jwt", { providers: [oidc(rogue)] });
    expect(location(await signIn(shop.browser(), rogue))).toBe(home);
  });

  it.each([
    ["twice", "/again"],
    ["to another origin", "https://evil.example/document"],
    ["to another port", "http://127.0.0.1:1/document"],
  ])("a redirect %s is not, and the log says where it led", async (_, target) => {
    rogue.answers.set(openIdPath, { status: 301, headers: { location: target } });
    rogue.answers.set("/again", { status: 302, headers: { location: "/document" } });
    rogue.answers.set("/document", { json: document() });
    const shop = world("jwt", { providers: [oidc(rogue)] });
    await shop.browser().submit("signin/rogue");
    expect(rogue.count("/document")).toBe(0);
    const reason = messageBehind(shop.log.errors("OAuthSignInError")[0]);
    expect(reason).toContain(new URL(target, rogue.issuer).href);
  });
});

describe("the sign-in page on https", () => {
  const policyOf = async (issuer: string, options: Partial<OIDCConfig> = {}) => {
    const shop = world("jwt", { providers: [oidc(rogue, { issuer, ...options })] });
    const response = await shop.browser().get("signin");
    return /form-action ([^;]*)/.exec(response.headers.get("content-security-policy") ?? "")?.[1];
  };

  it("lets a form lead to a provider by http on this machine", async () => {
    expect(await policyOf("http://localhost:9000")).toBe(
      "'self' https: http://localhost:9000 http://localhost:* http://127.0.0.1:*",
    );
  });

  it("and to one in the site's own network that was named, and to no other http address", async () => {
    const options = { [privateOrigins]: [container] };
    expect(await policyOf("https://id.example.com", options)).toContain(` ${container} `);
    expect(await policyOf("https://id.example.com")).toBe("'self' https:");
  });
});

describe("a token response without a type", () => {
  it("is one of a bearer token", async () => {
    const server = await openId();
    const shop = openIdApp(server, { token: { conform: withoutType } });
    const { response } = await visitOpenId(server, shop);
    expect(location(response)).toBe(home);
    expect(shop.accounts).toMatchObject([{ token_type: "bearer" }]);
  });
});

async function withoutType(response: Response): Promise<Response> {
  const answer: unknown = await response.json();
  return Response.json({ ...Object(answer), token_type: undefined });
}
