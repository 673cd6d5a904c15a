import { Auth } from "latchkey";
import { connect, migrate, SqlAdapter } from "latchkey/adapters/sql";
import { manage } from "latchkey/manage";
import { AccessDenied } from "latchkey/errors";
import { definePlugin } from "latchkey/plugin";
import { audit, type AuditEvent } from "latchkey/plugins/audit";
import { bearer } from "latchkey/plugins/bearer";
import { sessionRegistry } from "latchkey/plugins/session-registry";
import { memoryState } from "latchkey/state/memory";
import { describe, expect, it, vi } from "vitest";
import {
  app,
  approved,
  authorizeQuery,
  bearerWorld,
  requestIn,
  scheme,
  tokensIn,
} from "../support/bearer-world.js";
import type { AdapterUser } from "latchkey/adapters";
import Credentials from "latchkey/providers/credentials";
import { location, textMember } from "../support/client.js";
import { ada, adasForm, strategies, world } from "../support/config.js";
import { freshPostgres } from "../support/services.js";

describe.each(strategies)("an app, strategy %s", (strategy) => {
  it("signs in through the browser, and is signed in like a browser", async () => {
    const { browser, redeem, session } = bearerWorld(strategy);
    const ours = browser();
    // Nobody is signed in yet, so that the sign-in page comes first.
    const first = location(await ours.get(await authorizeQuery()));
    expect(first).toBe(
      "https://app.test/auth/signin?callbackUrl=https%3A%2F%2Fapp.test%2Fauth%2Fbearer%2Fauthorize",
    );
    const callbackUrl = new URL(first).searchParams.get("callbackUrl") ?? "";
    expect(location(await ours.signIn({ ...adasForm, callbackUrl }))).toBe(callbackUrl);
    const page = await ours.get("bearer/authorize");
    expect(page.headers.get("content-security-policy")).toContain("com.example.app:");
    const text = await page.clone().text();
    expect(text).toContain(`Acme for phones wants to sign in as ${ada.email}.`);
    const request = await requestIn(page);
    const back = new URL(location(await ours.submit("bearer/approve", { request, answer: "yes" })));
    expect(back.href).toMatch(/^com\.example\.app:\/signed-in\?code=/);
    expect(back.searchParams.get("state")).toBe("a state");
    expect(back.searchParams.get("iss")).toBe("https://app.test/auth");
    const answer = await redeem(back.searchParams.get("code") ?? "");
    expect(answer.headers.getSetCookie()).toEqual([]);
    expect(answer.headers.get("cache-control")).toContain("no-store");
    expect(await answer.clone().json()).toMatchObject({ token_type: "Bearer", expires_in: 600 });
    const { access } = await tokensIn(answer);
    expect(await session(access)).toMatchObject({ user: { name: ada.name, email: ada.email } });
  });

  it("goes nowhere without a yes", async () => {
    const { signedIn } = bearerWorld(strategy);
    const back = await approved(await signedIn(), { answer: "no" });
    expect(back.searchParams.get("error")).toBe("access_denied");
    expect(back.searchParams.get("code")).toBeNull();
  });

  it("comes back to any port on loopback", async () => {
    const { signedIn, redeem, session } = bearerWorld(strategy);
    const redirect_uri = "http://127.0.0.1:51004/signed-in";
    const back = await approved(await signedIn(), { query: { redirect_uri } });
    expect(back.origin).toBe("http://127.0.0.1:51004");
    const code = back.searchParams.get("code") ?? "";
    const { access } = await tokensIn(await redeem(code, { redirect_uri }));
    expect(await session(access)).not.toBeNull();
  });

  it("has an access token for ten minutes, and another one for its refresh token", async () => {
    const { tokens, session, refresh } = bearerWorld(strategy);
    const first = await tokens();
    vi.useFakeTimers({ now: Date.now() + 616_000, toFake: ["Date"] });
    expect(await session(first.access)).toBeNull();
    const second = await tokensIn(await refresh(first.refresh));
    expect(await session(second.access)).toMatchObject({ user: { name: ada.name } });
    vi.setSystemTime(Date.now() + 20 * 24 * 60 * 60 * 1000);
    const third = await tokensIn(await refresh(second.refresh));
    vi.setSystemTime(Date.now() + 20 * 24 * 60 * 60 * 1000);
    const { access } = await tokensIn(await refresh(third.refresh));
    expect(await session(access)).toMatchObject({ user: { name: ada.name } });
    vi.setSystemTime(Date.now() + 31 * 24 * 60 * 60 * 1000);
    expect((await refresh(third.refresh)).status).toBe(400);
    vi.useRealTimers();
  });

  it("signs out: neither of its tokens works any more", async () => {
    const { tokens, session, refresh, browser } = bearerWorld(strategy);
    const { access, refresh: token } = await tokens();
    const headers = { authorization: `Bearer ${access}` };
    await browser().post("signout", {}, { headers });
    expect(await session(access)).toBeNull();
    expect((await refresh(token)).status).toBe(400);
  });

  it("revokes its refresh token, and the session ends, which is told once", async () => {
    const events: AuditEvent[] = [];
    const trail = audit((event) => {
      events.push(event);
    });
    const { tokens, session, send } = bearerWorld(strategy, { with: [trail] });
    const { access, refresh } = await tokens();
    const before = events.length;
    const answers = await Promise.all([
      send("bearer/revoke", { token: refresh }),
      send("bearer/revoke", { token: refresh }),
    ]);
    answers.push(await send("bearer/revoke", { token: refresh }));
    answers.push(await send("bearer/revoke", { token: "lkr_something" }));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(await session(access)).toBeNull();
    const told = events.slice(before);
    expect(told.map(({ type }) => type)).toEqual(["session.ended", "sign-out"]);
    expect(told).toMatchObject([{ userId: ada.id }, { userId: ada.id, clientId: app.id }]);
  });

  it("revokes when its session has ended elsewhere: that isn't told again", async () => {
    const events: AuditEvent[] = [];
    const trail = audit((event) => {
      events.push(event);
    });
    const plugins = [trail, sessionRegistry({ within: 0 })];
    const sharedState = memoryState();
    const made = bearerWorld(strategy, { with: plugins, config: { sharedState } });
    const { refresh } = await made.tokens();
    await manage(made.config).sessions.endAll(ada.id);
    const before = events.length;
    await made.send("bearer/revoke", { token: refresh });
    const told = events.slice(before).map(({ type }) => type);
    expect(told.filter((type) => type === "session.ended")).toEqual([]);
  });

  it("is listed like a browser, and ended from there", async () => {
    const sharedState = memoryState();
    const plugins = [sessionRegistry({ within: 0 })];
    const made = bearerWorld(strategy, { with: plugins, config: { sharedState } });
    const { tokens, session, refresh, config } = made;
    const { access, refresh: token } = await tokens();
    const { sessions } = manage(config);
    const headers = new Headers({ authorization: `Bearer ${access}` });
    const current = await sessions.current({ headers });
    expect(current?.userId).toBe(ada.id);
    const ids = (await sessions.list(ada.id)).map(({ id }) => id);
    expect(ids).toHaveLength(2);
    expect(ids).toContain(current?.id);
    await sessions.end(current?.id ?? "", { userId: ada.id });
    expect(await session(access)).toBeNull();
    expect((await refresh(token)).status).toBe(400);
  });

  it("asks the policies of plugins once more", async () => {
    const banned = new Set<string>();
    const policy = definePlugin({
      name: "bans",
      create: () => ({
        signIn: {
          policy: (_, { who }) => {
            if (banned.has(String(who.user.id))) throw new AccessDenied("Banned.");
            return Promise.resolve({ kind: "passed" });
          },
        },
      }),
    });
    const { code, redeem } = bearerWorld(strategy, { with: [policy] });
    const one = await code();
    banned.add(ada.id);
    expect(await (await redeem(one)).json()).toEqual({ error: "access_denied" });
    banned.clear();
    expect(await (await redeem(one)).json()).toEqual({ error: "invalid_grant" });
  });

  it("leaves events: approved, started, and used twice", async () => {
    const events: AuditEvent[] = [];
    const log = audit((event) => void events.push(event));
    const { tokens, refresh } = bearerWorld(strategy, { with: [log] });
    const { refresh: token } = await tokens();
    await refresh(token);
    await refresh(token);
    expect(events.filter(({ type }) => type.startsWith("bearer"))).toMatchObject([
      { type: "bearer.approved", userId: ada.id, clientId: app.id },
      { type: "bearer.reused", userId: ada.id, clientId: app.id },
    ]);
    expect(events.map(({ type }) => type)).toContain("session.started");
  });
});

