import { connect, migrate, SqlAdapter } from "latchkey/adapters/sql";
import { admin } from "latchkey/plugins/admin";
import { apiKeys } from "latchkey/plugins/api-keys";
import { bearer } from "latchkey/plugins/bearer";
import { twoFactor } from "latchkey/plugins/two-factor";
import Email from "latchkey/providers/email";
import Passkey from "latchkey/providers/passkey";
import { memoryState } from "latchkey/state/memory";
import { describe, expect, it } from "vitest";
import { adminWorld, type AdminWorldOptions } from "../support/admin-world.js";
import { Person } from "../support/authenticator-world.js";
import { app, approved, tokensIn } from "../support/bearer-world.js";
import { Browser } from "../support/client.js";
import { ada, grace, gracesForm, people, strategies, world } from "../support/config.js";
import { decide, deviceWorld, tv } from "../support/device-world.js";
import { openInbox } from "../support/inbox.js";
import { ask, follow } from "../support/mail-world.js";
import { codeOf, secondStep, turnOn, nextCodeOf } from "../support/second-step-world.js";
import { freshPostgres } from "../support/services.js";

const inbox = await openInbox();
const mailer = Email({ server: inbox.server, from: "Acme <no-reply@acme.test>" });
const minute = 60_000;

describe.each(strategies)("a banned user, strategy %s", (strategy) => {
  const made = (options: AdminWorldOptions = {}) => adminWorld(strategy, options);

  it("AD01 isn't let in by a session that a thief or another tab kept, also after the ban", async () => {
    const { grace: signIn, adas } = made();
    const hers = await signIn();
    const copies = [hers.copy(), hers.copy()];
    await adas.ban(grace.id);
    for (const copy of copies) expect(await copy.copy().session()).toBeNull();
    await adas.unban(grace.id);
    for (const copy of copies) expect(await copy.session()).toBeNull();
  });

  it("AD02 isn't let in by a session that starts while the ban is written", async () => {
    const { browser, acts, adas } = made();
    const signIns = Array.from({ length: 20 }, async (_one, at) => {
      const hers = browser();
      if (at === 10) await acts.ban(grace.id);
      await hers.signIn(gracesForm);
      return hers;
    });
    const all = await Promise.all(signIns);
    for (const one of all) expect(await one.copy().session()).toBeNull();
    await adas.unban(grace.id);
    for (const one of all) expect(await one.session()).toBeNull();
  });

  it("AD03 isn't let in by a magic link in flight, nor by its code", async () => {
    const { browser, acts } = made({ overrides: { providers: [people, mailer] } });
    const [hers, other] = [browser(), browser()];
    await ask(hers, grace.email, "/");
    const { link } = inbox.newest();
    await ask(other, grace.email, "/");
    const { code } = inbox.newest();
    await acts.ban(grace.id);
    await follow(hers, link);
    await other.submit("callback/email", { code });
    expect(await hers.session()).toBeNull();
    expect(await other.session()).toBeNull();
    await acts.unban(grace.id);
    await ask(hers, grace.email, "/");
    await follow(hers, inbox.newest().link);
    expect(await hers.session()).not.toBeNull();
  });

  it("AD04 isn't let in by a passkey, whose ceremony began before the ban", async () => {
    const { config, acts } = made({ overrides: { providers: [people, Passkey()] } });
    const person = new Person(config);
    await person.browser.signIn(gracesForm);
    await person.register();
    await person.signOut();
    const { options } = await person.options({ action: "authenticate" });
    const data = await person.authenticator.get(options);
    await acts.ban(grace.id);
    await person.post("authenticate", data);
    expect(await person.who()).toBeNull();
    await acts.unban(grace.id);
    await person.authenticate();
    expect(await person.who()).toBe(grace.email);
  });

  it("AD05 isn't let in by a second factor that was asked for before the ban", async () => {
    const { browser, acts, grace: signIn } = made({ with: [twoFactor()] });
    const phone = await turnOn(await signIn());
    const hers = browser();
    await hers.signIn(gracesForm);
    await acts.ban(grace.id);
    await secondStep(hers, nextCodeOf(phone.secret));
    expect(await hers.session()).toBeNull();
    await acts.unban(grace.id);
    const again = browser();
    await again.signIn(gracesForm);
    await secondStep(again, phone.codes[0] ?? "");
    expect(await again.session()).not.toBeNull();
  });

  it("AD06 isn't let in by an API key, which works again after the ban", async () => {
    const { browser, config, acts } = made({ with: [apiKeys()] });
    const { key } = await apiKeys.of(config).create(grace.id, { name: "CI" });
    const session = async () => {
      const headers = { authorization: `Bearer ${key}` };
      const told: unknown = await (await browser().get("session", { headers })).json();
      return told;
    };
    expect(await session()).not.toBeNull();
    await acts.ban(grace.id, { until: new Date(Date.now() + minute) });
    expect(await session()).toBeNull();
    await acts.unban(grace.id);
    expect(await session()).not.toBeNull();
  });

  it("AD07 isn't let in by an app: its access token, its refresh token, and codes on their way", async () => {
    const { browser, config, acts } = made({
      with: [bearer({ clients: [app] })],
      overrides: { sharedState: memoryState() },
    });
    const hers = new Browser(config);
    await hers.signIn(gracesForm);
    const redeem = async (code: string) =>
      browser().post("bearer/token", {
        ...{ grant_type: "authorization_code", code, client_id: app.id },
        ...{ code_verifier: "a-verifier-of-forty-three-characters-or-more-0123" },
        redirect_uri: app.redirectUris[0] ?? "",
      });
    const code = async () => (await approved(hers)).searchParams.get("code") ?? "";
    const tokens = await tokensIn(await redeem(await code()));
    const late = await code();
    const session = async (): Promise<unknown> => {
      const headers = { authorization: `Bearer ${tokens.access}` };
      return (await browser().get("session", { headers })).json();
    };
    expect(await session()).toMatchObject({ user: { name: grace.name } });
    await acts.ban(grace.id);
    expect(await session()).toBeNull();
    expect((await redeem(late)).status).toBe(400);
    const refresh = { grant_type: "refresh_token", refresh_token: tokens.refresh };
    const refused = await browser().post("bearer/token", { ...refresh, client_id: app.id });
    expect(await refused.json()).toMatchObject({ error: "invalid_grant" });
    await acts.unban(grace.id);
    expect(await session()).toBeNull();
  });

  it("AD08 isn't let in by a device that they approved before the ban", async () => {
    const plugins = [admin({ mayAdminister: () => false }), bearer({ clients: [app, tv] })];
    const own = deviceWorld(strategy, { config: { plugins, sharedState: memoryState() } });
    const code = await own.ask();
    await decide(await own.signedIn(), code.user);
    await admin.of(own.config).ban(ada.id);
    expect(await (await own.poll(code.device)).json()).toMatchObject({ error: "access_denied" });
  });

  it("AD09 can't do anything in the library's own routes with a page that was open", async () => {
    const { grace: signIn, acts, config } = made({ with: [apiKeys()] });
    const hers = await signIn();
    const csrfToken = await hers.csrfToken();
    await acts.ban(grace.id);
    const asJson = { headers: { "x-auth-return-redirect": "1" } };
    const refused = await hers.post("api-keys/create", { csrfToken, name: "CI" }, asJson);
    expect(refused.status).toBe(401);
    expect(await apiKeys.of(config).list(grace.id)).toEqual([]);
  });
});

