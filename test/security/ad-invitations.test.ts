import { admin } from "latchkey/plugins/admin";
import { twoFactor } from "latchkey/plugins/two-factor";
import { describe, expect, it, vi } from "vitest";
import {
  adminPagesWorld,
  routeOf,
  tokenOf,
  type AdminPagesOptions,
} from "../support/admin-pages-world.js";
import { location, type Browser } from "../support/client.js";
import { ada, adasForm, grace, gracesForm, strategies, type Strategy } from "../support/config.js";
import { openInbox } from "../support/inbox.js";
import { follow, press } from "../support/mail-world.js";
import { who } from "../support/second-step-world.js";

const inbox = await openInbox();
const lin = "lin@example.org";
const week = 7 * 24 * 60 * 60 * 1000;

function open(strategy: Strategy, options: AdminPagesOptions = {}) {
  const made = adminPagesWorld(inbox, strategy, options);
  const accept = (token: string, browser: Browser = made.browser()) =>
    browser.submit("admin/invitation", { token });
  /** The token of an invitation that was just mailed. */
  const invited = async (email = lin) => {
    await made.adas.invite({ email });
    return tokenOf(inbox.newest());
  };
  /** That a link lets nobody in. */
  const isDead = async (token: string): Promise<void> => {
    const theirs = made.browser();
    expect((await theirs.get(`admin/invitation?token=${token}`)).status).toBe(410);
    expect((await accept(token, theirs)).status).toBe(410);
    expect(await theirs.session()).toBeNull();
  };
  return { ...made, accept, invited, isDead };
}

