import Email from "latchkey/providers/email";
import Passkey from "latchkey/providers/passkey";
import type { Adapter } from "latchkey/adapters";
import { describe, expect, it } from "vitest";
import { Person, passkeyWorld } from "../support/authenticator-world.js";
import { member } from "../support/authenticator.js";
import { strategies } from "../support/config.js";
import { openInbox } from "../support/inbox.js";
import { ask, follow } from "../support/mail-world.js";

const inbox = await openInbox();
const address = "owner@example.org";

/** Somebody made a passkey with an address that isn't theirs, and its owner came by mail. */
async function takenAway(
  strategy: (typeof strategies)[number],
  wrap?: (adapter: Required<Adapter>) => Adapter,
) {
  const providers = [Passkey(), Email({ server: inbox.server, from: "no-reply@acme.test" })];
  const world = passkeyWorld(strategy, { providers }, wrap);
  const [stranger, owner] = [new Person(world.config), new Person(world.config)];
  await stranger.register(address);
  await stranger.signOut();
  await ask(owner.browser, address);
  await follow(owner.browser, inbox.newest().link);
  return { ...world, owner };
}

const published = ({ deleteAuthenticator: _, ...adapter }: Required<Adapter>): Adapter => adapter;

describe.each(strategies)("a passkey that was taken away, strategy %s", (strategy) => {
  it("is removed from the store", async () => {
    const { store } = await takenAway(strategy);
    expect([...store.authenticators.keys()]).toEqual([]);
  });

  it.each([
    ["removes", undefined],
    ["can't remove", published],
  ])("is told to no browser when the store %s it", async (_, wrap) => {
    const { owner } = await takenAway(strategy, wrap);
    const registering = await owner.options({ action: "register" });
    expect(member(registering.options, "excludeCredentials")).toEqual([]);
    const signingIn = await owner.options({ action: "authenticate" });
    expect(member(signingIn.options, "allowCredentials")).toEqual([]);
  });

  it("leaves room for another one on the same device", async () => {
    const { owner } = await takenAway(strategy, published);
    await owner.register();
    await owner.signOut();
    await owner.authenticate();
    expect(await owner.who()).toBe(address);
  });
});
