import type { SessionCallbackParams } from "latchkey/types";
import { FullstackAuth } from "latchkey/next";
import { describe, expect, it } from "vitest";
import { ada, adasForm, strategies, world } from "../support/config.js";
import { adasCookie, exchange } from "../support/next/requests.js";

const row = {
  ...ada,
  emailVerified: new Date(Date.UTC(2026, 0, 1)),
  passwordHash: "$argon2id$v=19$hash",
  role: "admin",
};

describe("decision 44: a stored user with a row of its own", () => {
  it("the session callback gets five fields in session.user, and the whole row in user", async () => {
    const asked: SessionCallbackParams[] = [];
    const { browser, store } = world("database", {
      callbacks: {
        session: (params) => {
          asked.push(params);
          return params.session;
        },
      },
    });
    store.users.set(ada.id, row);
    const ours = browser();
    await ours.signIn(adasForm);
    const text = await (await ours.get("session")).text();
    const { passwordHash, role, ...five } = row;
    expect(asked[0]?.session.user).toStrictEqual(five);
    expect(asked[0]?.user).toEqual(row);
    expect(text).not.toContain(passwordHash);
    expect(text).not.toContain(role);
    expect(text).toContain('"id":"1"');
  });

  it("and what the callback takes from the row goes out", async () => {
    const { browser, store } = world("database", {
      callbacks: {
        session: ({ session, user }) => ({
          expires: new Date(session.expires).toISOString(),
          user: { ...session.user, ...("role" in user && { role: user.role }) },
        }),
      },
    });
    store.users.set(ada.id, row);
    const ours = browser();
    await ours.signIn(adasForm);
    expect(await ours.session()).toMatchObject({ user: { role: "admin", name: "Ada" } });
  });
});

describe.each(strategies)("decision 44: without a session callback, strategy %s", (strategy) => {
  it("auth() on the server tells the id, and the browser gets name, address and image only", async () => {
    const { config, store, browser } = world(strategy);
    store.users.set(ada.id, row);
    const { auth } = FullstackAuth(config);
    const cookie = await adasCookie(config);
    const { req, res } = exchange({ cookie, "x-forwarded-proto": "http" });
    const session = await auth(req, res);
    expect(session?.user).toStrictEqual({ ...ada });
    // Pages of the pages router are given as JSON.
    expect(JSON.parse(JSON.stringify(session))).toEqual(session);
    const ours = browser();
    await ours.signIn(adasForm);
    const { id: _, ...publicly } = ada;
    expect(await ours.session()).toHaveProperty("user", publicly);
  });

  it("a user whose id is a number is told by its text", async () => {
    const { config, store } = world(strategy, {
      callbacks: { jwt: ({ token }) => Object.assign(token, { sub: 1 }) },
    });
    // The same row by either key: this store keeps texts.
    for (const key of [ada.id, 1]) {
      Reflect.apply(Map.prototype.set, store.users, [key, { ...row, id: 1 }]);
    }
    const { auth } = FullstackAuth(config);
    const cookie = await adasCookie(config);
    const { req, res } = exchange({ cookie, "x-forwarded-proto": "http" });
    expect(await auth(req, res)).toHaveProperty("user.id", "1");
  });
});
