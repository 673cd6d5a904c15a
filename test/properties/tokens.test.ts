import fc from "fast-check";
import * as peer from "@auth/core/jwt";
import { Auth } from "latchkey";
import { decode, encode } from "latchkey/jwt";
import { describe, expect, it } from "vitest";
import { crossSiteReason, csrfToken, isCsrfToken } from "../../src/core/http/csrf.js";
import { CookieJar } from "../../src/core/cookies/jar.js";
import { createKeyRing } from "../../src/core/crypto/keys.js";
import { adasForm, secret, strategies, world } from "../support/config.js";

const text = fc.string({ minLength: 1, unit: "grapheme" });
const claims = fc
  .dictionary(fc.string({ minLength: 1 }), fc.jsonValue())
  .map((object) => ({ ...object, exp: undefined, iat: undefined, jti: undefined, nbf: undefined }));

describe("tokens", () => {
  it("what is encoded is decoded, by us and by the peer, both ways", async () => {
    await fc.assert(
      fc.asyncProperty(claims, text, text, async (token, key, salt) => {
        const { iat, exp, jti, nbf, ...plain } = token;
        expect([iat, exp, jti, nbf]).toEqual([undefined, undefined, undefined, undefined]);
        const expected: unknown = JSON.parse(JSON.stringify(plain));
        const [ours, theirs] = [
          await encode({ token: plain, secret: key, salt }),
          await peer.encode({ token: plain, secret: key, salt }),
        ];
        for (const sealed of [ours, theirs]) {
          const read = [
            await decode({ token: sealed, secret: key, salt }),
            await peer.decode({ token: sealed, secret: key, salt }),
          ];
          for (const found of read) {
            const { iat: i, exp: e, jti: j, ...rest } = found ?? {};
            expect([typeof i, typeof e, typeof j]).toEqual(["number", "number", "string"]);
            expect(rest).toEqual(expected);
          }
        }
      }),
      { numRuns: 60 },
    );
  });

  it("another secret or another salt reads nothing", async () => {
    await fc.assert(
      fc.asyncProperty(text, text, text, async (key, salt, other) => {
        fc.pre(other !== key && other !== salt);
        const token = await encode({ token: { sub: "1" }, secret: key, salt });
        await expect(decode({ token, secret: other, salt })).rejects.toThrow();
        await expect(decode({ token, secret: key, salt: other })).rejects.toThrow();
      }),
      { numRuns: 40 },
    );
  });

  it("no text that we did not make is a token", async () => {
    const part = fc.stringMatching(/^[\w-]{0,60}$/);
    const shaped = fc.array(part, { minLength: 1, maxLength: 6 }).map((parts) => parts.join("."));
    await fc.assert(
      fc.asyncProperty(fc.oneof(shaped, fc.string()), async (token) => {
        const read = decode({ token, secret, salt: "s" });
        if (token === "") expect(await read).toBeNull();
        else await expect(read).rejects.toThrow("isn't valid");
      }),
      { numRuns: 500 },
    );
  });
});

describe("CSRF tokens", () => {
  const keys = createKeyRing([secret]);
  const cookies = { csrf: { name: "csrf", options: {} } };
  const fresh = async () => {
    const jar = new CookieJar(null);
    const token = await csrfToken({ keys, jar, cookies });
    const [change] = jar.changes();
    return { token, value: change?.value ?? "" };
  };
  const accepts = (value: string, submitted: string | undefined) => {
    const jar = new CookieJar(`csrf=${encodeURIComponent(value)}`);
    return isCsrfToken({ keys, jar, cookies }, submitted);
  };

  it("only the token of the browser's own cookie is accepted", async () => {
    const { token, value } = await fresh();
    expect(await accepts(value, token)).toBe(true);
    expect(await accepts(value, undefined)).toBe(false);
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(fc.string(), fc.stringMatching(/^[0-9a-f]{64}$/)),
        async (other) => {
          fc.pre(other !== token && other !== value);
          expect(await accepts(value, other)).toBe(false);
          expect(await accepts(other, token)).toBe(false);
          expect(await accepts(`${other}|${other}`, other)).toBe(false);
          expect(await accepts(`${other}|${value.split("|")[1] ?? ""}`, other)).toBe(false);
        },
      ),
      { numRuns: 200 },
    );
  });

  it("of all origins only the site's own is no reason to refuse", () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.webUrl(),
          fc.string().filter((s) => /^[\x20-\x7e]*$/.test(s)),
        ),
        (origin) => {
          const headers = new Headers({ origin });
          const sent = headers.get("origin");
          fc.pre(sent !== "https://app.test");
          expect(crossSiteReason(headers, "https://app.test")).toEqual(expect.any(String));
        },
      ),
    );
  });
});