it.each([
  ["app:/in", "use your reversed domain"],
  ["javascript:alert(1)", "use your reversed domain"],
  ["http://example.com/in", "plain http is for loopback addresses"],
  ["http://localhost/in", "localhost can be another machine"],
  ["https://example.com/in#x", "remove what follows `#`"],
  ["not a URL", "it isn't a URL"],
])("the redirect URI %s is a configuration error", async (uri, message) => {
  const clients = [{ id: "app", name: "App", redirectUris: [uri] }];
  const { log, browser } = world("jwt", { plugins: [bearer({ clients })] });
  await browser().get("providers");
  expect(log.errors("InvalidConfiguration")[0]?.message).toContain(message);
});

const postgres = await freshPostgres();

describe.each([
  { name: "SQLite", skip: false, url: "file::memory:" },
  { name: "PostgreSQL", ...postgres },
])("in a table of $name", ({ skip, url }) => {
  it.skipIf(skip)("an app signs in, refreshes and is caught using a token twice", async () => {
    const db = await connect(url);
    const adapter = SqlAdapter(db);
    const config = { adapter, sharedState: memoryState(), providers: [onlyAda(adapter)] };
    const {
      redeem,
      refresh,
      session,
      browser,
      config: whole,
    } = bearerWorld("database", { config });
    await migrate(db, whole);
    await adapter.createUser({ email: ada.email, name: ada.name, emailVerified: null });
    const ours = browser();
    await ours.signIn({});
    const back = await approved(ours);
    const first = await tokensIn(await redeem(back.searchParams.get("code") ?? ""));
    const second = await tokensIn(await refresh(first.refresh));
    expect(await session(second.access)).toMatchObject({ user: { name: ada.name } });
    expect((await refresh(first.refresh)).status).toBe(400);
    expect(await session(second.access)).toBeNull();
    expect((await refresh(second.refresh)).status).toBe(400);
    await db.destroy();
  });
});