describe("an administrator", () => {
  it("AD10 loses it at once with the role, by a ban, and where the role can't be read", async () => {
    let role: () => boolean = () => true;
    const plugin = { mayAdminister: ({ id }: { id: string }) => id === ada.id && role() };
    const { adas, acts } = adminWorld("database", { plugin });
    await adas.bans();
    role = () => false;
    await expect(adas.ban(grace.id)).rejects.toMatchObject({ reason: "NotAdmin" });
    role = () => {
      throw new Error("The roles are down.");
    };
    await expect(adas.ban(grace.id)).rejects.toThrow("The roles are down.");
    role = () => true;
    await acts.ban(ada.id);
    await expect(adas.ban(grace.id)).rejects.toMatchObject({ reason: "NotAdmin" });
    expect(await acts.banOf(grace.id)).toBeNull();
  });

  it("AD11 can't act on another one, unless the application allows it", async () => {
    const { adas } = adminWorld("database", { plugin: { mayAdminister: () => true } });
    const acts = [
      () => adas.ban(grace.id),
      () => adas.unban(grace.id),
      () => adas.endSessions(grace.id),
      () => adas.sessions(grace.id),
      () => adas.resetSecondFactor(grace.id),
      () => adas.removePassword(grace.id),
    ];
    for (const act of acts) await expect(act()).rejects.toMatchObject({ reason: "NotAllowed" });
    const mayActOn = (one: { id: string }, other: { id: string }) => one.id < other.id;
    const allowed = adminWorld("database", { plugin: { mayAdminister: () => true, mayActOn } });
    await allowed.adas.ban(grace.id);
    const graces = admin.of(allowed.config).as(grace.id);
    await expect(graces.unban(ada.id)).rejects.toMatchObject({ reason: "NotAdmin" });
  });

  it("AD12 needs more of an answer than one that is true enough", async () => {
    const plugins = [Reflect.apply(admin, undefined, [{ mayAdminister: () => "false" }])];
    const { adapter } = world("jwt");
    const adas = admin.of(world("database", { adapter, plugins }).config).as(ada.id);
    await expect(adas.bans()).rejects.toMatchObject({ reason: "NotAdmin" });
  });

  it("AD13 who resets a second factor resets the sign-in that waits for it, too", async () => {
    const { browser, adas, grace: signIn } = adminWorld("database", { with: [twoFactor()] });
    const phone = await turnOn(await signIn());
    const waiting = browser();
    await waiting.signIn(gracesForm);
    await new Promise((resolve) => setTimeout(resolve, 2));
    await adas.resetSecondFactor(grace.id);
    await secondStep(waiting, codeOf(phone.secret));
    await secondStep(waiting, nextCodeOf(phone.secret));
    expect(await waiting.session()).toBeNull();
  });
});

