import { describe, expect, it } from "vitest";
import Apple from "./apple.js";
import EVEOnline from "./eveonline.js";

describe("Apple", () => {
  const claims = { sub: "1", iss: "https://appleid.apple.com", aud: "client", exp: 2, iat: 1 };

  it.each([
    ["no user", {}, null],
    ["a user without a name", { user: { email: "pat@example.org" } }, null],
    ["an empty name", { user: { name: {} } }, null],
    ["a first name alone", { user: { name: { firstName: "Pat" } } }, "Pat"],
    ["an address and no name", { email: "pat@example.org", user: {} }, "pat@example.org"],
  ])("with %s makes a user", async (_, more, name) => {
    const user = await Apple().profile?.({ ...claims, ...more }, {});
    expect(user).toMatchObject({ id: "1", name });
  });
});

describe("EVE Online", () => {
  const claims = {
    iss: "login.eveonline.com",
    aud: ["client", "EVE Online"],
    sub: "CHARACTER:EVE:7",
    name: "Pïlot",
    owner: "hash",
    exp: 1893456000,
  };

  async function ask(changes: object): Promise<unknown> {
    const { userinfo } = EVEOnline();
    if (typeof userinfo !== "object") throw new Error("It has no way of its own to ask.");
    const payload = Buffer.from(JSON.stringify({ ...claims, ...changes })).toString("base64url");
    return userinfo.request?.({
      tokens: { access_token: `h.${payload}.s` },
      fetch: () => Promise.reject(new Error("Nothing is to be asked.")),
      provider: {
        id: "eveonline",
        name: "EVE Online",
        type: "oauth",
        clientId: "client",
        callbackUrl: "",
        signinUrl: "",
      },
    });
  }

  it("is told by the access token", async () => {
    expect(await ask({})).toMatchObject({ CharacterID: 7, CharacterName: "Pïlot" });
  });

  it.each([
    ["for another client", { aud: ["other", "EVE Online"] }],
    ["of another issuer", { iss: "https://evil.test" }],
    ["about no character", { sub: "7" }],
  ])("refuses an access token %s", async (_, changes) => {
    await expect(ask(changes)).rejects.toThrow("for a character");
  });
});
