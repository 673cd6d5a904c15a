import Email from "latchkey/providers/email";
import Passkey from "latchkey/providers/passkey";
import { describe, expect, it } from "vitest";
import { Person, passkeyWorld } from "../support/authenticator-world.js";
import { location, sessionCookiesSet } from "../support/client.js";
import { strategies } from "../support/config.js";
import { openInbox } from "../support/inbox.js";
import { ask, follow } from "../support/mail-world.js";

const inbox = await openInbox();
const address = "owner@example.org";

function world(strategy: (typeof strategies)[number]) {
  const providers = [Passkey(), Email({ server: inbox.server, from: "no-reply@acme.test" })];
  return passkeyWorld(strategy, { providers });
}

describe.each(strategies)("a passkey made with an unproven address, strategy %s", (strategy) => {
  it("is worth nothing once somebody else has proven to own the address", async () => {
    const { config, store } = world(strategy);
    const stranger = new Person(config);
    await stranger.register(address);
    await stranger.signOut();

    const owner = new Person(config);
    await ask(owner.browser, address);
    await follow(owner.browser, inbox.newest().link);
    expect(await owner.who()).toBe(address);
    expect(store.users.size).toBe(1);

    const response = await stranger.authenticate();
    expect(sessionCookiesSet(response)).toEqual([]);
    expect(location(response)).toContain("error=");
    expect(await stranger.who()).toBeNull();
  });

  it("is worth nothing to its maker who is still signed in", async () => {
    const { config } = world(strategy);
    const [stranger, owner] = [new Person(config), new Person(config)];
    await stranger.register(address);
    await ask(owner.browser, address);
    await follow(owner.browser, inbox.newest().link);
    expect(await stranger.who()).toBeNull();
    expect(await owner.who()).toBe(address);
  });

  it("stays when its maker, signed in with it, proves to own the address", async () => {
    const { config } = world(strategy);
    const owner = new Person(config);
    await owner.register(address);
    await ask(owner.browser, address);
    await follow(owner.browser, inbox.newest().link);
    await owner.signOut();
    await owner.authenticate();
    expect(await owner.who()).toBe(address);
  });
});
