import type { EventCallbacks, SessionCallbackParams } from "latchkey/types";
import { describe, expect, it } from "vitest";
import { cookieNamesOf, location } from "../support/client.js";
import { day, start, useClock } from "../support/clock.js";
import {
  ada,
  adasForm,
  storedUser,
  strategies,
  world,
  type TestConfig,
} from "../support/config.js";

const clock = useClock();
const expires = new Date(start + 30 * day * 1000);

describe.each(strategies)("a session, strategy %s", (strategy) => {
  const signedIn = async (overrides: Partial<TestConfig> = {}) => {
    const all = world(strategy, overrides);
    const browser = all.browser();
    await browser.signIn(adasForm);
    return { ...all, ours: browser };
  };

  /** What the session callback was asked, with its answer being the default one. */
  const watching = () => {
    const asked: Partial<SessionCallbackParams>[] = [];
    const session = (params: SessionCallbackParams) => {
      asked.push(params);
      return { expires: new Date(params.session.expires).toISOString(), seen: true };
    };
    return { asked, callbacks: { session } };
  };

  it("[RES-1] [CBK-5] [RTE-3] shows the browser expires and of the user name, email and image only", async () => {
    const { ours } = await signedIn();
    const response = await ours.get("session");
    expect(response.status).toBe(200);
    expect(response.headers.get("content-type")).toBe("application/json");
    expect(await response.json()).toEqual({
      user: { name: "Ada", email: ada.email, image: ada.image },
      expires: expires.toISOString(),
    });
  });

  it("[RTE-3] is null for somebody who is not signed in", async () => {
    const response = await world(strategy).browser().get("session");
    expect([response.status, await response.text()]).toEqual([200, "null"]);
  });

  it("[CBK-4] asks the session callback at every read with what the strategy has", async () => {
    const { asked, callbacks } = watching();
    const { ours } = await signedIn({ callbacks });
    expect(await ours.session()).toEqual({ expires: expires.toISOString(), seen: true });
    const [params = {}] = asked;
    expect(asked).toHaveLength(1);
    if (strategy === "jwt") {
      expect(Object.keys(params).sort()).toEqual(["session", "token"]);
      expect(params.token).toMatchObject({ sub: "1", name: "Ada", exp: expires.getTime() / 1000 });
      expect(params.session).toEqual({
        user: { name: "Ada", email: ada.email, image: ada.image },
        expires: expires.toISOString(),
      });
    } else {
      expect(Object.keys(params).sort()).toEqual(["session", "user"]);
      expect(params.user).toEqual(storedUser(ada));
      expect(params.session).toEqual({
        sessionToken: ours.sessionToken(),
        userId: "1",
        expires,
        user: storedUser(ada),
      });
    }
  });

  it("[CBK-4] decision 12: on update the session callback gets newSession and the trigger", async () => {
    const { asked, callbacks } = watching();
    const { ours } = await signedIn({ callbacks });
    const data = { theme: "dark" };
    expect(await (await ours.update(data)).json()).toMatchObject({ seen: true });
    expect(asked[0]).toMatchObject({ newSession: data, trigger: "update" });
    await ours.session();
    expect(asked[1]).not.toHaveProperty("newSession");
    expect(asked[1]).not.toHaveProperty("trigger");
  });

  it("a session callback that gives nothing reads as null, in JSON", async () => {
    // @ts-expect-error what JavaScript may forget to return
    const { ours } = await signedIn({ callbacks: { session: () => undefined } });
    expect(await (await ours.get("session")).text()).toBe("null");
  });

  it("decision 31: a session callback that throws is logged, reads as null and keeps the cookie", async () => {
    let broken = true;
    const { ours, log } = await signedIn({
      callbacks: {
        session: ({ session }) => {
          if (broken) throw new Error("roles unknown");
          return session;
        },
      },
    });
    const response = await ours.get("session");
    expect([response.status, await response.json()]).toEqual([500, null]);
    expect(cookieNamesOf(response)).toEqual([]);
    const code = strategy === "jwt" ? "JWTSessionError" : "SessionTokenError";
    expect(log.errors(code)[0]?.cause).toMatchObject({ err: { message: "roles unknown" } });
    broken = false;
    expect(await ours.session()).toMatchObject({ user: { name: "Ada" } });
  });

  it("decision 27: an expired session is nobody, also to an update and to a sign-out", async () => {
    const told: unknown[] = [];
    const { ours, store } = await signedIn({
      session: { maxAge: 100 },
      events: {
        signOut: (message) => {
          told.push(message);
        },
      },
    });
    const token = ours.sessionToken() ?? "";
    const cookie = ours.sessionCookies()[0] ?? "";
    clock.pass(200);
    ours.plant(cookie, token);
    expect(await (await ours.update({ name: "x" })).json()).toBeNull();
    // By whose clock? A row is removed; a token may be good for other servers still.
    expect(ours.sessionCookies()).toEqual(strategy === "jwt" ? [cookie] : []);
    expect(store.sessions.size).toBe(0);
    ours.plant(cookie, token);
    await ours.signOut();
    expect(told).toEqual([strategy === "jwt" ? { token: null } : { session: null }]);
  });

  it("[EVT-6] tells the session event at every read", async () => {
    const told: Parameters<EventCallbacks["session"]>[0][] = [];
    const { ours } = await signedIn({
      events: {
        session: (message) => {
          told.push(message);
        },
      },
    });
    const seen = await ours.session();
    expect(told).toHaveLength(1);
    expect(told[0]?.session).toEqual(seen);
    if (strategy === "jwt") expect(told[0]?.token).toMatchObject({ sub: "1", name: "Ada" });
    else expect(told[0]).not.toHaveProperty("token");
  });

  it("[EVT-6] does not tell it when there is no session", async () => {
    const told: unknown[] = [];
    const events = {
      session: (message: unknown) => {
        told.push(message);
      },
    };
    await world(strategy, { events }).browser().session();
    expect(told).toEqual([]);
  });

  it("[EVT-5] tells the signOut event whose session ended", async () => {
    const told: unknown[] = [];
    const { ours } = await signedIn({
      events: {
        signOut: (message) => {
          told.push(message);
        },
      },
    });
    const sessionToken = ours.sessionToken();
    const adasToken: unknown = expect.objectContaining({ sub: "1", name: "Ada" });
    await ours.signOut();
    expect(told).toEqual([
      strategy === "jwt"
        ? { token: adasToken }
        : { session: { sessionToken, userId: "1", expires } },
    ]);
    await ours.signOut();
    expect(told).toHaveLength(1);
  });

  it("[RTE-5] signing out goes to the callbackUrl of the form", async () => {
    const { ours } = await signedIn();
    expect(location(await ours.signOut({ callbackUrl: "/bye" }))).toBe("https://app.test/bye");
    expect(await ours.session()).toBeNull();
  });

  it("decision 20: reading sets no cookie", async () => {
    const { browser } = world(strategy);
    for (const route of ["session", "providers"]) {
      expect(cookieNamesOf(await browser().get(route))).toEqual([]);
    }
    const { ours } = await signedIn();
    expect(cookieNamesOf(await ours.get("session"))).toEqual([]);
  });

  it("decision 2: the session cookie has the peer's name, the others are bound to the host", async () => {
    const { ours, browser } = await signedIn();
    expect(ours.cookieNames().sort()).toEqual([
      "__Host-latchkey.csrf-token",
      "__Host-latchkey.device",
      "__Secure-authjs.session-token",
    ]);
    const plain = browser({ origin: "http://localhost:3000" });
    await plain.signIn(adasForm);
    expect(plain.cookieNames().sort()).toEqual([
      "authjs.session-token",
      "latchkey.csrf-token",
      "latchkey.device",
    ]);
    expect(await plain.session()).toMatchObject({ user: { name: "Ada" } });
  });
});