describe.each(strategies)("any request, strategy %s", (strategy) => {
  const token = fc.constantFrom(
    "auth",
    "signin",
    "signout",
    "session",
    "csrf",
    "providers",
    "callback",
    "error",
    "verify-request",
    "webauthn-options",
    "credentials",
    "__proto__",
    "constructor",
    "..",
    "%2e",
    "%",
    "",
    "x",
    "undefined",
  );
  const path = fc.array(token, { maxLength: 5 }).map((parts) => `/${parts.join("/")}`);
  const name = fc.constantFrom(
    "csrfToken",
    "callbackUrl",
    "error",
    "code",
    "state",
    "email",
    "token",
    "data",
    "action",
    "__proto__",
    "a",
  );
  const odd = fc.oneof(
    fc.string({ unit: "binary", maxLength: 30 }),
    fc.constantFrom(
      "//evil.test",
      "javascript:alert(1)",
      "%",
      "null",
      "true",
      "{}",
      "/x",
      "https://app.test",
    ),
  );
  const fields = fc.array(fc.tuple(name, odd), { maxLength: 5 });
  const ascii = fc.string({ maxLength: 40 }).filter((value) => /^[\x20-\x7e]*$/.test(value));
  const headers = fc.record(
    {
      origin: fc.constantFrom("https://app.test", "null", "https://evil.test", "x"),
      "sec-fetch-site": fc.constantFrom("same-origin", "cross-site", "none", "?"),
      "content-type": fc.constantFrom(
        "application/json",
        "application/x-www-form-urlencoded",
        "multipart/form-data; boundary=xyz",
        "text/plain",
        "",
      ),
      cookie: fc.oneof(
        ascii,
        ascii.map((value) => `__Secure-authjs.session-token=${value}`),
        ascii.map((value) => `__Host-latchkey.csrf-token=${value}`),
      ),
      authorization: ascii,
      "x-forwarded-host": ascii,
      "x-forwarded-proto": ascii,
      "x-auth-return-redirect": fc.constantFrom("1", ""),
    },
    { requiredKeys: [] },
  );
  const method = fc.constantFrom("GET", "POST", "POST", "HEAD", "OPTIONS", "PUT", "DELETE");
  const body = fc.oneof(
    fields.map((pairs) => new URLSearchParams(pairs).toString()),
    fc.json({ maxDepth: 3 }),
    fc.string({ unit: "binary", maxLength: 60 }),
  );

  it("is answered: nothing is thrown, no 5xx, no session, no prototype changed", async () => {
    const { config, log } = world(strategy);
    const before = Object.getOwnPropertyNames(Object.prototype);
    await fc.assert(
      fc.asyncProperty(
        method,
        path,
        fields,
        headers,
        body,
        async (verb, where, query, head, content) => {
          const search = new URLSearchParams(query).toString();
          const url = `https://app.test${where}${search && `?${search}`}`;
          const hasBody = verb === "POST" || verb === "PUT" || verb === "DELETE";
          const request = new Request(url, {
            method: verb,
            headers: head,
            ...(hasBody && { body: new TextEncoder().encode(content) }),
          });
          const response = await Auth(request, config);
          const expected = where === "/auth/error" && /(?:^|&)error=Configuration/.test(search);
          if (!expected) expect(response.status).toBeLessThan(500);
          expect(response.headers.get("location") ?? "https://app.test").toMatch(
            /^https:\/\/app\.test/,
          );
          expect(response.headers.getSetCookie().join()).not.toMatch(/session-token=[^;]/);
        },
      ),
      { numRuns: 400 },
    );
    expect(Object.getOwnPropertyNames(Object.prototype)).toEqual(before);
    const surprising = log
      .codes("error")
      .filter((code) => code === "AuthError" || code === "CallbackRouteError");
    expect(surprising).toEqual([]);
  });

  it("a form with a right token is a sign-in only with right credentials", async () => {
    const { browser } = world(strategy);
    await fc.assert(
      fc.asyncProperty(
        fc.dictionary(
          name.filter((key) => key !== "csrfToken"),
          odd,
        ),
        async (extra) => {
          const ours = browser();
          await ours.signIn({ ...extra, username: "ada" });
          expect(await ours.session()).toBeNull();
          await ours.signIn({ ...extra, ...adasForm });
          // A form that holds a NUL is refused as a whole; targets are judged by a rule of their own.
          const sent: Record<string, string> = { ...extra, ...adasForm };
          const { callbackUrl: _, ...judged } = sent;
          const isRefused = Object.values(judged).some((value) => value.includes("\u0000"));
          expect((await ours.session()) === null).toBe(isRefused);
        },
      ),
      { numRuns: 30, examples: [[{}], [{ code: "\u0000" }], [{ callbackUrl: "\u0000" }]] },
    );
  });
});
