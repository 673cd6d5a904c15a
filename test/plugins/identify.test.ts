import { definePlugin, json, type Plugin, type PluginHooks } from "latchkey/plugin";
import { manage } from "latchkey/manage";
import { describe, expect, it } from "vitest";
import { ada, adasForm, strategies, storedUser, world, type Strategy } from "../support/config.js";

const page = "https://spa.test";

/** A plugin that knows Ada by "ada-token", and takes all that begins with "ada-" for its own. */
function tokens(hooks: PluginHooks = {}): Plugin {
  return definePlugin({
    name: "tokens",
    create: () => ({
      origins: [page],
      identify: (_, { scheme, value, now }) => {
        if (scheme !== "bearer" || !value.startsWith("ada-")) return Promise.resolve(undefined);
        if (value !== "ada-token") return Promise.resolve(null);
        const expires = new Date(now + 60_000);
        const user = storedUser(ada);
        return Promise.resolve({ kind: "user", user, expires, adds: { token: true } });
      },
      routes: {
        "tokens-open": { POST: async ({ signedInAs }) => json({ id: await signedInAs() }) },
        "tokens-session": { GET: () => Promise.resolve(json({})), who: "session" },
        "tokens-proof": { POST: () => Promise.resolve(json({})), who: "proof" },
      },
      ...hooks,
    }),
  });
}

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

function app(strategy: Strategy, plugin = tokens()) {
  const made = world(strategy, { plugins: [plugin] });
  return { ...made, ours: made.browser() };
}

describe.each(strategies)(
  "a request with another credential than a cookie, strategy %s",
  (strategy) => {
    const session = async (
      ours: ReturnType<typeof app>["ours"],
      headers: Record<string, string>,
    ): Promise<unknown> => (await ours.get("session", { headers })).json();

    it("is read as the user's, with what the plugin adds", async () => {
      const { ours } = app(strategy);
      const answer = await ours.get("session", { headers: bearer("ada-token") });
      expect(await answer.json()).toMatchObject({ user: { name: ada.name }, token: true });
      expect(answer.headers.getSetCookie()).toEqual([]);
    });

    it("decides alone: the cookie beside it isn't read, and stays as it is", async () => {
      const { ours } = app(strategy);
      await ours.signIn(adasForm);
      const cookies = ours.cookieNames();
      expect(await session(ours, bearer("ada-wrong"))).toBeNull();
      expect(await session(ours, bearer("ada-token"))).toMatchObject({ token: true });
      expect(ours.cookieNames()).toEqual(cookies);
      expect(await ours.session()).not.toHaveProperty("token");
    });

    it("leaves the cookie to decide where no plugin takes the header for its own", async () => {
      const { ours } = app(strategy);
      await ours.signIn(adasForm);
      for (const authorization of ["Basic YWRhOg==", "Bearer other", "Bearer", "ada-token", ""]) {
        expect(await session(ours, { authorization })).toMatchObject({ user: { name: ada.name } });
      }
    });

    it("signs nobody in at the library's routes", async () => {
      const { ours, config } = app(strategy);
      const headers = bearer("ada-token");
      expect(await (await ours.post("tokens-open", {}, { headers })).json()).toEqual({ id: null });
      expect((await ours.get("tokens-session", { headers })).status).toBe(401);
      expect((await ours.post("tokens-proof", {}, { headers })).status).toBe(401);
      expect(await manage(config).sessions.current({ headers: new Headers(headers) })).toBeNull();
    });

    it("needs a CSRF token if it has cookies, or isn't valid", async () => {
      const { ours } = app(strategy);
      const post = (token: string) => ours.post("tokens-open", {}, { headers: bearer(token) });
      expect((await post("ada-token")).status).toBe(200);
      expect((await post("ada-wrong")).status).toBe(303);
      await ours.csrfToken();
      expect((await post("ada-token")).status).toBe(303);
    });

    it("is 503 where it can't be known whose it is", async () => {
      const { SessionUnavailable } = await import("latchkey/express");
      const identify = () => Promise.reject(new SessionUnavailable("The vault is closed."));
      const { ours, log } = app(strategy, tokens({ identify }));
      expect((await ours.get("session", { headers: bearer("ada-token") })).status).toBe(503);
      expect(log.codes("error")).toEqual(["SessionTokenError"]);
    });

    it("is shown to the `session` callback, which has the last word", async () => {
      const seen: unknown[] = [];
      const { browser } = world(strategy, {
        plugins: [tokens()],
        callbacks: {
          session: ({ session }) => {
            seen.push(session);
            return { expires: session.expires.toString(), user: { name: "A." } };
          },
        },
      });
      expect(await session(browser(), bearer("ada-token"))).toMatchObject({ user: { name: "A." } });
      expect(seen).toMatchObject([{ token: true, user: { email: ada.email } }]);
    });
  },
);

describe("scripts of other sites", () => {
  const ask = (origin: string, method = "GET") => {
    const { config, ours } = app("jwt");
    const headers = { origin, ...bearer("ada-token") };
    return { config, answer: ours.send(new Request(ours.url("session"), { method, headers })) };
  };

  it("of an origin that a plugin names can call the routes, without cookies", async () => {
    const before = await ask(page, "OPTIONS").answer;
    expect(before.status).toBe(204);
    expect(Object.fromEntries(before.headers)).toMatchObject({
      "access-control-allow-origin": page,
      "access-control-allow-headers": "authorization, content-type, x-auth-return-redirect",
      "access-control-allow-methods": "GET, POST",
    });
    const { headers } = await ask(page).answer;
    expect(headers.get("access-control-allow-origin")).toBe(page);
    expect(headers.get("access-control-allow-credentials")).toBeNull();
    expect(headers.get("vary")).toBe("Cookie, Origin");
  });

  it.each(["https://evil.test", "https://spa.test.evil.test", "http://spa.test", "null"])(
    "of %s can't",
    async (origin) => {
      for (const method of ["GET", "OPTIONS"]) {
        const { headers } = await ask(origin, method).answer;
        expect([...headers.keys()].filter((name) => name.startsWith("access-control"))).toEqual([]);
        expect(headers.get("vary")).toBe("Cookie, Origin");
      }
    },
  );

  it("an origin that isn't one is a configuration error", async () => {
    const { ours, log } = app("jwt", tokens({ origins: ["https://spa.test/"] }));
    await ours.get("providers");
    expect(log.errors("InvalidConfiguration").map(({ message }) => message)).toEqual([
      expect.stringContaining('allows requests from "https://spa.test/", which isn\'t an origin'),
    ]);
  });
});
