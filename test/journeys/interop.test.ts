import {
  Auth as PeerAuth,
  skipCSRFCheck as peerSkip,
  type AuthConfig as PeerConfig,
} from "@auth/core";
import * as peer from "@auth/core/jwt";
import PeerCredentials from "@auth/core/providers/credentials";
import { Auth, skipCSRFCheck } from "latchkey";
import { ExpressAuth, MiddlewareAuth } from "latchkey/express";
import { decode, encode, getToken, type JWT } from "latchkey/jwt";
import { describe, expect, expectTypeOf, it } from "vitest";
import { sessionCookiesSet, textMember, type Browser } from "../support/client.js";
import { ada, adasForm, secret, world } from "../support/config.js";

const salt = "authjs.session-token";
const claims = { name: "Ann", email: "ann@example.com", sub: "42", nested: { list: [1, "zwölf"] } };

const vector =
  "eyJhbGciOiJkaXIiLCJlbmMiOiJBMjU2Q0JDLUhTNTEyIiwia2lkIjoiN3g5RFVNVmFFVTZnaWFiMGwwT1dEdDRlNFNzUkhfY2J3TW9mMkV6RXl5Nm9uSzVvOHhTUFBCNzk5UlZvcW0ydjZ6Njc0a1FDdjlqb20yVDhTLWExZFEifQ..uridqALDiMWAcWaxfWp18g.Hsn3_BYTOA64tggYnrSUeEVS0tvODMOunsojzYqoFpM_9WfVzPxP7XrIA6e1BnDCh4ModlqJALFAdUH-Hhmucek2IH0z6sdyDsAGwPQ2KpjsgA2hQV_lye0Ati_fl9s5g_RRS5KQF789rSQ6XBniFqyG0j9Ca-NVcNUoLQCeg_Xn0QpCrwpoY5PZfDEIc__U.hlYhRNFltAb6IBJA6A1IOvlzmHSAZYOI6FjpeiXccWg";
const gcmVector =
  "eyJhbGciOiJkaXIiLCJlbmMiOiJBMjU2R0NNIn0..q0uEOS64DemhZWtV.JA48fWEE-QJxrERSGgN_SoLYe4MTLStWWfmd0gI.mtZLUuClo2dyqOxKS7jGrA";

describe("decision 1: names", () => {
  it("decision 1: the Express entry point has the peer's name too", () => {
    expect(ExpressAuth).toBe(MiddlewareAuth);
  });
});