it("AD14 bans hold where the store of sessions can't be reached, and reads fail closed", async () => {
  const { adas, grace: signIn, adapter, browser } = adminWorld("jwt");
  const hers = await signIn();
  const read = adapter.records.read;
  adapter.records.read = () => Promise.reject(new Error("The database is down."));
  expect((await hers.get("session")).status).toBe(503);
  const other = browser();
  await other.signIn(gracesForm);
  adapter.records.read = read;
  expect(await other.session()).toBeNull();
  await adas.ban(grace.id);
  expect(await hers.session()).toBeNull();
});

const postgres = await freshPostgres();

it.skipIf(postgres.skip)(
  "AD15 a ban counts at once on other servers, and of racing acts no session survives",
  async () => {
    const [one, other] = [await connect(postgres.url), await connect(postgres.url)];
    const server = (db: typeof one) => {
      const plugins = [admin({ mayAdminister: () => false })];
      const session = { strategy: "jwt" } as const;
      return world("jwt", { adapter: SqlAdapter(db), plugins, session });
    };
    const [here, there] = [server(one), server(other)];
    await migrate(one, here.config);
    // The columns of a number of ids in one table: an id of the application's own.
    await SqlAdapter(one).createUser({ ...grace, emailVerified: null });
    const hers = there.browser();
    await hers.signIn(gracesForm);
    const at = hers.copy();
    const [mine, theirs] = [admin.of(here.config), admin.of(there.config)];
    await Promise.all([
      ...Array.from({ length: 5 }, () => mine.ban(grace.id)),
      ...Array.from({ length: 5 }, () => theirs.endSessions(grace.id)),
    ]);
    expect(await at.session()).toBeNull();
    expect((await mine.bans()).rows).toHaveLength(1);
    const answers = await Promise.all([mine.unban(grace.id), theirs.unban(grace.id)]);
    expect(answers.toSorted()).toEqual([false, true]);
    expect(await hers.session()).toBeNull();
    await Promise.all([one.destroy(), other.destroy()]);
  },
);
