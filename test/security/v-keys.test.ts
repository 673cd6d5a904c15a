import { DuplicateError } from "latchkey/adapters";
import { describe, expect, it } from "vitest";
import { textMember } from "../support/client.js";
import { open, storeApp, viaProvider, whoIs } from "../support/stores-app.js";
import { everyStore } from "../support/stores.js";

const pat = { sub: "pat-1", email: "pat@example.org", name: "Pat" };
const kinds = (await everyStore()).filter(({ skip }) => !skip);
const stores = [];
for (const kind of kinds) stores.push({ name: kind.name, ...(await kind.open()) });

describe.each(stores)("keys that no row can have, on $name", ({ adapter }) => {
  it("V01 a NUL in the cookie of a session: nobody, as with any unknown one", async () => {
    const app = storeApp(adapter);
    const browser = app.browser();
    await viaProvider(browser, "hub", pat);
    const [name = ""] = browser.sessionCookies();
    for (const token of ["\0", `${browser.cookie(name) ?? ""}\0`, "\0x"]) {
      const visitor = app.browser();
      visitor.plant(name, token);
      const response = await visitor.get("session");
      expect(response.status).toBe(200);
      expect(await response.json()).toBeNull();
      expect((await visitor.signOut()).status).toBe(303);
    }
    expect(app.log.codes("error")).toEqual([]);
    expect(await whoIs(browser)).toBeDefined();
  });

  it("V02 a NUL in the token or address of a mailed link: refused as an unknown one", async () => {
    const app = storeApp(adapter);
    const browser = app.browser();
    const link = new URL(await app.ask(browser, pat.email));
    for (const name of ["token", "email"]) {
      const odd = new URL(link);
      odd.searchParams.set(name, `${odd.searchParams.get(name) ?? ""}\0`);
      const { status, headers } = await open(browser, odd.href);
      const target = textMember({ at: headers.get("location") ?? String(status) }, "at");
      expect(target).toMatch(/error=Verification|400/);
    }
    expect(app.log.codes("error").filter((code) => code !== "Verification")).toEqual([]);
    await open(browser, link.href);
    expect(await whoIs(browser)).toBeDefined();
  });

  it("V03 ids and keys of another form are not found, in a transaction as well", async () => {
    const odd = ["x", "1 or 1=1", "\0", "a\0b", "\ud800", "99999999999999999999", "{}", "%"];
    const lookUp = async (store: typeof adapter) => {
      for (const key of odd) {
        expect(await store.getUser?.(key)).toBeNull();
        expect(await store.getUserByEmail?.(key)).toBeNull();
        const account = { provider: key, providerAccountId: key };
        expect(await store.getUserByAccount?.(account)).toBeNull();
        expect(await store.getAccount?.(key, "hub")).toBeNull();
        expect(await store.getSessionAndUser?.(key)).toBeNull();
        expect(await store.deleteSession?.(key)).toBeNull();
        expect(await store.getAuthenticator?.(key)).toBeNull();
        expect(await store.listAuthenticatorsByUserId?.(key)).toEqual([]);
        expect(await store.deleteUser?.(key)).toBeNull();
        const token = { identifier: key, token: key };
        expect(await store.useVerificationToken?.(token)).toBeNull();
        await store.deleteSessionsByUserId?.(key);
      }
      const email = `${crypto.randomUUID()}@example.org`;
      return store.createUser?.({ id: "", email, emailVerified: null });
    };
    const made = await lookUp(adapter);
    expect(made).toBeDefined();
    const within = await adapter.transaction?.(lookUp);
    if (within) expect(await adapter.getUser?.(within.id)).toEqual(within);
    const again = async () => adapter.createUser?.({ ...(made ?? fail()), id: "" });
    await expect(again()).rejects.toBeInstanceOf(DuplicateError);
  });
});

function fail(): never {
  throw new Error("There is no user.");
}
