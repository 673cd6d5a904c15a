import { manage } from "latchkey/manage";
import { definePlugin } from "latchkey/plugin";
import { accountPage } from "latchkey/plugins/account-page";
import { admin } from "latchkey/plugins/admin";
import { apiKeys } from "latchkey/plugins/api-keys";
import { sessionRegistry } from "latchkey/plugins/session-registry";
import Passkey from "latchkey/providers/passkey";
import { memoryState } from "latchkey/state/memory";
import { describe, expect, it } from "vitest";
import { Person } from "../support/authenticator-world.js";
import { changeEmailWorld, newAddress, openAndPress } from "../support/change-email-world.js";
import { ada, adasForm, grace, people, strategies, world } from "../support/config.js";
import { openInbox } from "../support/inbox.js";
import { email, passwordWorld, signUp } from "../support/password-world.js";

const inbox = await openInbox();

type Told = Readonly<Record<string, unknown>>;

/** What is emitted by an act, without what every event has. */
function listening() {
  const events: Told[] = [];
  const plugin = definePlugin({
    name: "listening",
    create: () => ({
      observe: ({ id: _, time: __, requestId: ___, personal: ____, ...rest }) =>
        void events.push(rest),
    }),
  });
  const of = async (act: () => Promise<unknown>): Promise<readonly Told[]> => {
    const before = events.length;
    await act();
    return events.slice(before);
  };
  return { plugin, of };
}

const op = {
  ...{ id: "op", name: "Op", type: "oidc" as const, issuer: "https://op.example" },
  ...{ clientId: "client", clientSecret: "client secret" },
};
const text: unknown = expect.any(String);

describe.each(strategies)("one event per act, with who acted, strategy %s:", (strategy) => {
  it("of the application, by manage()", async () => {
    const { plugin, of } = listening();
    const { config, adapter, store } = world("database", {
      ...{ session: { strategy }, sharedState: memoryState(), providers: [people, Passkey(), op] },
      plugins: [plugin, accountPage({ profile: {} }), sessionRegistry({ within: 0 })],
    });
    const owner = new Person(config);
    await owner.browser.signIn(adasForm);
    await owner.register();
    // The last sign-in method would stay.
    const account = { type: "oidc", provider: op.id, providerAccountId: "ada" } as const;
    await adapter.linkAccount({ ...account, userId: ada.id });
    const [passkey = ""] = [...store.authenticators.keys()];
    const { accounts, sessions } = manage(config);
    const [session] = await sessions.list(ada.id);
    const ours = { actor: "application", userId: ada.id };
    const removal = { kind: "passkey", id: passkey } as const;
    const acts: readonly (readonly [() => Promise<unknown>, ...Told[]])[] = [
      [() => accounts.renamePasskey(ada.id, passkey, "Key"), { type: "passkey.renamed" }],
      [() => accounts.changeProfile(ada.id, { name: "Ada L." }), { type: "user.updated" }],
      [() => accounts.export(ada.id), { type: "user.exported" }],
      [
        () => sessions.end(session?.id ?? "", { userId: ada.id }),
        { type: "session.ended", sessionId: session?.id },
      ],
      [() => sessions.endAll(ada.id), { type: "session.ended", all: true }],
      [
        () => accounts.remove(ada.id, removal),
        { type: "session.ended", provider: "passkey" },
        { type: "account.unlinked", provider: "passkey" },
      ],
      [
        () => accounts.changeEmail(ada.id, "new@example.org"),
        { type: "session.ended", all: true },
        { type: "user.updated" },
      ],
    ];
    for (const [act, ...told] of acts) {
      expect(await of(act)).toEqual(told.map((one) => ({ ...ours, ...one })));
    }
  });

  it("of an administrator, and of the application that administers", async () => {
    const { plugin, of } = listening();
    const { config } = world("database", {
      ...{ session: { strategy }, sharedState: memoryState() },
      plugins: [plugin, apiKeys(), admin({ mayAdminister: ({ id }) => id === ada.id })],
    });
    const server = admin.of(config);
    const adas = { actor: "admin", adminId: ada.id };
    const ours = { actor: "application" };
    for (const [acts, who] of [[server.as(ada.id), adas] as const, [server, ours] as const]) {
      const about = { ...who, userId: grace.id };
      expect(await of(() => acts.ban(grace.id))).toEqual([{ type: "admin.banned", ...about }]);
      expect(await of(() => acts.unban(grace.id))).toEqual([{ type: "admin.unbanned", ...about }]);
      expect(await of(() => acts.endSessions(grace.id))).toEqual([
        { type: "admin.sessions-ended", ...about },
      ]);
      expect(await of(() => acts.createUser({ email: `${who.actor}@example.org` }))).toEqual([
        { type: "admin.user-created", ...who, userId: text },
      ]);
    }
    const made = await of(() => apiKeys.of(config).create(ada.id, { name: "CI" }));
    const key = { type: "api-keys.created", userId: ada.id, keyId: text, scopes: [] };
    expect(made).toEqual([{ ...ours, ...key }]);
  });

  it("of the application that removes a password", async () => {
    const { plugin, of } = listening();
    const plugins = [plugin, admin({ mayAdminister: () => false })];
    const { config, adapter, browser } = passwordWorld(inbox, { strategy, overrides: { plugins } });
    await signUp(browser(), inbox);
    const userId = (await adapter.getUserByEmail(email))?.id ?? "";
    expect(await of(() => admin.of(config).removePassword(userId))).toEqual([
      { type: "admin.password-removed", actor: "application", userId },
    ]);
  });

  it("of a user who changes their address", async () => {
    const { plugin, of } = listening();
    const { adas } = changeEmailWorld(inbox, { strategy, overrides: { plugins: [plugin] } });
    const browser = await adas();
    const ask = () => browser.submit("change-email", { email: newAddress });
    const userId = ada.id;
    expect(await of(ask)).toEqual([{ type: "change-email.requested", userId }]);
    expect(await of(() => browser.submit("change-email/cancel"))).toEqual([
      { type: "change-email.canceled", userId },
    ]);
    const gone = { type: "change-email.refused", reason: "LinkGone", userId };
    expect(await of(() => openAndPress(browser, inbox.newest()))).toEqual([gone]);
    await ask();
    const mail = inbox.mails.findLast(({ recipients }) => recipients.includes(newAddress));
    expect(await of(async () => mail && openAndPress(browser, mail))).toEqual([
      { type: "session.ended", all: true, userId },
      { type: "change-email.confirmed", userId },
    ]);
  });
});
