import { parseSetCookie } from "cookie";
import { Auth } from "latchkey";
import { describe, expect, it } from "vitest";
import { sessionCookiesSet } from "../support/client.js";
import { costOf } from "../support/clock.js";
import { adasForm, strategies, world } from "../support/config.js";

const name = "__Secure-authjs.session-token";

describe.each(strategies)("B. cookies, strategy %s", (strategy) => {
  const signedIn = async () => {
    const all = world(strategy);
    const ours = all.browser();
    await ours.signIn(adasForm);
    const read = async (cookie: string) => {
      const request = new Request("https://app.test/auth/session", { headers: { cookie } });
      const response = await Auth(request, all.config);
      const session: unknown = await response.json();
      return { response, signedIn: session !== null };
    };
    return { ...all, ours, token: ours.sessionToken() ?? "", read };
  };

  it("B01 on https every cookie is Secure, HttpOnly, for the whole host and SameSite", async () => {
    const ours = world(strategy).browser();
    const page = await ours.get("signin?callbackUrl=/x");
    const done = await ours.signIn(adasForm);
    const lines = [...page.headers.getSetCookie(), ...done.headers.getSetCookie()];
    const seen = new Map(
      lines.map((line) => {
        const { name: cookie, value, expires, maxAge, ...attributes } = parseSetCookie(line);
        expect([value !== undefined, expires ?? maxAge ?? true]).toBeDefined();
        return [cookie, attributes];
      }),
    );
    const attributes = { path: "/", httpOnly: true, secure: true, sameSite: "lax" };
    expect(Object.fromEntries(seen)).toEqual({
      "__Host-latchkey.callback-url": attributes,
      "__Host-latchkey.csrf-token": attributes,
      "__Host-latchkey.device": attributes,
      [name]: attributes,
    });
  });

  it("B02 on https only the prefixed cookie is read", async () => {
    const { read, token } = await signedIn();
    expect((await read(`authjs.session-token=${token}`)).signedIn).toBe(false);
    expect((await read(`authjs.session-token=junk; ${name}=${token}`)).signedIn).toBe(true);
  });

  it("B03 of two cookies with one name the first counts, never a mix", async () => {
    const { read, token } = await signedIn();
    expect((await read(`${name}=${token}; ${name}=junk`)).signedIn).toBe(true);
    expect((await read(`${name}=junk; ${name}=${token}`)).signedIn).toBe(false);
  });

  it("B04 a cookie whose name only begins alike is ignored", async () => {
    const { read, token } = await signedIn();
    expect((await read(`${name}-x=junk; ${name}=${token}; ${name}.x=junk`)).signedIn).toBe(true);
  });

  it("B05 chunks with a gap are no session", async () => {
    const { read, token } = await signedIn();
    const half = Math.ceil(token.length / 2);
    const [a, b] = [token.slice(0, half), token.slice(half)];
    expect((await read(`${name}.0=${a}; ${name}.1=${b}`)).signedIn).toBe(true);
    expect((await read(`${name}.0=${a}; ${name}.2=${b}`)).signedIn).toBe(false);
    expect((await read(`${name}.0=${token}; ${name}.2=x`)).signedIn).toBe(false);
  });

  it("B06 with chunks beside the undivided cookie only the undivided one counts", async () => {
    const { read, token } = await signedIn();
    expect((await read(`${name}=${token}; ${name}.0=junk; ${name}.1=junk`)).signedIn).toBe(true);
    expect((await read(`${name}=junk; ${name}.0=${token}`)).signedIn).toBe(false);
  });

  it("B07 numbers in another spelling are no chunks", async () => {
    const { read, token } = await signedIn();
    for (const suffix of [".00", ".-1", ".1e3", ".0x1", ".+0", ". 0"]) {
      expect((await read(`${name}${suffix}=${token}`)).signedIn).toBe(false);
      expect((await read(`${name}=${token}; ${name}${suffix}=junk`)).signedIn).toBe(true);
    }
  });

  it("B08 3000 chunks are ignored at once, and the response stays small", async () => {
    const { read } = await signedIn();
    const cookie = Array.from({ length: 3000 }, (_, index) => `${name}.${index}=x`).join("; ");
    const { response, signedIn: yes } = await read(cookie);
    expect(await costOf(() => read(cookie))).toBeLessThan(100);
    expect(yes).toBe(false);
    expect(response.headers.getSetCookie().length).toBeLessThanOrEqual(33);
  });

  it("B09 more than all chunks can hold is not decrypted", async () => {
    const { read } = await signedIn();
    const { response, signedIn: yes } = await read(`${name}=${"x".repeat(32 * 3936 + 1)}`);
    expect([response.status, yes]).toEqual([200, false]);
  });

  it("B11 a name after a blank of another kind is not the protected name", async () => {
    const { config, token } = await signedIn();
    // The Fetch API lets no such header through; a framework that builds on Node's does.
    for (const blank of ["\t", "\u00a0"]) {
      const headers = new Headers();
      headers.set("cookie", `a=1;${blank}${name}=${token}`);
      const request = new Request("https://app.test/auth/session", { headers });
      expect(await (await Auth(request, config)).json()).toBeNull();
    }
  });

  it("B12 a Cookie header of 64 KiB and one of 10,000 pairs take no time and do no harm", async () => {
    const { read, token } = await signedIn();
    const pairs = Array.from({ length: 10_000 }, (_, index) => `c${index}=1`).join("; ");
    for (const cookie of [`big=${"x".repeat(65_536)}`, pairs]) {
      const whole = `${cookie}; ${name}=${token}`;
      expect((await read(whole)).signedIn).toBe(true);
      expect(await costOf(() => read(whole))).toBeLessThan(200);
    }
  });

  it("B13 a badly encoded value is a value like any other", async () => {
    const { read } = await signedIn();
    for (const value of ["%", "%zz", "%c0%af", "%E0%A4%A"]) {
      const { response, signedIn: yes } = await read(`${name}=${value}`);
      expect([response.status, yes]).toEqual([200, false]);
    }
  });
});

describe("B. chunks of a JWT session", () => {
  it("B10 stale chunks are cleared with the attributes they were set with", async () => {
    let size = 8000;
    const ours = world("jwt", {
      callbacks: { jwt: ({ token }) => ({ ...token, blob: "x".repeat(size) }) },
      cookies: { sessionToken: { options: { domain: "app.test" } } },
    }).browser();
    await ours.signIn(adasForm);
    const before = ours.sessionCookies();
    expect(before.length).toBeGreaterThan(2);
    size = 1;
    const response = await ours.get("session");
    expect(sessionCookiesSet(response)).toEqual([name]);
    const cleared = response.headers
      .getSetCookie()
      .map((line) => parseSetCookie(line))
      .filter(({ value }) => value === "");
    expect(cleared).toEqual(
      before.map((chunk) => ({
        name: chunk,
        value: "",
        maxAge: 0,
        domain: "app.test",
        path: "/",
        httpOnly: true,
        secure: true,
        sameSite: "lax",
      })),
    );
    expect(ours.sessionCookies()).toEqual([name]);
  });
});