describe("decision 2: tokens and cookies of @auth/core, both ways", () => {
  it("decision 2: the interop vectors are read", async () => {
    expect(await decode({ token: vector, secret: "secret", salt })).toEqual({
      name: "Ann",
      email: "ann@example.com",
      sub: "42",
      iat: 1700000000,
      exp: 4102444800,
      jti: "00000000-0000-4000-8000-000000000000",
    });
    expect(await decode({ token: gcmVector, secret: "secret", salt })).toEqual({
      sub: "42",
      exp: 4102444800,
    });
  });

  it("decision 2: a token of ours has the header of the vector", async () => {
    const token = await encode({ token: {}, secret: "secret", salt });
    expect(token.split(".")[0]).toBe(vector.split(".")[0]);
  });

  it("decision 2: what the peer encodes we decode, and the reverse", async () => {
    const params = { token: claims, secret, salt, maxAge: 100 };
    const theirs = await peer.encode(params);
    expect(await decode({ token: theirs, secret, salt })).toMatchObject(claims);
    const ours = await encode(params);
    const read = await peer.decode({ token: ours, secret, salt });
    expect(read).toMatchObject(claims);
    expect(Number(read?.exp) - Number(read?.iat)).toBe(100);
  });

  it("decision 2: with a list of secrets too: the newest encrypts, any decrypts", async () => {
    const secrets = ["the newest of three", "the middle one", "the oldest"];
    const theirs = await peer.encode({ token: claims, secret: "the middle one", salt });
    expect(await decode({ token: theirs, secret: secrets, salt })).toMatchObject(claims);
    const ours = await encode({ token: claims, secret: secrets, salt });
    expect(await peer.decode({ token: ours, secret: "the newest of three", salt })).toMatchObject(
      claims,
    );
    expect(await peer.decode({ token: ours, secret: secrets, salt })).toMatchObject(claims);
  });

  it("decision 2: iat, exp and jti are set by us, as by the peer", async () => {
    const token = { jti: "mine", iat: 1, exp: 2 };
    const [ours, theirs] = await Promise.all([
      encode({ token, secret, salt }),
      peer.encode({ token, secret, salt }),
    ]);
    for (const text of [ours, theirs]) {
      const read = await decode({ token: text, secret, salt });
      expect(read?.jti).toMatch(/^[0-9a-f-]{36}$/);
      expect(Number(read?.exp) - Number(read?.iat)).toBe(2_592_000);
    }
  });

  const peerConfig: PeerConfig = {
    get secret() {
      return secret;
    },
    trustHost: true,
    skipCSRFCheck: peerSkip,
    providers: [PeerCredentials({ credentials: { username: {} }, authorize: () => ada })],
  };

  const peerSignIn = (origin: string) =>
    PeerAuth(
      new Request(`${origin}/auth/callback/credentials`, {
        method: "POST",
        body: new URLSearchParams(adasForm),
      }),
      { ...peerConfig, basePath: "/auth" },
    );

  it.each(["https://app.test", "http://localhost:3000"])(
    "decision 2: a session cookie made by the peer's Auth() at %s is a session here",
    async (origin) => {
      const response = await peerSignIn(origin);
      const browser = world("jwt").browser({ origin });
      browser.keep(response);
      expect(sessionCookiesSet(response)).toHaveLength(1);
      expect(await browser.session()).toMatchObject({
        user: { name: "Ada", email: ada.email, image: ada.image },
      });
    },
  );

  it("decision 2: a session cookie made here is a session of the peer's Auth()", async () => {
    for (const origin of ["https://app.test", "http://localhost:3000"]) {
      const browser = world("jwt").browser({ origin });
      await browser.signIn(adasForm);
      const request = new Request(`${origin}/auth/session`, {
        headers: { cookie: browser.cookieHeader() },
      });
      const response = await PeerAuth(request, { ...peerConfig, basePath: "/auth" });
      expect(await response.json()).toMatchObject({
        user: { name: "Ada", email: ada.email, image: ada.image },
      });
    }
  });

  it("decision 2: cookies in chunks too, both ways", async () => {
    const blob = "x".repeat(8000);
    const origin = "https://app.test";
    const browser = world("jwt", {
      callbacks: { jwt: ({ token }) => ({ ...token, blob }) },
    }).browser();
    await browser.signIn(adasForm);
    expect(browser.sessionCookies().length).toBeGreaterThan(2);
    const jwt = ({ token }: { token: peer.JWT }) => ({ ...token, blob });
    const config: PeerConfig = { ...peerConfig, basePath: "/auth", callbacks: { jwt } };
    const headers = { cookie: browser.cookieHeader() };
    const read = await PeerAuth(new Request(`${origin}/auth/session`, { headers }), config);
    expect(await read.json()).toMatchObject({ user: { name: "Ada" } });

    const fresh = world("jwt").browser();
    fresh.keep(read);
    expect(fresh.sessionCookies().length).toBeGreaterThan(2);
    expect(await fresh.session()).toMatchObject({ user: { name: "Ada" } });
  });

  it("decision 3: a provider made by the peer's factory signs in here", async () => {
    const provider = PeerCredentials({
      credentials: { username: { label: "Name" } },
      authorize: ({ username }) => (username === "ada" ? ada : null),
    });
    const browser = world("jwt", { providers: [provider] }).browser();
    expect(await (await browser.get("signin")).text()).toContain("Name");
    await browser.signIn(adasForm);
    expect(await browser.session()).toMatchObject({ user: { name: "Ada" } });
  });

  it("JSON mode answers in the peer's form", async () => {
    const headers = { "x-auth-return-redirect": "1" };
    const body = () => new URLSearchParams({ ...adasForm, callbackUrl: "https://app.test/x" });
    const request = () =>
      new Request("https://app.test/auth/callback/credentials", {
        method: "POST",
        headers,
        body: body(),
      });
    const { config } = world("jwt");
    const ours = await Auth(request(), { ...config, skipCSRFCheck });
    const theirs = await PeerAuth(request(), { ...peerConfig, basePath: "/auth" });
    expect(ours.status).toBe(theirs.status);
    expect(await ours.json()).toEqual(await theirs.json());
    expect(ours.headers.get("location")).toBe(theirs.headers.get("location"));
  });
});

