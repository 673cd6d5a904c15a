import { inspect } from "node:util";
import {
  createRemoteJWKSet,
  decodeJwt,
  exportJWK,
  generateKeyPair,
  jwtVerify,
  SignJWT,
} from "jose";
import { apiKeys } from "latchkey/plugins/api-keys";
import { bearer, type BearerJwtOptions, type SigningKey } from "latchkey/plugins/bearer";
import { beforeAll, describe, expect, it } from "vitest";
import { app, bearerWorld, tokensIn } from "../support/bearer-world.js";
import { textMember } from "../support/client.js";
import { ada, adasForm, strategies, type World } from "../support/config.js";
import { serve, WebClient } from "../support/oauth/site.js";

const audience = "https://reports.example.com";
let keys: readonly SigningKey[] = [];

async function key(kid: string, alg: string): Promise<SigningKey> {
  const { privateKey } = await generateKeyPair(alg, { extractable: true });
  return { ...(await exportJWK(privateKey)), kid, alg };
}

beforeAll(async () => {
  keys = await Promise.all([key("1", "ES256"), key("2", "EdDSA"), key("3", "RS256")]);
});

/** The site on a port, with these keys, and what verifies with `jose` alone. */
async function site({ config }: World, given: readonly SigningKey[]) {
  const jwt = { keys: given, audience };
  const { origin } = await serve(() => ({ ...config, plugins: [bearer({ clients: [app], jwt })] }));
  const issuer = `${origin}/auth`;
  const remote = createRemoteJWKSet(new URL(`${issuer}/.well-known/jwks.json`));
  return {
    origin,
    issuer,
    verify: (token: string) => jwtVerify(token, remote, { issuer, audience }),
  };
}

async function jwtOf(origin: string): Promise<string> {
  const browser = new WebClient();
  const csrf = async () => textMember(await browser.json(`${origin}/auth/csrf`), "csrfToken");
  await browser.send(`${origin}/auth/callback/credentials`, {
    ...adasForm,
    csrfToken: await csrf(),
  });
  const answer = await browser.send(`${origin}/auth/bearer/jwt`, { csrfToken: await csrf() });
  return textMember(await answer.json(), "token");
}

