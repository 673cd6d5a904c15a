import { engineFor } from "../../src/doors/engine.js";
import { callsOf } from "../../src/core/engine/index.js";
// Of the engine above, not of the package: it may be the one in dist/.
import {
  AccessDenied,
  AuthError,
  CredentialsSignin,
  MissingSecretError,
} from "../../src/core/errors/errors.js";
import { readRedirectCall } from "../../src/frameworks/next/calls.js";
import { FullstackAuth } from "latchkey/next";
import Credentials from "latchkey/providers/credentials";
import { afterEach, describe, expect, it, vi } from "vitest";
import { adasForm, strategies, world, type TestConfig } from "../support/config.js";
import { adasCookie, exchange, nextRequest } from "../support/next/requests.js";

afterEach(() => {
  vi.unstubAllEnvs();
});

const caller = { headers: new Headers(), origin: "https://app.test" };

/** What `signIn` on the server comes to; `redirect` as it was asked for. */
async function signIn(config: Partial<TestConfig>, fields: object, redirect = true) {
  const { config: complete } = world("jwt", { basePath: "/api/auth", ...config });
  const asked = readRedirectCall({ ...fields, redirect });
  const call = { provider: "credentials", params: [], tellsOnPage: asked.redirect };
  return (await callsOf(engineFor(complete))).signIn(caller, { ...call, fields: asked.fields });
}

describe("Y. signIn on the server, in Next.js", () => {
  it("Y21 what ends on a page for a browser is a redirect there", async () => {
    const denied = { callbacks: { signIn: () => false } };
    expect((await signIn(denied, adasForm)).value).toBe(
      "https://app.test/api/auth/error?error=AccessDenied",
    );
    const own = { ...denied, pages: { error: "/oops" } };
    expect((await signIn(own, adasForm)).value).toBe("https://app.test/oops?error=AccessDenied");
    const limited = { rateLimit: () => false };
    expect((await signIn(limited, adasForm)).value).toBe(
      "https://app.test/api/auth/signin?error=RateLimited",
    );
    const failing = Credentials({ authorize: () => Promise.reject(new Error("no database")) });
    expect((await signIn({ providers: [failing] }, adasForm)).value).toContain("=Configuration");
  });

  it("Y21 wrong credentials, and everything without a redirect, are told by throwing", async () => {
    await expect(signIn({}, { username: "x" })).rejects.toBeInstanceOf(CredentialsSignin);
    const denied = { callbacks: { signIn: () => false } };
    await expect(signIn(denied, adasForm, false)).rejects.toBeInstanceOf(AccessDenied);
    vi.stubEnv("NODE_ENV", "production");
    const none = signIn({ secret: undefined }, adasForm);
    await expect(none).rejects.toBeInstanceOf(MissingSecretError);
  });

  it("Y21 values become text as in a form", async () => {
    const seen: unknown[] = [];
    const noting = Credentials({
      authorize: (given) => {
        seen.push(given);
        return { id: "1" };
      },
    });
    const date = new Date(0);
    const fields = { pin: 1234, big: 5n, on: true, none: null, absent: undefined, date };
    await signIn({ providers: [noting] }, { ...fields, list: [1, "b"], nested: { a: 1 } });
    expect(seen).toEqual([
      {
        pin: "1234",
        big: "5",
        on: "true",
        date: "1970-01-01T00:00:00.000Z",
        list: ["1", "b"],
        nested: '{"a":1}',
      },
    ]);
  });

  it("Y12 NUL and half characters are refused there, too", async () => {
    for (const username of ["a\u0000b", "\ud83d"]) {
      await expect(signIn({}, { username })).rejects.toBeInstanceOf(AuthError);
    }
  });
});

describe.each(strategies)("Y. reads in Next.js that renew the session, strategy %s", (strategy) => {
  it("Y19 are kept by no cache", async () => {
    const { config } = world(strategy, { session: { strategy, updateAge: 0 } });
    const cookie = await adasCookie(config);
    const { auth } = FullstackAuth(config);
    const kept: Record<string, string> = { "cache-control": "public, max-age=600" };
    const { req, res } = exchange({ cookie, "x-forwarded-proto": "http" });
    const setHeader = (name: string, value: string[]) => {
      kept[name] = value.join(", ");
    };
    await auth(req, { ...res, setHeader });
    expect(kept["cache-control"]).toBe("private, no-store");
    const wrapped = auth(() => new Response("page", { headers: kept }));
    const request = nextRequest("/page", { headers: { cookie, "x-forwarded-proto": "http" } });
    const response = await wrapped(request, { params: Promise.resolve({}) });
    expect(response.headers.getSetCookie().length).toBeGreaterThan(0);
    expect(response.headers.get("cache-control")).toBe("private, no-store");
  });
});