describe("getToken", () => {
  const signedIn = async (origin: string): Promise<Browser> => {
    const browser = world("jwt").browser({ origin });
    await browser.signIn(adasForm);
    return browser;
  };
  const headersOf = (browser: Browser) => ({ cookie: browser.cookieHeader() });

  it("gives the claims of the session of a request, from its cookie", async () => {
    const browser = await signedIn("https://app.test");
    const req = new Request("https://app.test/", { headers: headersOf(browser) });
    expect(await getToken({ req, secret, secureCookie: true })).toMatchObject({ sub: "1" });
    expect(await getToken({ req, secret })).toBeNull();
    expectTypeOf(getToken({ req, secret })).toEqualTypeOf<Promise<JWT | null>>();
    expectTypeOf(getToken({ req, secret, raw: true })).toEqualTypeOf<Promise<string | null>>();
    expect(await peer.getToken({ req, secret, secureCookie: true })).toMatchObject({ sub: "1" });
  });

  it("takes Node's headers, and a Bearer token where there is no cookie", async () => {
    const browser = await signedIn("http://localhost");
    const token = browser.sessionToken() ?? "";
    expect(await getToken({ req: { headers: headersOf(browser) }, secret })).toMatchObject({
      sub: "1",
    });
    const req = { headers: { authorization: `Bearer ${token}` } };
    expect(await getToken({ req, secret })).toMatchObject({ sub: "1" });
    expect(await getToken({ req, secret, raw: true })).toBe(token);
  });

  it("takes another cookie name, salt and decode", async () => {
    const token = await encode({ token: { sub: "9" }, secret, salt: "spice" });
    const req = { headers: { cookie: `mine=${token}` } };
    expect(await getToken({ req, secret, cookieName: "mine", salt: "spice" })).toMatchObject({
      sub: "9",
    });
    expect(await getToken({ req, secret, cookieName: "mine" })).toBeNull();
    const own = () => ({ sub: "own" });
    expect(await getToken({ req, secret, cookieName: "mine", decode: own })).toEqual({
      sub: "own",
    });
  });

  it("needs the request and the secret, and says so", async () => {
    // @ts-expect-error the request is missing
    await expect(getToken({ secret })).rejects.toThrow("`req`");
    const req = { headers: { authorization: "Bearer x" } };
    await expect(getToken({ req })).rejects.toMatchObject({ type: "MissingSecret" });
  });

  it("gives null where there is no token at all, and for no token to decode", async () => {
    expect(await getToken({ req: { headers: {} }, secret })).toBeNull();
    expect(await decode({ secret, salt })).toBeNull();
    expect(await decode({ token: "", secret, salt })).toBeNull();
  });

  it("an empty secret is refused to encode with", async () => {
    await expect(encode({ token: {}, secret: [], salt })).rejects.toThrow(
      "no secret is configured",
    );
    await expect(encode({ token: {}, secret: "", salt })).rejects.toThrow(
      "no secret is configured",
    );
    await expect(encode({ token: {}, secret: [""], salt })).rejects.toThrow(
      "no secret is configured",
    );
    await expect(decode({ token: vector, secret: "", salt })).rejects.toThrow();
  });

  it("the peer reads a session of ours through its own getToken", async () => {
    const browser = await signedIn("http://localhost");
    const req = new Request("http://localhost/", { headers: headersOf(browser) });
    const read: unknown = await peer.getToken({ req, secret });
    expect(textMember(read, "email")).toBe(ada.email);
  });
});