describe.each(strategies)("JWTs for other services, strategy %s", (strategy) => {
  const world = (jwt: Partial<BearerJwtOptions> = {}) =>
    bearerWorld(strategy, { jwt: { keys, audience, ...jwt } });
  const issued = async (made: ReturnType<typeof world>, access: string): Promise<string> => {
    const headers = { authorization: `Bearer ${access}` };
    const answer = await made.browser().post("bearer/jwt", {}, { headers });
    return textMember(await answer.json(), "token");
  };

  it("another service verifies them with the published keys, over HTTP", async () => {
    const made = world();
    for (const one of keys) {
      const { origin, issuer, verify } = await site(made, [one]);
      const { payload, protectedHeader } = await verify(await jwtOf(origin));
      expect(payload).toMatchObject({ iss: issuer, aud: audience, sub: ada.id });
      expect((payload.exp ?? 0) - (payload.iat ?? 0)).toBe(300);
      expect(protectedHeader.kid).toBe(one.kid);
    }
  });

  it("keys are rotated without a moment in which a token isn't accepted", async () => {
    const made = world();
    const [old, next] = [keys.slice(0, 1), keys.slice(1, 2)];
    const steps = [old, [...old, ...next], [...next, ...old], next];
    // Of two servers, one is always a step behind; each token must be accepted by both key sets.
    for (const [index, given] of steps.slice(1).entries()) {
      const [behind, ahead] = [steps[index] ?? [], given];
      for (const [signs, publishes] of [
        [behind, ahead],
        [ahead, behind],
      ] as const) {
        // The last step waits until what the old key signed has expired.
        if (signs === behind && index === 2) continue;
        const { kid } = signs[0] ?? {};
        expect(publishes.map((one) => one.kid)).toContain(kid);
        const { origin, verify } = await site(made, signs);
        await expect(verify(await jwtOf(origin))).resolves.toBeDefined();
      }
    }
  });

  it("FF42 nothing private is published, and nothing but keys", async () => {
    const answer = await world().browser().get(".well-known/jwks.json");
    expect(answer.headers.get("cache-control")).toBe("public, max-age=300");
    expect(answer.headers.getSetCookie()).toEqual([]);
    const text = await answer.text();
    for (const one of keys) {
      for (const name of ["d", "p", "q", "dp", "dq", "qi"]) {
        if (typeof one[name] === "string") expect(text).not.toContain(one[name]);
      }
      expect(text).toContain(`"kid":"${one.kid}"`);
    }
  });

  it("FF43 only who is signed in gets one, for themselves, and an API key is no sign-in", async () => {
    const made = world();
    const { access } = await made.tokens();
    expect(decodeJwt(await issued(made, access))["sub"]).toBe(ada.id);
    const stranger = await made.browser().submit("bearer/jwt");
    expect(stranger.status).toBe(401);
    const tab = await made.signedIn();
    const evil = await tab.post("bearer/jwt", {}, { from: "https://evil.test" });
    expect(evil.headers.get("location")).toContain("MissingCSRF");
    const keyed = bearerWorld(strategy, {
      jwt: { keys, audience },
      with: [apiKeys({ scopes: {} })],
    });
    const { key: secret } = await apiKeys.of(keyed.config).create(ada.id, { name: "a key" });
    const headers = { authorization: `Bearer ${secret}` };
    const answer = await keyed.browser().post("bearer/jwt", {}, { headers });
    expect(await answer.text()).not.toContain("token");
  });

  it("FF44 what the application adds can't replace who it's about, for whom and until when", async () => {
    const claims = () => ({
      sub: "2",
      iss: "x",
      aud: "x",
      exp: 1e11,
      iat: 0,
      jti: "x",
      role: "editor",
    });
    const made = world({ claims });
    const payload = decodeJwt(await issued(made, (await made.tokens()).access));
    expect(payload).toMatchObject({ sub: ada.id, aud: audience, role: "editor" });
    expect(payload.iss).toBe("https://app.test/auth");
    expect(payload.exp).toBeLessThan(Date.now() / 1000 + 301);
    expect(payload.jti).not.toBe("x");
  });

  it("FF45 one is no session here, and after its session ended there is no new one", async () => {
    const made = world();
    const { access } = await made.tokens();
    const jwt = await issued(made, access);
    expect(await made.session(jwt)).toBeNull();
    const headers = { authorization: `Bearer ${access}` };
    await made.browser().post("signout", {}, { headers });
    const answer = await made.browser().post("bearer/jwt", {}, { headers });
    // A JWT session without a registry goes on until its access token expires.
    if (strategy === "database") expect(answer.ok).toBe(false);
  });

  it("FF46 a token of another key, audience or issuer isn't accepted", async () => {
    const { issuer, verify } = await site(world(), keys);
    const other = await generateKeyPair("ES256");
    const sign = (iss: string, aud: string) =>
      new SignJWT({ sub: ada.id, iss, aud })
        .setProtectedHeader({ alg: "ES256", kid: "1" })
        .setExpirationTime("5m")
        .sign(other.privateKey);
    await expect(verify(await sign(issuer, audience))).rejects.toThrow("signature");
  });

  it("are signed by a KMS that keeps the key, and a signature of another key isn't sent", async () => {
    const [own, other] = [await generateKeyPair("ES256"), await generateKeyPair("ES256")];
    const known = { ...(await exportJWK(own.publicKey)), kid: "kms", alg: "ES256" };
    const by =
      (held: CryptoKey) =>
      async (data: Uint8Array, { kid }: SigningKey) => {
        expect(kid).toBe("kms");
        const bytes = new Uint8Array(data);
        return new Uint8Array(
          await crypto.subtle.sign({ name: "ECDSA", hash: "SHA-256" }, held, bytes),
        );
      };
    const made = world({ keys: [known], sign: by(own.privateKey) });
    const token = await issued(made, (await made.tokens()).access);
    const expected = { issuer: "https://app.test/auth", audience, typ: "JWT" };
    const verified = await jwtVerify(token, own.publicKey, expected);
    expect(verified.payload.sub).toBe(ada.id);
    expect(verified.protectedHeader.kid).toBe("kms");
    const wrong = world({ keys: [known], sign: by(other.privateKey) });
    const headers = { authorization: `Bearer ${(await wrong.tokens()).access}` };
    const answer = await wrong.browser().post("bearer/jwt", {}, { headers });
    expect(answer.ok).toBe(false);
    expect(await answer.text()).not.toContain("token");
    const [logged] = wrong.log.errors("InvalidConfiguration");
    expect(logged?.message).toContain("a signature that the first key doesn't verify");
  });

  it("can't be signed while the KMS is down: the log names `sign`, and a retry works", async () => {
    const own = await generateKeyPair("ES256");
    const known = { ...(await exportJWK(own.publicKey)), kid: "kms", alg: "ES256" };
    const hash = { name: "ECDSA", hash: "SHA-256" };
    const works = async (data: Uint8Array) =>
      new Uint8Array(await crypto.subtle.sign(hash, own.privateKey, new Uint8Array(data)));
    const outages: readonly NonNullable<BearerJwtOptions["sign"]>[] = [
      () => Promise.reject(new Error("kms.internal refused the connection")),
      () => {
        throw new Error("kms.internal has no address");
      },
      () => new Promise<never>(() => undefined),
    ];
    for (const outage of outages) {
      let sign: NonNullable<BearerJwtOptions["sign"]> = works;
      const made = bearerWorld(strategy, {
        jwt: { keys: [known], audience, sign: (data, used) => sign(data, used) },
        config: { timeout: 500 },
      });
      const tokens = await made.tokens();
      sign = outage;
      const headers = { authorization: `Bearer ${tokens.access}` };
      const answer = await made.browser().post("bearer/jwt", {}, { headers });
      expect([answer.status, answer.headers.get("retry-after")]).toEqual([503, "5"]);
      expect(answer.headers.get("content-type")).toContain("application/json");
      expect(await answer.text()).not.toContain("kms.internal");
      const [logged, ...others] = made.log.errors("AuthError");
      expect(logged?.message).toContain("`jwt.sign` of `bearer()`");
      expect(inspect(logged?.cause)).toMatch(/kms\.internal|`jwt\.sign` didn't return/);
      expect(others).toEqual([]);
      // The app's tokens have nothing to do with it.
      const next = await tokensIn(await made.refresh(tokens.refresh));
      sign = works;
      expect(await issued(made, next.access)).not.toBe("");
    }
  });

  it("are refused, not sent, if `sign` returns anything but bytes", async () => {
    // @ts-expect-error -- An application in JavaScript may return anything.
    const made = world({ sign: () => undefined });
    const headers = { authorization: `Bearer ${(await made.tokens()).access}` };
    const answer = await made.browser().post("bearer/jwt", {}, { headers });
    expect(answer.ok).toBe(false);
    const [logged] = made.log.errors("InvalidConfiguration");
    expect(logged?.message).toContain("`sign` of `bearer({ jwt })`");
  });

  it("FF47 keys that can't be meant are refused at the start", async () => {
    const [one, two, three] = keys;
    const faults: (readonly SigningKey[])[] = [
      [],
      [{ kty: "oct", k: "c2VjcmV0", kid: "1", alg: "HS256" }],
      [{ ...one, kid: undefined }],
      [{ ...one, alg: undefined }],
      [{ ...one, alg: "RS256" }],
      [{ ...one, d: undefined }],
      [{ ...one }, { ...two, kid: "1" }],
      [{ ...three, n: undefined }],
      // The curve of another algorithm, which would only be noticed once this key signs.
      [{ ...one, alg: "ES384" }],
      [{ ...one }, { ...two, crv: "P-384" }],
      [{ ...three, n: "short" }],
    ];
    const options = faults.map((given) => ({ keys: given }));
    for (const fault of [...options, { keys, audience: "" }]) {
      const made = world(fault);
      expect((await made.browser().get("csrf")).status).toBe(500);
      expect(made.log.errors("InvalidConfiguration")[0]?.message).toContain("`jwt` of `bearer()`");
    }
  });
});
