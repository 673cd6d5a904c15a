import { manage } from "latchkey/manage";
import { apiKeys } from "latchkey/plugins/api-keys";
import { describe, expect, it } from "vitest";
import { location } from "../support/client.js";
import { useClock } from "../support/clock.js";
import { ada, strategies } from "../support/config.js";
import { adas, asProgram, profileWorld } from "../support/profile-world.js";
import { turnOn } from "../support/second-step-world.js";

useClock();
const account = "https://app.test/auth/account";
const picture = "https://img.test/countess.png";

describe.each(strategies)("the profile, strategy %s", (strategy) => {
  it("is edited on the account page; the session shows it without another sign-in", async () => {
    const shop = profileWorld(strategy);
    const browser = await adas(shop);
    expect(await (await browser.get("account")).text()).toContain('value="Ada"');
    const fields = { name: "  The Countess ", image: picture };
    const saved = await browser.submit("account/profile", fields);
    expect(location(saved)).toBe(`${account}?done=profile`);
    expect(await browser.session()).toMatchObject({
      user: { name: "The Countess", email: ada.email, image: picture },
    });
    expect(await shop.adapter.getUser(ada.id)).toMatchObject({
      name: "The Countess",
      image: picture,
    });
    expect(shop.types).toEqual(["user.updated"]);
    expect(shop.updated).toEqual(["The Countess"]);
    await browser.submit("account/profile", { name: "", image: "" });
    expect(await shop.adapter.getUser(ada.id)).toMatchObject({ name: null, image: null });
  });

  it("can't be edited unless the application allows it, nor what it doesn't allow", async () => {
    const shop = profileWorld(strategy, null);
    const browser = await adas(shop);
    const page = await (await browser.get("account")).text();
    expect(page).not.toContain("account/profile");
    const refused = await browser.submit("account/profile", { name: "Eve" }, asProgram);
    expect([refused.status, await refused.json()]).toEqual([403, { error: "NotAllowed" }]);
    const nameOnly = profileWorld(strategy, {
      image: false,
      allow: ({ profile }) => profile.name !== "Eve",
    });
    const other = await adas(nameOnly);
    expect(await (await other.get("account", asProgram)).json()).toMatchObject({
      editable: ["name"],
    });
    await other.submit("account/profile", { name: "Ada L.", image: picture, email: "e@evil.test" });
    await other.submit("account/profile", { name: "Eve" });
    expect(await nameOnly.adapter.getUser(ada.id)).toMatchObject({ ...ada, name: "Ada L." });
  });

  it.each([
    { name: "x".repeat(201) },
    { name: "Ada\r\nBcc: everyone" },
    { image: "http://img.test/ada.png" },
    { image: "javascript:alert(1)" },
    { image: "https://ada:secret@img.test/ada.png" },
    { image: `https://img.test/${"x".repeat(2048)}` },
  ])("refuses %j", async (fields) => {
    const shop = profileWorld(strategy);
    const browser = await adas(shop);
    const answer = await browser.submit("account/profile", fields, asProgram);
    expect([answer.status, await answer.json()]).toEqual([400, { error: "InvalidProfile" }]);
    expect(await shop.adapter.getUser(ada.id)).toMatchObject(ada);
    expect(shop.types).toEqual([]);
  });

  it("is changed by the server, too", async () => {
    const shop = profileWorld(strategy);
    const { accounts } = manage(shop.config);
    expect(await accounts.changeProfile(ada.id, { name: "Countess" })).toBe("done");
    expect(await accounts.changeProfile(ada.id, { image: "ftp://img.test" })).toBe("invalid");
    expect(await accounts.changeProfile("99", { name: null })).toBe("none");
    expect(await shop.adapter.getUser(ada.id)).toMatchObject({ ...ada, name: "Countess" });
    expect(shop.types).toEqual(["user.updated"]);
  });
});

describe.each(strategies)("everything that is stored about a user, strategy %s", (strategy) => {
  it("comes as a file, with what plugins store and without secrets", async () => {
    const shop = profileWorld(strategy);
    const account = { provider: "github", providerAccountId: "gh1", userId: ada.id } as const;
    const tokens = { access_token: "a-secret-token", refresh_token: "another-secret-token" };
    await shop.adapter.linkAccount({ ...account, ...tokens, type: "oauth", scope: "repo" });
    const browser = await adas(shop);
    const { secret, codes } = await turnOn(browser);
    await browser.submit("change-email", { email: "countess@example.org" });
    const wanted = { name: "Deploys", scopes: ["posts:read"] };
    const { key } = await apiKeys.of(shop.config).create(ada.id, wanted);
    shop.types.length = 0;
    const answer = await browser.submit("account/export");
    expect(answer.headers.get("content-disposition")).toBe('attachment; filename="account.json"');
    expect(answer.headers.get("cache-control")).toContain("no-store");
    const text = await answer.text();
    expect(JSON.parse(text)).toMatchObject({
      user: { id: ada.id, name: "Ada", email: ada.email, emailVerified: null },
      accounts: [{ provider: "github", type: "oauth", account: "gh1", scope: "repo" }],
      passkeys: null,
      password: null,
      sessions: [{ provider: "credentials" }],
      plugins: {
        "api-keys": { keys: [{ name: "Deploys", scopes: ["posts:read"] }] },
        "two-factor": { on: true },
        "change-email": { pending: { email: "countess@example.org" }, former: [] },
      },
    });
    expect(text).not.toMatch(new RegExp([secret, ...codes, key, "secret-token"].join("|")));
    expect(shop.types).toEqual(["user.exported"]);
    expect(JSON.parse(JSON.stringify(await manage(shop.config).accounts.export(ada.id)))).toEqual(
      JSON.parse(text),
    );
    expect(await manage(shop.config).accounts.export("99")).toBeNull();
  });
});