function onlyAda(adapter: { getUserByEmail(email: string): Promise<AdapterUser | null> }) {
  return Credentials({ credentials: {}, authorize: () => adapter.getUserByEmail(ada.email) });
}

describe("what a program sends", () => {
  const form = { "content-type": "application/x-www-form-urlencoded" };
  const routes = ["bearer/token", "bearer/revoke", "bearer/nonce", "bearer/device-code"];

  it.each(routes)(
    "to %s, has each parameter once, as OAuth says (RFC 6749, section 3.2)",
    async (route) => {
      const { config } = bearerWorld("jwt", { clients: [{ ...app, device: true }] });
      const url = `https://app.test/auth/${route}`;
      for (const name of ["grant_type", "client_id", "token", "code"]) {
        const body = `${name}=a&${name}=b`;
        const answer = await Auth(
          new Request(url, { method: "POST", body, headers: form }),
          config,
        );
        expect([answer.status, await answer.json()]).toEqual([400, { error: "invalid_request" }]);
      }
    },
  );

  it("says which grant it asks for", async () => {
    const { send } = bearerWorld("jwt");
    const none = await send("bearer/token", { client_id: app.id });
    expect([none.status, await none.json()]).toEqual([400, { error: "invalid_request" }]);
    const other = await send("bearer/token", { grant_type: "password" });
    expect(await other.json()).toEqual({ error: "unsupported_grant_type" });
  });

  it.each<[string, Record<string, string>]>([
    ["authorization_code", { code: "any" }],
    ["refresh_token", { refresh_token: "any" }],
    ["urn:ietf:params:oauth:grant-type:device_code", { device_code: "any" }],
    [
      "urn:ietf:params:oauth:grant-type:token-exchange",
      { subject_token: "any", subject_token_type: "urn:ietf:params:oauth:token-type:id_token" },
    ],
  ])(
    "%s: leaves nothing out that the grant needs (RFC 6749, section 5.2)",
    async (grant, fields) => {
      const { send } = bearerWorld("jwt");
      const whole: Record<string, string> = { client_id: app.id, ...fields };
      const errorFor = async (given: Record<string, string>) => {
        const answer = await send("bearer/token", { grant_type: grant, ...given });
        return [answer.status, textMember(await answer.json(), "error")];
      };
      expect(await errorFor(whole)).toEqual([400, "invalid_grant"]);
      for (const name of Object.keys(whole)) {
        const { [name]: _, ...rest } = whole;
        expect(await errorFor(rest)).toEqual([400, "invalid_request"]);
        // A parameter without a value is one that was left out (RFC 6749, section 3.2).
        const empty = await errorFor({ ...whole, [name]: "" });
        expect(empty).toEqual([400, "invalid_request"]);
      }
    },
  );
});

it("an address of the app is exactly one of its own", async () => {
  const { signedIn } = bearerWorld("jwt");
  const ours = await signedIn();
  for (const redirect_uri of [`${scheme}/more`, "http://127.0.0.1:1/other", "https://app.test/"]) {
    const answer = await ours.get(await authorizeQuery({ redirect_uri }));
    expect(await answer.json()).toEqual({ error: "invalid_redirect_uri" });
  }
});