describe.each(strategies)("an invitation, strategy %s", (strategy) => {
  it("AD34 lets one in once, of all who have its link, at the same time and later", async () => {
    const { adapter, browser, invited, isDead } = open(strategy);
    const token = await invited();
    // All of them have read the row before the first one uses it up.
    const { read } = adapter.records;
    adapter.records.read = async (...asked) => {
      const row = await read(...asked);
      await new Promise((resolve) => setTimeout(resolve, 20));
      return row;
    };
    const all = Array.from({ length: 6 }, () => browser());
    const ready = await Promise.all(
      all.map(async (one) => [one, { token, csrfToken: await one.csrfToken() }] as const),
    );
    const answers = await Promise.all(
      ready.map(([one, fields]) => one.post("admin/invitation", fields)),
    );
    expect(answers.filter(({ status }) => status === 303)).toHaveLength(1);
    const sessions = await Promise.all(all.map((one) => one.session()));
    expect(sessions.filter((session) => session !== null)).toHaveLength(1);
    await isDead(token);
  });

  it("AD35 ends when it is replaced, withdrawn or too old, and no other text is one", async () => {
    const { adas, adapter, invited, isDead } = open(strategy);
    const first = await invited();
    const second = await invited();
    await isDead(first);
    const id = (await adapter.getUserByEmail(lin))?.id ?? "";
    expect(await adas.withdrawInvitation(id)).toBe(true);
    expect(await adas.withdrawInvitation(id)).toBe(false);
    await isDead(second);
    const third = await invited();
    vi.useFakeTimers({ now: Date.now() + week + 1, toFake: ["Date"] });
    await isDead(third);
    vi.useRealTimers();
    for (const other of ["", "undefined", third.slice(1), `${third}A`, third.toLowerCase()]) {
      await isDead(other);
    }
  });

  it("AD36 ends when the address is proven in another way, changed, or its user banned or gone", async () => {
    const { acts, adapter, accept, browser, invited, isDead } = open(strategy);
    const proven = await invited();
    const id = (await adapter.getUserByEmail(lin))?.id ?? "";
    await adapter.updateUser({ id, emailVerified: new Date() });
    await isDead(proven);
    const [mo, mos] = ["mo@example.org", await invited("mo@example.org")];
    const mosId = (await adapter.getUserByEmail(mo))?.id ?? "";
    await adapter.updateUser({ id: mosId, email: "other@example.org" });
    await isDead(mos);
    await adapter.updateUser({ id: mosId, email: mo });
    await acts.ban(mosId);
    await isDead(mos);
    await acts.unban(mosId);
    const theirs = browser();
    await accept(mos, theirs);
    expect(await theirs.session()).toMatchObject({ user: { email: mo } });
    const gone = await invited("kim@example.org");
    await adapter.deleteUser((await adapter.getUserByEmail("kim@example.org"))?.id ?? "");
    await isDead(gone);
  });

  it("AD37 isn't used by those who only open it, by other sites, or without the form's token", async () => {
    const { browser, accept, invited } = open(strategy);
    const token = await invited();
    const theirs = browser();
    const route = routeOf(inbox.newest());
    for (let at = 0; at < 3; at++) expect((await theirs.get(route)).status).toBe(200);
    const head = new Request(theirs.url(route), { method: "HEAD" });
    await theirs.send(head);
    await theirs.post("admin/invitation", { token });
    await theirs.post(route, {});
    await theirs.submit("admin/invitation", { token }, { from: "https://evil.test" });
    expect(await theirs.session()).toBeNull();
    await accept(token, theirs);
    expect(await theirs.session()).toMatchObject({ user: { email: lin } });
  });

  it("AD38 of an address that has a user changes nothing and mails nothing", async () => {
    const { adas, acts, adapter, ada: signIn, grace: signInAsGrace, told } = open(strategy);
    await adapter.updateUser({ id: grace.id, emailVerified: new Date() });
    const hers = await signInAsGrace();
    const before = await adapter.getUser(grace.id);
    await expect(adas.invite({ email: grace.email, name: "Mallory" })).rejects.toMatchObject({
      reason: "EmailTaken",
    });
    const ours = await signIn();
    const answer = await ours.submit("admin/invite", { email: " GRACE@example.org " });
    expect(answer.status).toBe(409);
    expect(await adapter.getUser(grace.id)).toEqual(before);
    expect(await who(hers)).toBe(grace.name);
    await expect(adas.invite({ email: ada.email })).rejects.toMatchObject({ reason: "Yourself" });
    expect(await acts.invitationOf(ada.id)).toBeNull();
    expect(inbox.mails).toEqual([]);
    expect(told()).toEqual([]);
  });

  it("AD39 leaves no foothold to whoever used the address before its owner accepts", async () => {
    const { adas, adapter, accept, browser, grace: signInAsGrace } = open(strategy);
    const squatter = await signInAsGrace();
    const account = { provider: "github", providerAccountId: "7", type: "oauth" } as const;
    await adapter.linkAccount({ ...account, userId: grace.id });
    await adas.invite({ email: grace.email, name: "Mallory" });
    expect((await adapter.getUser(grace.id))?.name).toBe(grace.name);
    const theirs = browser();
    await accept(tokenOf(inbox.newest()), theirs);
    expect(await theirs.session()).toMatchObject({ user: { email: grace.email } });
    expect(await adapter.getUserByAccount(account)).toBeNull();
    if (strategy === "database") expect(await squatter.session()).toBeNull();
  });

  it("AD40 makes nobody else of who is signed in, and leads to no other site", async () => {
    const { adapter, accept, invited, ada: signIn } = open(strategy);
    const token = await invited();
    const ours = await signIn();
    const fields = { token, callbackUrl: "https://evil.test/" };
    const answer = await ours.submit("admin/invitation", fields);
    expect(location(answer)).toBe("https://app.test");
    expect(await ours.session()).toMatchObject({ user: { email: lin } });
    expect(await adapter.listAccountsByUserId(ada.id)).toEqual([]);
    expect((await adapter.getUser(ada.id))?.email).toBe(ada.email);
    expect((await accept(token)).status).toBe(410);
  });

  it("AD41 goes through what every sign-in goes through", async () => {
    const refusing = open(strategy, { overrides: { callbacks: { signIn: () => false } } });
    const theirs = refusing.browser();
    const refused = await refusing.accept(await refusing.invited(), theirs);
    expect(location(refused)).toContain("error=AccessDenied");
    expect(await theirs.session()).toBeNull();
    expect(refusing.events).toContainEqual(
      expect.objectContaining({ type: "sign-in.refused", reason: "AccessDenied" }),
    );
    const made = open(strategy, { with: [twoFactor({ required: () => true })] });
    const other = made.browser();
    const parked = await made.accept(await made.invited(), other);
    expect(location(parked)).toContain("second-step");
    expect(await other.session()).toBeNull();
  });
});

