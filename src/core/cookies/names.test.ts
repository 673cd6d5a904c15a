import { describe, expect, it } from "vitest";
import { cookieSet } from "./names.js";

const attributes = { httpOnly: true, sameSite: "lax", path: "/" };

describe("the cookies of the library", () => {
  it("over https have prefixed names and are sent over https only", () => {
    const options = { ...attributes, secure: true };
    expect(cookieSet(true, {})).toEqual({
      session: { name: "__Secure-authjs.session-token", options },
      callbackUrl: { name: "__Host-latchkey.callback-url", options },
      csrf: { name: "__Host-latchkey.csrf-token", options },
      flow: { name: "__Host-latchkey.flow", options },
      mail: { name: "__Host-latchkey.mail", options },
      challenge: { name: "__Host-latchkey.challenge", options },
      proof: { name: "__Host-latchkey.proof", options },
      failure: { name: "__Host-latchkey.failure", options },
      prove: { name: "__Host-latchkey.prove", options },
      remember: { name: "__Host-latchkey.remember", options },
      last: { name: "__Host-latchkey.last", options },
      typed: { name: "__Host-latchkey.typed", options },
      parked: { name: "__Host-latchkey.parked", options },
      device: { name: "__Host-latchkey.device", options },
    });
  });

  it("over http have plain names", () => {
    const options = { ...attributes, secure: false };
    expect(cookieSet(false, {})).toEqual({
      session: { name: "authjs.session-token", options },
      callbackUrl: { name: "latchkey.callback-url", options },
      csrf: { name: "latchkey.csrf-token", options },
      flow: { name: "latchkey.flow", options },
      mail: { name: "latchkey.mail", options },
      challenge: { name: "latchkey.challenge", options },
      proof: { name: "latchkey.proof", options },
      failure: { name: "latchkey.failure", options },
      prove: { name: "latchkey.prove", options },
      remember: { name: "latchkey.remember", options },
      last: { name: "latchkey.last", options },
      typed: { name: "latchkey.typed", options },
      parked: { name: "latchkey.parked", options },
      device: { name: "latchkey.device", options },
    });
  });

  it("have the names that the application gives them", () => {
    const set = cookieSet(true, {
      sessionToken: { name: "a" },
      callbackUrl: { name: "b" },
      csrfToken: { name: "c" },
      state: { name: "d" },
      webauthnChallenge: { name: "e" },
      device: { name: "f" },
    });
    const { session, callbackUrl, csrf, flow, mail, challenge, device } = set;
    expect([session, callbackUrl, csrf, flow, challenge, device].map(({ name }) => name)).toEqual([
      ..."abcdef",
    ]);
    expect(mail.name).toBe("__Host-latchkey.mail");
    expect([session, csrf].map(({ options }) => options)).toEqual([
      { ...attributes, secure: true },
      { ...attributes, secure: true },
    ]);
  });

  it("take single attributes from the application and keep the others", () => {
    const { session, csrf } = cookieSet(false, {
      sessionToken: { options: { sameSite: "strict", maxAge: 5 } },
      csrfToken: { options: { httpOnly: false } },
    });
    expect(session.options).toEqual({
      ...attributes,
      sameSite: "strict",
      secure: false,
      maxAge: 5,
    });
    expect(csrf.options).toEqual({ ...attributes, httpOnly: false, secure: false });
  });

  it.each([
    [{ domain: "app.test" }, "__Secure-latchkey.csrf-token"],
    [{ path: "/auth" }, "__Secure-latchkey.csrf-token"],
    [{ path: "/" }, "__Host-latchkey.csrf-token"],
  ])("with %o the browser takes the cookie under the name %s", (options, name) => {
    expect(cookieSet(true, { csrfToken: { options } }).csrf.name).toBe(name);
    expect(cookieSet(false, { csrfToken: { options } }).csrf.name).toBe("latchkey.csrf-token");
  });
});
