import Passkey, { relatedOrigins } from "latchkey/providers/passkey";
import { describe, expect, it } from "vitest";
import { member } from "../support/authenticator.js";
import { passkeyWorld, type Person } from "../support/authenticator-world.js";
import { Browser, location } from "../support/client.js";
import { minute, useClock } from "../support/clock.js";
import {
  adasForm,
  people,
  recorder,
  storedUser,
  strategies,
  ada as known,
} from "../support/config.js";

const clock = useClock();
const ada = "ada@example.org";

const idOf = ({ authenticator }: Person) => authenticator.credentials[0]?.id ?? "";

describe.each(strategies)("what authenticators are told, strategy %s", (strategy) => {
  it("is which passkeys the signed-in user has, and what they are called", async () => {
    const { person } = passkeyWorld(strategy);
    const user = person();
    await user.register(ada);
    expect((await user.options({ action: "signal" })).body).toEqual({
      ...{ rpId: "app.test", name: ada, displayName: ada },
      passkeys: [{ id: idOf(user), userId: user.authenticator.credentials[0]?.userHandle }],
    });
  });

  it("is nothing about anybody to who isn't signed in, or asks from another site", async () => {
    const { person } = passkeyWorld(strategy);
    const user = person();
    await user.register(ada);
    const elsewhere = { headers: { origin: "https://evil.test", "sec-fetch-site": "cross-site" } };
    const asked = await user.browser.get("webauthn-options/passkey?action=signal", elsewhere);
    expect([asked.status, await asked.json()]).toEqual([400, { error: "Invalid request" }]);
    await user.signOut();
    expect(await user.options({ action: "signal" })).toMatchObject({
      status: 401,
      body: { error: "SessionRequired" },
    });
  });

  it("is whether one passkey is known, to whoever has its id", async () => {
    const { person, store } = passkeyWorld(strategy);
    const user = person();
    await user.register(ada);
    const about = async (credential: string) =>
      (await person().options({ action: "signal", credential })).body;
    expect(await about(idOf(user))).toEqual({ rpId: "app.test", unknown: false });
    for (const other of ["AAAA", "", "not base64!", "a".repeat(3000)]) {
      expect(await about(other)).toEqual({ rpId: "app.test", unknown: true });
    }
    // Stores that can't delete a passkey keep its row, without its account.
    store.accounts.clear();
    expect(await about(idOf(user))).toEqual({ rpId: "app.test", unknown: true });
  });
});

describe.each(strategies)("an upgrade to a passkey, strategy %s", (strategy) => {
  /** Ada, signed in with a password. */
  async function start() {
    const made = passkeyWorld(strategy);
    made.store.users.set(known.id, storedUser(known));
    const user = made.person();
    await user.browser.signIn(adasForm);
    return { ...made, user };
  }
  const upgrade = { action: "register", link: "true", upgrade: "true" };
  const quietly = { absent: true, unverified: true } as const;

  it("adds the passkey that the browser made by itself, which then signs in as any other", async () => {
    const { user } = await start();
    const { options } = await user.options(upgrade);
    expect(member(member(options, "authenticatorSelection"), "userVerification")).toBe("preferred");
    const data = await user.authenticator.create(options, quietly);
    expect(location(await user.post("register", data))).toBe("https://app.test");
    await user.signOut();
    expect(location(await user.authenticate({}, { unverified: true }))).toContain("error");
    await user.authenticate();
    expect(await user.who()).toBe(known.email);
  });

  it("is refused where it wasn't asked for as an upgrade", async () => {
    const { user, store } = await start();
    const { options } = await user.options({ action: "register", link: "true" });
    const data = await user.authenticator.create(options, quietly);
    expect(location(await user.post("register", data))).toContain("error");
    expect(store.authenticators.size).toBe(0);
  });

  it("is for nobody who isn't signed in: a new user's passkey is made by the person", async () => {
    const { person, store } = passkeyWorld(strategy);
    const user = person();
    expect((await user.options(upgrade)).status).toBe(400);
    const { options } = await user.options({ ...upgrade, email: "new@example.org" });
    const data = await user.authenticator.create(options, quietly);
    expect(location(await user.post("register", data))).toContain("error");
    expect(store.authenticators.size).toBe(0);
  });

  it("takes a sign-in within the last ten minutes, when it begins and when it ends", async () => {
    const { user, store } = await start();
    clock.pass(9 * minute);
    const { options } = await user.options(upgrade);
    clock.pass(16 * minute);
    expect((await user.options(upgrade)).status).toBe(403);
    const data = await user.authenticator.create(options, quietly);
    await user.post("register", data);
    expect(store.authenticators.size).toBe(0);
  });
});

describe("related origins", () => {
  const passkey = Passkey({
    relayingParty: { id: "app.test", origin: "https://app.test" },
    relatedOrigins: ["https://app.example.de/"],
  });
  const german = "https://app.example.de";

  it("may use the passkeys of the domain, and no other may", async () => {
    const { person } = passkeyWorld("jwt", { providers: [passkey, people] });
    const user = person();
    await user.register(ada);
    await user.signOut();
    await user.authenticate({}, { origin: german });
    expect(await user.who()).toBe(ada);
    await user.signOut();
    for (const origin of [
      "https://example.de",
      "https://app.example.de.evil.test",
      "http://app.example.de",
    ]) {
      await user.authenticate({}, { origin });
      expect(await user.who()).toBeNull();
    }
    const another = person();
    await another.register("grace@example.org", { origin: german });
    expect(await another.who()).toBe("grace@example.org");
  });

  it("are listed for browsers", () => {
    expect(relatedOrigins(passkey)).toEqual({ origins: [german] });
    expect(relatedOrigins(Passkey())).toEqual({ origins: [] });
  });

  it.each([
    [{ relatedOrigins: [german] }, "all of them need one domain"],
    [{ relatedOrigins: ["http://a.test"], relayingParty: { id: "b.test" } }, "isn't an origin"],
    [{ relatedOrigins: ["https://a.test/x"], relayingParty: { id: "b.test" } }, "isn't an origin"],
    [{ relatedOrigins: ["a.test"], relayingParty: { id: "b.test" } }, "isn't an origin"],
  ])("%j is a mistake", async (options, said) => {
    const { config } = passkeyWorld("jwt", { providers: [Passkey(options)] });
    const log = recorder();
    await new Browser({ ...config, logger: log.logger }).get("signin");
    expect(log.entries.map(({ message }) => String(message[0])).join()).toContain(said);
  });
});
