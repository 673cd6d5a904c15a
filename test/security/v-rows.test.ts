import type { Adapter } from "latchkey/adapters";
import { MemoryAdapter } from "latchkey/adapters/memory";
import { describe, expect, it } from "vitest";
import { open, storeApp, viaProvider, whoIs } from "../support/stores-app.js";

const pat = { sub: "pat-1", email: "pat@example.org", name: "Pat" };
const sam = { sub: "sam-1", email: "sam@example.org", name: "Sam" };

type Row = Record<string, unknown>;

/** An adapter whose method gives something else than it should. */
function changed(method: keyof Adapter, change: (row: Row) => unknown) {
  // Without transactions, so that every call comes through here.
  const { transaction: _none, ...adapter } = MemoryAdapter();
  const control = { on: false };
  const real: unknown = Reflect.get(adapter, method);
  if (typeof real !== "function") throw new Error(`There is no ${String(method)}.`);
  const replaced = async (...args: unknown[]): Promise<unknown> => {
    const row: unknown = await Reflect.apply(real, adapter, args);
    return control.on && typeof row === "object" && row !== null ? change({ ...row }) : row;
  };
  return { adapter: { ...adapter, [method]: replaced }, control, real: adapter };
}

describe("rows that are not the ones asked for", () => {
  it("V04 the session of another token: nobody is let in, and the cookie is kept", async () => {
    const other: { found?: unknown } = {};
    const { adapter, control, real } = changed("getSessionAndUser", () => other.found);
    const app = storeApp(adapter);
    const [browser, sams] = [app.browser(), app.browser()];
    await viaProvider(browser, "hub", pat);
    await viaProvider(sams, "hub", sam);
    other.found = await real.getSessionAndUser(sams.sessionToken() ?? "");
    control.on = true;
    expect((await browser.get("session")).status).toBe(503);
    const text =
      'The adapter\'s "getSessionAndUser" returned a different row than the one requested';
    const logged = app.log.errors("SessionTokenError").at(-1)?.cause;
    expect(String(isRow(logged) ? logged["err"] : logged)).toContain(text);
    control.on = false;
    expect(await whoIs(browser)).not.toBe(await whoIs(sams));
  });

  it("V05 a session with the user of another one: nobody is let in", async () => {
    const { adapter, control } = changed("getSessionAndUser", ({ session }) => ({
      session,
      user: { ...sam, id: "another", emailVerified: null },
    }));
    const app = storeApp(adapter);
    const browser = app.browser();
    await viaProvider(browser, "hub", pat);
    control.on = true;
    expect((await browser.get("session")).status).toBe(503);
  });

  it("V06 the one-time token of another address: nobody signs in", async () => {
    const { adapter, control } = changed("useVerificationToken", (row) => ({
      ...row,
      identifier: sam.email,
    }));
    const app = storeApp(adapter);
    const browser = app.browser();
    control.on = true;
    await open(browser, await app.ask(browser, pat.email));
    expect(await whoIs(browser)).toBeUndefined();
    expect(app.events.created).toEqual([]);
  });

  it.each([
    ["an empty text", ""],
    ["NaN", NaN],
    ["infinity", Infinity],
    ["true", true],
    ["a list", ["1"]],
    ["an object", {}],
    ["null", null],
  ])("V07 a user whose id is %s: nobody signs in", async (_name, id) => {
    const { adapter, control } = changed("createUser", (row) => ({ ...row, id }));
    const app = storeApp(adapter);
    const browser = app.browser();
    control.on = true;
    await viaProvider(browser, "hub", pat);
    expect(await whoIs(browser)).toBeUndefined();
  });

  it.each([
    [
      "a session that ends at a date that is none",
      (row: Row) => ({ ...row, expires: "soon" }),
      503,
    ],
    ["a session that ends on a day", (row: Row) => ({ ...row, expires: "2100-01-01" }), 503],
    ["a session that ends at a moment, as text", asText, 200],
  ])("V08 %s", async (_name, change, status) => {
    const { adapter, control } = changed("getSessionAndUser", ({ session, user }) => ({
      session: change({ ...(isRow(session) ? session : {}) }),
      user: isRow(user) ? { ...user, emailVerified: "2026-01-02T03:04:05.678Z" } : user,
    }));
    const app = storeApp(adapter);
    const browser = app.browser();
    await viaProvider(browser, "hub", pat);
    control.on = true;
    expect((await browser.get("session")).status).toBe(status);
    if (status === 200) expect(await whoIs(browser)).toBeDefined();
  });

  it("V08 an expired session whose date is text is over", async () => {
    const { adapter, control } = changed("getSessionAndUser", ({ session, user }) => ({
      session: { ...(isRow(session) ? session : {}), expires: "2020-01-01T00:00:00.000Z" },
      user,
    }));
    const app = storeApp(adapter);
    const browser = app.browser();
    await viaProvider(browser, "hub", pat);
    control.on = true;
    expect(await whoIs(browser)).toBeUndefined();
  });
});

function asText(row: Row): Row {
  const { expires } = row;
  return { ...row, expires: expires instanceof Date ? expires.toISOString() : "" };
}

const isRow = (value: unknown): value is Row => typeof value === "object" && value !== null;
