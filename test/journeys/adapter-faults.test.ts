import type { Adapter } from "latchkey/adapters";
import { describe, expect, it } from "vitest";
import { cookieNamesOf, location, sessionCookiesSet } from "../support/client.js";
import { adasForm, world } from "../support/config.js";

type Method = "createSession" | "deleteSession" | "getSessionAndUser" | "getUser" | "updateSession";

const faults: [string, () => unknown][] = [
  [
    "throws",
    () => {
      throw new Error("connection lost");
    },
  ],
  ["rejects", () => Promise.reject(new Error("connection lost"))],
  [
    "throws a text",
    () => {
      // oxlint-disable-next-line typescript/only-throw-error -- adapters do
      throw "connection lost";
    },
  ],
  ["never settles", () => new Promise(() => undefined)],
  ["gives undefined", () => undefined],
  ["gives a number", () => 7],
  ["gives a list", () => []],
  ["gives an empty object", () => ({})],
];

/** An adapter of which one method is broken as long as `broken.now`. */
function breaking(method: Method, fault: () => unknown) {
  const broken = { now: false };
  const { adapter } = world("database");
  const odd: Adapter = new Proxy(adapter, {
    get: (target, key): unknown =>
      key === method && broken.now ? fault : Reflect.get(target, key),
  });
  return { broken, adapter: odd };
}

describe.each(faults)("an adapter whose method %s", (name, fault) => {
  it("in createSession or getUser at sign-in: the error page, and no session cookie", async () => {
    for (const method of ["createSession", "getUser"] as const) {
      const { adapter, broken } = breaking(method, fault);
      const { browser, log } = world("jwt", { adapter, timeout: 40 });
      broken.now = true;
      const response = await browser().signIn(adasForm);
      expect(location(response)).toBe("https://app.test/auth/error?error=Configuration");
      expect(sessionCookiesSet(response)).toEqual([]);
      expect(log.codes("error")).toEqual(["AdapterError"]);
    }
  });

  it("in getSessionAndUser at a read: null, and the cookie is kept unless there is no such row", async () => {
    const { adapter, broken } = breaking("getSessionAndUser", fault);
    const { browser, log } = world("jwt", { adapter, timeout: 40 });
    const ours = browser();
    await ours.signIn(adasForm);
    broken.now = true;
    const response = await ours.get("session");
    expect(await response.json()).toBeNull();
    if (name === "gives undefined") {
      expect(ours.sessionCookies()).toEqual([]);
      return;
    }
    expect(response.status).toBe(503);
    expect(cookieNamesOf(response)).toEqual([]);
    expect(log.codes("error")).toEqual(["SessionTokenError"]);
  });
});

describe("an adapter that lies", () => {
  it("a session row whose expiry is no date is not a session for ever", async () => {
    const { adapter } = world("database");
    const { browser } = world("jwt", {
      adapter: {
        ...adapter,
        async getSessionAndUser(token) {
          const found = await adapter.getSessionAndUser(token);
          return found && { ...found, session: { ...found.session, expires: new Date(NaN) } };
        },
      },
    });
    const ours = browser();
    await ours.signIn(adasForm);
    const response = await ours.get("session");
    expect([response.status, await response.json()]).toEqual([503, null]);
  });

  it("frozen rows with members of their own are taken as they are", async () => {
    const { adapter } = world("database");
    const { browser } = world("jwt", {
      adapter: {
        ...adapter,
        async getSessionAndUser(token) {
          const found = await adapter.getSessionAndUser(token);
          return (
            found && Object.freeze({ ...found, user: Object.freeze({ ...found.user, extra: 1 }) })
          );
        },
      },
      callbacks: {
        session: ({ user, session: { expires } }) => ({ user, expires: String(expires) }),
      },
    });
    const ours = browser();
    await ours.signIn(adasForm);
    expect(await ours.session()).toMatchObject({ user: { name: "Ada", extra: 1 } });
  });
});
