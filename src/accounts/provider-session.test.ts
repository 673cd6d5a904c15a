import { describe, expect, it } from "vitest";
import { now } from "../../test/support/sign-in-world.js";
import { CookieJar } from "../cookies/jar.js";
import { cookieSet } from "../cookies/names.js";
import { createKeyRing } from "../crypto/keys.js";
import { sealToken } from "../crypto/token.js";
import { forgetProvider, keepProvider, readProvider } from "./provider-session.js";

const cookies = cookieSet(true, {});
const keys = createKeyRing(["a secret of sessions"]);
const { name } = cookies.there;
const month = 30 * 24 * 60 * 60;
const account = { provider: "idp", providerAccountId: "7", type: "oidc" } as const;
const contextOf = (header: string, at = now) => ({
  ...{ jar: new CookieJar(header), cookies, keys, now: at },
});

/** The browser of somebody who signed in there. */
async function keptOf(id_token?: string) {
  const context = contextOf("");
  await keepProvider(context, { ...account, ...(id_token !== undefined && { id_token }) });
  const changes = context.jar.changes();
  return { changes, header: changes.map((one) => `${one.name}=${one.value}`).join("; ") };
}

describe("the provider at which somebody signed in", () => {
  it("is remembered for a month, with the ID token that says so", async () => {
    const { changes, header } = await keptOf("token");
    expect(changes).toMatchObject([{ name, options: { maxAge: month } }]);
    const told = { provider: "idp", idToken: "token" };
    expect(await readProvider(contextOf(header))).toEqual(told);
    expect(await readProvider(contextOf(header, now + month * 1000))).toEqual(told);
    expect(await readProvider(contextOf(header, now + (month + 60) * 1000))).toBeUndefined();
  });

  it("is remembered without a token that is not there, or too long for a cookie", async () => {
    const token = async (id_token?: string) =>
      readProvider(contextOf((await keptOf(id_token)).header));
    expect(await token()).toStrictEqual({ provider: "idp", idToken: undefined });
    expect((await token("x".repeat(2000)))?.idToken).toHaveLength(2000);
    expect(await token("x".repeat(2300))).toStrictEqual({ provider: "idp", idToken: undefined });
  });

  it("is not known where nothing was kept, or what was kept is none", async () => {
    const holding = async (salt: string, claims: object) =>
      readProvider(
        contextOf(`${name}=${await sealToken(keys, { salt, claims, maxAge: 60, now })}`),
      );
    const salt = "latchkey.provider-session";
    expect(await holding(salt, { provider: "idp", idToken: 7 })).toEqual({ provider: "idp" });
    expect(await holding(salt, { provider: 7 })).toBeUndefined();
    expect(await holding("another purpose", { provider: "idp" })).toBeUndefined();
    expect(await readProvider(contextOf(""))).toBeUndefined();
    expect(await readProvider(contextOf(`${name}=x`))).toBeUndefined();
  });

  it("is forgotten in all parts of its cookie", async () => {
    const context = contextOf(`${name}.0=x; ${name}.1=y`);
    forgetProvider(context);
    expect(context.jar.changes().map((one) => [one.name, one.value])).toEqual([
      [`${name}.0`, ""],
      [`${name}.1`, ""],
    ]);
  });
});
