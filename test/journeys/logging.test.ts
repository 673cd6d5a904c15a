import { AuthError, CredentialsSignin, MissingCSRF } from "latchkey/errors";
import Credentials from "latchkey/providers/credentials";
import { afterEach, describe, expect, it, vi } from "vitest";
import { adasForm, world } from "../support/config.js";

afterEach(() => {
  vi.restoreAllMocks();
});

const failing = Credentials({
  authorize: () => {
    throw new Error("first line\nsecond line \u001b[31mred\u2028");
  },
});

/** Stands for a text in what is expected. */
const matching = (form: RegExp): unknown => expect.stringMatching(form);

describe("AuthError", () => {
  it("[ERR-1] is the base: a type, a kind, and a cause that may hold err and details", () => {
    const err = new Error("disk full");
    const error = new AuthError("It failed.", { err, provider: "x" });
    expect(error).toBeInstanceOf(Error);
    expect({ ...error }).toMatchObject({ type: "AuthError", kind: "error", name: "AuthError" });
    expect(error.message).toBe("It failed.");
    expect(error.cause).toEqual({ err, provider: "x" });
  });

  it("[ERR-1] keeps the details whichever way they are given", () => {
    const err = new Error("disk full", { cause: { path: "/x" } });
    expect(new AuthError(err).cause).toEqual({ err, path: "/x" });
    expect(new AuthError(err, { provider: "x" }).cause).toEqual({ err, path: "/x", provider: "x" });
    expect(new AuthError("text", err).cause).toEqual({ err, path: "/x" });
    expect(new AuthError("text", { cause: { a: 1 } }).cause).toEqual({ a: 1 });
    expect(new AuthError("text", { cause: err }).cause).toEqual({ err });
    expect(new AuthError({ a: 1 }).cause).toEqual({ a: 1 });
    expect(new AuthError("text").cause).toBeUndefined();
  });

  it("[ERR-1] subclasses of the application keep the type of what they extend", () => {
    class Mine extends CredentialsSignin {}
    expect(new Mine()).toMatchObject({ type: "CredentialsSignin", kind: "signIn", name: "Mine" });
  });
});

describe("the logger", () => {
  it("[ERR-1] [ERR-5] decision 10: error(code, error): the code is the type of the error, which follows", async () => {
    const { browser, log } = world("jwt");
    await browser().post("signout");
    expect(log.entries).toEqual([
      {
        level: "error",
        code: "MissingCSRF",
        message: [
          expect.any(MissingCSRF),
          {
            code: "MissingCSRF",
            reference: matching(/^[0-9A-Z]{4}-[0-9A-Z]{4}$/),
            cause: matching(/sent none of the library/),
            cure: matching(/Allow cookies/),
          },
        ],
      },
    ]);
  });

  it("[ERR-5] decision 10: warn(code, text) and debug(code, ...details)", async () => {
    const { browser, log } = world("jwt", { secret: "short", debug: true });
    const ours = browser();
    ours.plant("__Secure-authjs.session-token", "junk");
    await ours.session();
    expect(log.entries).toEqual([
      { level: "warn", code: "debug-enabled", message: [expect.any(String)] },
      { level: "warn", code: "weak-secret", message: [expect.any(String)] },
      { level: "debug", code: "session_token_refused", message: [{ reason: "malformed" }] },
    ]);
  });

  it("[ERR-5] debug messages come only with `debug`", async () => {
    const { browser, log } = world("database");
    await browser().signIn(adasForm);
    expect(log.entries).toEqual([]);
    const debugging = world("database", { debug: true });
    await debugging.browser().signIn(adasForm);
    expect(debugging.log.codes("debug")).toContain("adapter_createSession");
  });

  it("[ERR-5] is the console by default, one line for each message", async () => {
    const error = vi.spyOn(console, "error").mockImplementation(() => undefined);
    const warn = vi.spyOn(console, "warn").mockImplementation(() => undefined);
    const debug = vi.spyOn(console, "debug").mockImplementation(() => undefined);
    const config = { logger: undefined, debug: true, providers: [failing] };
    const ours = world("database", config).browser();
    await ours.signIn(adasForm);
    await ours.post("signout");
    expect(warn.mock.calls.flat()).toEqual([
      expect.stringMatching(/^\[latchkey\] warn debug-enabled: /),
    ]);
    expect(error.mock.calls.flat()).toEqual([
      expect.stringMatching(/^\[latchkey\] error CallbackRouteError: .*Cause: Error: first line/),
      expect.stringMatching(/^\[latchkey\] error MissingCSRF: /),
    ]);
    for (const line of [error, warn, debug].flatMap(({ mock }): unknown[] => mock.calls.flat())) {
      // oxlint-disable-next-line no-control-regex -- control characters are what is looked for
      expect(String(line)).not.toMatch(/[\u0000-\u001f\u2028\u2029]/);
    }
  });

  it("[ERR-5] methods that the application leaves out go to the console", async () => {
    const error = vi.spyOn(console, "error").mockImplementation(() => undefined);
    const warn = vi.fn();
    await world("jwt", { logger: { warn }, secret: "short" }).browser().post("signout");
    expect(warn).toHaveBeenCalledOnce();
    expect(error).toHaveBeenCalledOnce();
  });

  it("[ERR-5] that throws disturbs nothing, and keeps its `this`", async () => {
    class Broken {
      readonly seen: string[] = [];
      error(code: string) {
        this.seen.push(code);
        throw new Error("no log today");
      }
    }
    const logger = new Broken();
    const response = await world("jwt", { logger }).browser().post("signout");
    expect(response.status).toBe(303);
    expect(logger.seen).toEqual(["MissingCSRF"]);
  });
});
