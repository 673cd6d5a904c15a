import type { Plugin } from "latchkey/plugin";
import { manage } from "latchkey/manage";
import { audit, type AuditEvent, type CoreEvent } from "latchkey/plugins/audit";
import { accountPage } from "latchkey/plugins/account-page";
import { sessionRegistry } from "latchkey/plugins/session-registry";
import Email from "latchkey/providers/email";
import Passkey from "latchkey/providers/passkey";
import { memoryState } from "latchkey/state/memory";
import { afterAll, beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { Person } from "../support/authenticator-world.js";
import { location } from "../support/client.js";
import { adasForm, strategies, world, type Strategy, type TestConfig } from "../support/config.js";
import { openInbox } from "../support/inbox.js";
import { ask, follow } from "../support/mail-world.js";
import { oidc, signIn } from "../support/oauth/journey.js";
import { clientSecret } from "../support/oauth/openid-app.js";
import { RogueProvider } from "../support/oauth/rogue.js";
import { startRotating } from "../support/oauth/rotating.js";
import { another, email, passwordWorld, password, signUp } from "../support/password-world.js";

const rogue = await RogueProvider.start();
const inbox = await openInbox();
afterAll(() => rogue.stop());
beforeEach(() => {
  rogue.reset();
});

/** A sink that remembers. */
function remembering() {
  const events: AuditEvent[] = [];
  const plugins = [audit((event) => void events.push(event))];
  const last = (type: AuditEvent["type"]) => events.findLast((event) => event.type === type);
  return { events, plugins, last };
}

/** Sessions that can be ended have an id. */
const ending = (strategy: Strategy, plugins: readonly Plugin[] = []) => ({
  session: { strategy },
  plugins: [...plugins, sessionRegistry({ within: 0, list: false })],
  sharedState: memoryState(),
});

function shop(strategy: Strategy, overrides: Partial<TestConfig>) {
  const app = world(strategy, overrides);
  const config = { ...app.config, adapter: app.adapter };
  return world(strategy, config);
}

/** Somebody with an account at a provider whose refresh tokens work once, and which has run out. */
async function withTokens(strategy: Strategy, plugins: TestConfig["plugins"]) {
  const server = await startRotating();
  onTestFinished(() => server.stop());
  const { issuer } = server;
  const op = { id: "op", name: "Op", type: "oidc", issuer, clientId: "client-1" } as const;
  const { config, adapter } = world(strategy, {
    plugins,
    providers: [{ ...op, clientSecret }],
  });
  const expires_at = Math.floor(Date.now() / 1000) - 10;
  const account = { userId: "1", type: "oidc", provider: "op", providerAccountId: "pat" } as const;
  await adapter.linkAccount({ ...account, ...(await server.grant()), expires_at });
  const { tokens } = manage({ ...config, adapter });
  return { adapter, get: () => tokens.get("1", "op"), account };
}

type Told = Partial<AuditEvent> | undefined;
type Walk = (strategy: Strategy, trail: ReturnType<typeof remembering>) => Promise<unknown>;

/** A flow for each event of the union, and what it must tell. */
const walks: Readonly<Record<CoreEvent, readonly [Walk, Told]>> = {
  "sign-in.began": [atProvider, { provider: "rogue" }],
  "sign-in.succeeded": [atProvider, { provider: "rogue", isNewUser: true }],
  "user.created": [atProvider, { provider: "rogue" }],
  "account.linked": [atProvider, { provider: "rogue" }],
  "session.started": [atProvider, { provider: "rogue" }],
  "sign-in.refused": [
    (strategy, { plugins }) =>
      world(strategy, { plugins })
        .browser()
        .signIn({ ...adasForm, password: "wrong" }),
    { provider: "credentials", reason: "CredentialsSignin" },
  ],
  "sign-in.failed": [
    (strategy, { plugins }) => {
      rogue.answers.set("/token", { status: 500, json: {} });
      return signIn(world(strategy, { plugins, providers: [oidc(rogue)] }).browser(), rogue);
    },
    { provider: "rogue", reason: "CallbackRouteError" },
  ],
  "sign-out": [leaving, { userId: "1" }],
  "session.ended": [leaving, { userId: "1" }],
  "sign-out.failed": [
    async (_, { plugins }) => {
      const { browser, adapter } = world("database", { plugins });
      const ours = browser();
      await ours.signIn(adasForm);
      Object.assign(adapter, { deleteSession: () => Promise.reject(new Error("down")) });
      return ours.signOut();
    },
    { reason: "SignOutError" },
  ],
  "user.updated": [proving, { provider: "email" }],
  "user.deleted": [
    async (strategy, { plugins }) => {
      const callbacks = { deleteUser: () => true };
      const all = [...plugins, accountPage()];
      const ours = shop(strategy, { plugins: all, callbacks }).browser();
      await ours.signIn(adasForm);
      return ours.submit("account/delete", { confirm: "yes" });
    },
    { userId: "1" },
  ],
  "user.exported": [
    async (strategy, { plugins }) => {
      const ours = shop(strategy, { plugins: [...plugins, accountPage()] }).browser();
      await ours.signIn(adasForm);
      return ours.submit("account/export");
    },
    { userId: "1" },
  ],
  "account.unlinked": [proving, { provider: "rogue" }],
  "token.refreshed": [
    async (strategy, { plugins }) => (await withTokens(strategy, plugins)).get(),
    { provider: "op", userId: "1" },
  ],
  "token.refused": [
    async (strategy, { plugins }) => {
      const { adapter, get, account } = await withTokens(strategy, plugins);
      await adapter.updateAccount({ ...account, refresh_token: `not one of theirs: ${strategy}` });
      return get().catch(() => undefined);
    },
    { provider: "op", userId: "1", reason: "TokenRefused" },
  ],
  "password.changed": [changing, { provider: "password" }],
  "passkey.renamed": [
    async (strategy, { plugins }) => {
      const { rename } = await passkeyOwner(strategy, plugins);
      return rename();
    },
    { userId: "1" },
  ],
  "step-up.asked": [askedAgain, { userId: "1" }],
  "step-up.given": [
    async (strategy, trail) => {
      const { browser, url } = await askedAgain(strategy, trail);
      await browser.get(`signin${new URL(url).search}`);
      return browser.signIn(adasForm);
    },
    { userId: "1", provider: "credentials" },
  ],
  "form.refused": [
    (strategy, { plugins }) =>
      world(strategy, { plugins }).browser().post("signout", { csrfToken: "not one of ours" }),
    { action: "signout", reason: "MissingCSRF" },
  ],
  "limit.hit": [
    async (strategy, { plugins }) => {
      const ours = world(strategy, { plugins }).browser();
      for (let time = 0; time < 11; time++) await ours.signIn({ ...adasForm, password: "wrong" });
    },
    { provider: "credentials", action: "callback" },
  ],
};

/** Ada, with a passkey that she made while she was signed in. */
async function passkeyOwner(strategy: Strategy, plugins: TestConfig["plugins"]) {
  const { config, store, adapter } = world("database");
  const person = new Person({
    ...config,
    adapter,
    providers: [...config.providers, Passkey],
    experimental: { enableWebAuthn: true },
    session: { strategy },
    plugins: [...(plugins ?? []), accountPage()],
  });
  await person.browser.signIn(adasForm);
  await person.register();
  const [id = ""] = store.authenticators.keys();
  const form = { id, name: "Phone" };
  return { rename: () => person.browser.submit("account/rename-passkey", form) };
}

/** Ada changes her account in a browser that has no proof of a recent sign-in. */
async function askedAgain(strategy: Strategy, { plugins }: ReturnType<typeof remembering>) {
  const browser = shop(strategy, { plugins: [...plugins, accountPage()] }).browser();
  await browser.signIn(adasForm);
  browser.forget(browser.cookieNames().find((name) => name.endsWith(".proof")) ?? "");
  const refused = await browser.submit("account/unlink", { provider: "x", account: "x" });
  return { browser, url: location(refused) };
}

function atProvider(strategy: Strategy, { plugins }: ReturnType<typeof remembering>) {
  return signIn(shop(strategy, { plugins, providers: [oidc(rogue)] }).browser(), rogue);
}

async function leaving(strategy: Strategy, { plugins }: ReturnType<typeof remembering>) {
  const ours = world(strategy, { plugins }).browser();
  await ours.signIn(adasForm);
  return ours.signOut();
}

/** Somebody whose address nobody vouched for proves it: the account from before goes. */
async function proving(strategy: Strategy, { plugins }: ReturnType<typeof remembering>) {
  const mail = Email({ server: inbox.server, from: "no-reply@acme.test", confirm: "never" });
  const { browser } = shop(strategy, { plugins, providers: [oidc(rogue), mail] });
  await signIn(browser(), rogue);
  const owner = browser();
  await ask(owner, "pat@example.org");
  return follow(owner, inbox.newest().link);
}

async function changing(strategy: Strategy, { plugins }: ReturnType<typeof remembering>) {
  const ours = passwordWorld(inbox, { strategy, overrides: { plugins } }).browser();
  await signUp(ours, inbox);
  return ours.submit("password/change", { current: password, password: another });
}

const types = Object.keys(walks).filter((type): type is keyof typeof walks =>
  Object.hasOwn(walks, type),
);

describe.each(strategies)("events of the audit trail, strategy %s", (strategy) => {
  it.each(types)("%s is told by the flow that brings it about", async (type) => {
    const trail = remembering();
    const [walk, told] = walks[type];
    await walk(strategy, trail);
    expect(trail.last(type)).toMatchObject({ type, ...told });
  });

  it("a session is told by the same id when it starts and when it ends", async () => {
    const { plugins, last } = remembering();
    const { browser, config } = world(strategy, ending(strategy, plugins));
    const ours = browser();
    await ours.signIn(adasForm);
    const id = last("session.started")?.sessionId;
    expect(id).toMatch(/^[\w-]{20,}$/);
    expect(id).not.toBe(ours.sessionToken());
    await ours.signOut();
    expect(last("session.ended")).toMatchObject({ sessionId: id, userId: "1" });
    const other = browser();
    await other.signIn(adasForm);
    const second = last("session.started")?.sessionId ?? "";
    const { sessions } = manage(config);
    await sessions.end(second);
    expect(last("session.ended")).toMatchObject({ sessionId: second });
    await sessions.endAll("1");
    expect(last("session.ended")).toMatchObject({ userId: "1", all: true });
  });

  it("an account that is linked starts no session", async () => {
    const { plugins, events } = remembering();
    const { config } = world(strategy, { plugins });
    const app = shop(strategy, { plugins, providers: [...config.providers, oidc(rogue)] });
    const ours = app.browser();
    await ours.signIn(adasForm);
    const before = events.length;
    await signIn(ours, rogue);
    expect(events.slice(before).map(({ type }) => type)).toEqual([
      "sign-in.began",
      "account.linked",
      "sign-in.succeeded",
    ]);
  });

  it("passwords: what was asked for, what was refused, and that others were signed out", async () => {
    const { plugins, events } = remembering();
    const overrides = ending(strategy, plugins);
    const app = passwordWorld(inbox, { strategy, overrides });
    const ours = app.browser();
    await signUp(ours, inbox);
    const typesFrom = (start: number) => events.slice(start).map(({ type }) => type);
    expect(typesFrom(0)[0]).toBe("sign-in.began");
    let before = events.length;
    await ours.submit("password/change", { current: another, password: another });
    expect(events.slice(before)).toMatchObject([
      { type: "sign-in.refused", reason: "CredentialsSignin", provider: "password" },
    ]);
    before = events.length;
    await ours.submit("password/change", { current: password, password: another });
    expect(typesFrom(before)).toEqual([
      "password.changed",
      "session.ended",
      "sign-in.succeeded",
      "session.started",
    ]);
    before = events.length;
    await ours.submit("password/forgot", { email });
    expect(events.slice(before)).toMatchObject([{ type: "sign-in.began", provider: "password" }]);
  });
});
