import Credentials from "latchkey/providers/credentials";
import Passkey from "latchkey/providers/passkey";
import { describe, expect, it, vi } from "vitest";
import { passkeyWorld } from "../support/authenticator-world.js";
import { member } from "../support/authenticator.js";
import { sessionCookiesSet } from "../support/client.js";
import { strategies, world } from "../support/config.js";
import { openInbox } from "../support/inbox.js";
import { mailWorld } from "../support/mail-world.js";

const inbox = await openInbox();
/** A null character, and halves of surrogate pairs, which have no form in UTF-8. */
const odd = ["a\0da", "\0", "ada\ud800", "\udc00ada"];

describe.each(strategies)("addresses for passkeys, strategy %s", (strategy) => {
  it.each([
    "a@b",
    "a@x.com,b@x.com",
    "<a@x.com>",
    "a@x@y.com",
    "a\u0007@x.com",
    "a\0@x.com",
    "\u212a@x.com",
    "a@\u212a.com",
    "a%evil.com@corp.com",
    `${"a".repeat(65)}@x.com`,
    "a@127.0.0.1",
    "<script>@x.com",
  ])("X09 %j is no address to sign up with, as in the flow for mails", async (email) => {
    const { person, store } = passkeyWorld(strategy);
    expect((await person().options({ action: "register", email })).status).toBe(400);
    expect(store.users.size).toBe(0);
  });

  it.each([
    [" ADA@Example.org ", "ada@example.org"],
    ["lin@localhost", "lin@localhost"],
  ])("X09 %j is the address %j", async (email, expected) => {
    const { person, store } = passkeyWorld(strategy);
    const user = person();
    await user.register(email);
    expect([...store.users.values()]).toMatchObject([{ email: expected }]);
  });

  it.each(odd)("X10 getUserInfo that names somebody %j is refused", async (name) => {
    const getUserInfo = () => ({ user: { name }, exists: false as const });
    const { person, log } = passkeyWorld(strategy, { providers: [Passkey({ getUserInfo })] });
    expect((await person().options({ action: "register" })).status).toBe(400);
    expect(log.errors("InvalidProvider")[0]?.message).toMatch(/`getUserInfo`.*single-line/);
  });

  it.each(odd)("X10 a credential id %j is refused before the store is asked", async (id) => {
    const { person, config } = passkeyWorld(strategy);
    const user = person();
    await user.register("ada@example.org");
    await user.signOut();
    const look = vi.spyOn(Object(config.adapter), "getAuthenticator");
    const { options } = await user.options({ action: "authenticate" });
    const data: unknown = JSON.parse(await user.authenticator.get(options));
    const response = await user.post("authenticate", JSON.stringify({ ...Object(data), id }));
    expect(response.status).toBe(400);
    expect(look).not.toHaveBeenCalled();
    expect(member(options, "challenge")).toBeDefined();
  });
});

describe.each(strategies)("credentials, strategy %s", (strategy) => {
  it.each(odd)("X10 a name or a password %j is nobody's: authorize is not asked", async (text) => {
    const authorize = vi.fn();
    const providers = [Credentials({ credentials: {}, authorize })];
    const { browser } = world(strategy, { providers });
    for (const field of ["username", "password"]) {
      const tab = browser();
      const csrfToken = await tab.csrfToken();
      const response = await tab.postJson("callback/credentials", { csrfToken, [field]: text });
      expect(sessionCookiesSet(response)).toEqual([]);
      expect(response.status).toBe(400);
    }
    expect(authorize).not.toHaveBeenCalled();
  });
});

describe("addresses for mails", () => {
  it.each(odd)("X10 %j in an address is refused, typed in or in a link", async (text) => {
    const { browser, adapter } = mailWorld(inbox, { normalizeIdentifier: (typed) => typed });
    const [ask, use] = [
      vi.spyOn(adapter, "createVerificationToken"),
      vi.spyOn(adapter, "useVerificationToken"),
    ];
    const tab = browser();
    const csrfToken = await tab.csrfToken();
    const email = `${text}@example.org`;
    const asked = await tab.postJson("signin/email", { csrfToken, email });
    expect(asked.status).toBe(400);
    const used = await tab.postJson("callback/email", { csrfToken, email, token: "a".repeat(64) });
    expect(used.status).toBe(400);
    expect(ask).not.toHaveBeenCalled();
    expect(use).not.toHaveBeenCalled();
  });
});