it("AD42 only its hash is stored, and neither events nor logs have it", async () => {
  const { invited, store, events, log, accept } = open("database");
  const token = await invited();
  await accept(`${token}A`);
  await accept(token);
  const kept = JSON.stringify([...store.records.values()]);
  const told = JSON.stringify([
    events,
    log.entries.map(({ code, message }) => [code, message.map(String)]),
  ]);
  expect(kept).not.toContain(token);
  expect(told).not.toContain(token);
  expect(JSON.stringify(events)).toContain("admin.invited");
});

it("AD43 neither link opens what the other one does", async () => {
  const { invited, browser, accept } = open("database");
  const token = await invited();
  const theirs = browser();
  const asLink = `callback/nodemailer?token=${token}&email=${encodeURIComponent(lin)}`;
  await press(theirs, await theirs.get(asLink)).catch(() => undefined);
  expect(await theirs.session()).toBeNull();
  await theirs.submit("signin/nodemailer", { email: lin });
  const magic = inbox.newest().link;
  expect((await accept(magic.searchParams.get("token") ?? "", theirs)).status).toBe(410);
  expect(await theirs.session()).toBeNull();
  await follow(theirs, magic);
  expect(await theirs.session()).toMatchObject({ user: { email: lin } });
  expect((await accept(token)).status).toBe(410);
});

it("AD44 an address gets five invitations a day, whoever sends them", async () => {
  const { adas, acts, ada: signIn } = open("database");
  for (let at = 0; at < 4; at++) await adas.invite({ email: lin });
  await acts.invite({ email: lin });
  const refused = { reason: "TooManyEmails" };
  await expect(adas.invite({ email: lin })).rejects.toMatchObject(refused);
  await expect(acts.invite({ email: ` ${lin.toUpperCase()}` })).rejects.toMatchObject(refused);
  const answer = await (await signIn()).submit("admin/invite", { email: lin });
  expect(answer.status).toBe(429);
  expect(inbox.mails).toHaveLength(5);
});

it("AD45 is nobody's to send but an administrator's, and not to several addresses at once", async () => {
  const { adas, acts, config, adapter } = open("database");
  const graces = admin.of(config).as(grace.id);
  const notAdmin = { reason: "NotAdmin" };
  await expect(graces.invite({ email: lin })).rejects.toMatchObject(notAdmin);
  await expect(graces.invitationOf(ada.id)).rejects.toMatchObject(notAdmin);
  await expect(graces.withdrawInvitation(ada.id)).rejects.toMatchObject(notAdmin);
  for (const email of ["", "lin", `${lin},ada@example.org`, `${lin}\r\nbcc: x@example.org`]) {
    await expect(adas.invite({ email })).rejects.toMatchObject({ reason: "InvalidEmail" });
  }
  const all = adminPagesWorld(inbox, "database", { plugin: { mayAdminister: () => true } });
  const onOther = { reason: "NotAllowed" };
  await expect(all.adas.invite({ email: grace.email })).rejects.toMatchObject(onOther);
  expect(inbox.mails).toEqual([]);
  expect(await adapter.getUserByEmail(lin)).toBeNull();
  expect((await acts.bans()).rows).toEqual([]);
});

it("AD46 signs nobody in who only has an invited address", async () => {
  const { adas, browser, adapter } = open("database");
  await adas.invite({ email: lin });
  const stranger = browser();
  await stranger.signIn(gracesForm);
  await stranger.signIn({ ...adasForm, email: lin });
  expect(await stranger.session()).not.toMatchObject({ user: { email: lin } });
  expect((await adapter.getUserByEmail(lin))?.emailVerified).toBeNull();
});
