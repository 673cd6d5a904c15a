import { readFile } from "node:fs/promises";
import { connect, SqlAdapter, migrate } from "latchkey/adapters/sql";
import { german } from "latchkey/languages";
import { manage } from "latchkey/manage";
import { definePlugin } from "latchkey/plugin";
import { admin, adminPages } from "latchkey/plugins/admin";
import { audit, type AuditEvent } from "latchkey/plugins/audit";
import { migrateAudit, sqlAudit, sqlTrail } from "latchkey/plugins/audit/sql";
import { apiKeys } from "latchkey/plugins/api-keys";
import { bearer } from "latchkey/plugins/bearer";
import { changeEmail } from "latchkey/plugins/change-email";
import { twoFactor } from "latchkey/plugins/two-factor";
import Credentials from "latchkey/providers/credentials";
import { describe, expect, it } from "vitest";
import { adminPagesWorld, routeOf, tokenOf } from "../support/admin-pages-world.js";
import { location, type Browser } from "../support/client.js";
import { ada, adasForm, grace, people, strategies, world } from "../support/config.js";
import { openInbox } from "../support/inbox.js";
import { turnOn, who } from "../support/second-step-world.js";
import { freshPostgres } from "../support/services.js";

const inbox = await openInbox();
const asJson = { headers: { accept: "application/json" } };
const lin = "lin@example.org";

async function told(browser: Browser, route: string): Promise<unknown> {
  return (await browser.get(route, asJson)).json();
}

const page = async (browser: Browser, route: string): Promise<string> =>
  (await browser.get(route)).text();

/** A plugin of the application, with an event and words for it. */
const shop = () =>
  definePlugin({
    name: "shop",
    create: () => ({
      eventTexts: async (context) => {
        const { ordered } = await context.texts({ ordered: "Ordered" });
        return { "shop.ordered": ordered };
      },
    }),
  });

const germanWithShop = { ...german, shop: { ordered: "Bestellt" } };

const gracesPage = `admin/user?id=${grace.id}`;

describe.each(strategies)("the pages for administrators, strategy %s", (strategy) => {
  const made = () => adminPagesWorld(inbox, strategy);

  it("list users, find them by address, and turn pages", async () => {
    const { ada: signIn, adapter } = made();
    for (let at = 10; at < 40; at++) {
      const email = `user${at}@example.org`;
      await adapter.createUser({ id: `u${at}`, name: `User ${at}`, email, emailVerified: null });
    }
    const ours = await signIn();
    const first = await page(ours, "admin");
    expect(first).toContain("grace@example.org");
    expect(first).not.toContain("User 39");
    const next = /href="([^"]+)"[^>]*>\s*<span>Next page/.exec(first)?.[1] ?? "";
    const second = await page(ours, next.replaceAll("&amp;", "&").replace("/auth/", ""));
    expect(second).toContain("User 39");
    expect(second).not.toContain("grace@example.org");
    expect(second).toContain("First page");
    const found = await page(ours, "admin?search=GRACE%40");
    expect(found).toContain("grace@example.org");
    expect(found).not.toContain("ada@example.org");
    expect(await page(ours, "admin?search=nobody")).toContain("No users found.");
    expect(await told(ours, "admin?search=grace")).toEqual({
      lists: true,
      users: [{ ...grace, isProven: false, isBanned: false, isInvited: false }],
    });
  });

  it("ban a user until a day, for a reason, and lift it", async () => {
    const { ada: signIn, grace: signInAsGrace, acts } = made();
    const [ours, hers] = [await signIn(), await signInAsGrace()];
    const fields = { userId: grace.id, reason: "Spam <b>", until: "2099-01-31" };
    const answer = await ours.submit("admin/ban", fields);
    expect(location(answer)).toBe("https://app.test/auth/admin/user?id=2&done=ban");
    expect(await hers.session()).toBeNull();
    const until = new Date("2099-01-31");
    expect(await acts.banOf(grace.id)).toMatchObject({ reason: "Spam <b>", until, by: ada.id });
    const shown = await page(ours, `${gracesPage}&done=ban`);
    expect(shown).toContain("The user is banned");
    expect(shown).toContain("Spam &lt;b&gt;");
    expect(shown).toContain("Jan 31, 2099");
    expect(await page(ours, "admin")).toContain("Banned");
    await ours.submit("admin/unban", { userId: grace.id });
    expect(await acts.banOf(grace.id)).toBeNull();
  });

  it("keep what was typed if the ban isn't possible", async () => {
    const { ada: signIn, acts } = made();
    const ours = await signIn();
    for (const until of ["2001-01-01", "tomorrow", "2099-99-99"]) {
      const fields = { userId: grace.id, reason: "Typed once", until };
      const answer = await ours.submit("admin/ban", fields);
      expect(answer.status).toBe(400);
      const text = await answer.text();
      expect(text).toContain("Choose a day in the future");
      expect(text).toContain("Typed once");
    }
    expect(await acts.banOf(grace.id)).toBeNull();
  });

  it("show sessions, sign-in methods and the second factor, and end them", async () => {
    const { ada: signIn, grace: signInAsGrace } = made();
    const [ours, hers] = [await signIn(), await signInAsGrace()];
    await turnOn(hers);
    const info = await told(ours, gracesPage);
    expect(info).toMatchObject({
      refused: null,
      secondFactor: true,
      sessions: [{ provider: "credentials" }],
      methods: { mail: true, password: null, accounts: [] },
    });
    expect(await page(ours, gracesPage)).toContain("Reset the second factor");
    const reset = await ours.submit("admin/reset-second-factor", { userId: grace.id });
    expect(location(reset)).toContain("done=reset-second-factor");
    expect(await hers.session()).toBeNull();
    expect(await told(ours, gracesPage)).toMatchObject({ secondFactor: false, sessions: [] });
    const again = await ours.submit("admin/reset-second-factor", { userId: grace.id });
    expect(await again.text()).toContain("There was nothing to change.");
    const others = await signInAsGrace();
    await ours.submit("admin/end-sessions", { userId: grace.id });
    expect(await others.session()).toBeNull();
  });

  it("lead into an impersonation and back", async () => {
    const { ada: signIn } = made();
    const ours = await signIn();
    expect(await page(ours, gracesPage)).toContain("Act as this user");
    await ours.submit("admin/impersonate", { userId: grace.id, callbackUrl: "/" });
    expect(await who(ours)).toBe(grace.name);
    expect(location(await ours.get("admin"))).toBe("https://app.test/auth/admin/return");
    expect(await page(ours, "admin/return")).toContain("Back to my own account");
    await ours.submit("admin/return", { callbackUrl: "/auth/admin" });
    expect(await who(ours)).toBe(ada.name);
    expect((await ours.get("admin")).status).toBe(200);
    expect(location(await ours.get("admin/return"))).toBe("https://app.test/auth/admin");
  });

  it("invite a user, who accepts by the link in the mail", async () => {
    const { ada: signIn, browser, adapter, config, told: events } = made();
    const ours = await signIn();
    const answer = await ours.submit("admin/invite", { email: ` ${lin} `, name: "Lin" });
    expect(location(answer)).toContain("done=invite");
    const user = await adapter.getUserByEmail(lin);
    expect(user).toMatchObject({ name: "Lin", emailVerified: null });
    expect(await page(ours, "admin")).toContain("Invited");
    const exported = await manage(config).accounts.export(user?.id ?? "");
    expect(exported?.plugins["admin"]).toMatchObject({ ban: null, invitation: { email: lin } });
    const mail = inbox.newest();
    expect(mail.recipients).toEqual([lin]);
    expect(mail.parsed.subject).toBe("You’re invited to app.test");
    const theirs = browser();
    expect(await page(theirs, routeOf(mail))).toContain(lin);
    expect(await theirs.session()).toBeNull();
    const accepted = await theirs.submit("admin/invitation", { token: tokenOf(mail) });
    expect(location(accepted)).toBe("https://app.test");
    expect(await theirs.session()).toMatchObject({ user: { name: "Lin", email: lin } });
    expect((await adapter.getUserByEmail(lin))?.emailVerified).toBeInstanceOf(Date);
    expect(await adapter.listAccountsByUserId(user?.id ?? "")).toMatchObject([
      { provider: "nodemailer", type: "email", providerAccountId: lin },
    ]);
    expect(events().map(({ type }) => type)).toEqual([
      "admin.user-created",
      "admin.invited",
      "admin.invitation-accepted",
    ]);
    const again = await ours.submit("admin/invite", { email: lin });
    expect(again.status).toBe(409);
    expect(await again.text()).toContain("A user with this address exists");
    expect(inbox.mails).toHaveLength(1);
  });
});

describe("an invitation", () => {
  it("is in the language that the administrator chooses, else in the site's", async () => {
    const languages = [german];
    const { ada: signIn, adas } = adminPagesWorld(inbox, "jwt", { overrides: { languages } });
    const ours = await signIn();
    const text = await page(ours, "admin");
    expect(text).toContain('value="de"');
    await ours.submit("admin/invite", { email: lin, locale: "de" });
    expect(inbox.newest().parsed.subject).toBe("Sie sind zu app.test eingeladen");
    await adas.invite({ email: lin });
    expect(inbox.newest().parsed.subject).toBe("You’re invited to app.test");
    const overrides = { languages, locale: "de" };
    const site = adminPagesWorld(inbox, "jwt", { overrides });
    await site.adas.invite({ email: lin, locale: "fr" });
    expect(inbox.newest().parsed.subject).toBe("Sie sind zu app.test eingeladen");
  });

  it("leads where the option says, and lasts as long", async () => {
    const invitations = { maxAge: 60, callbackUrl: "/welcome" };
    const { adas, browser } = adminPagesWorld(inbox, "jwt", { plugin: { invitations } });
    const before = Date.now();
    const { expires } = await adas.invite({ email: lin });
    expect(expires.getTime() - before).toBeLessThan(61_000);
    const theirs = browser();
    const answer = await theirs.submit("admin/invitation", { token: tokenOf(inbox.newest()) });
    expect(location(answer)).toBe("https://app.test/welcome");
  });

  it("that can't be mailed says so, and can be repeated", async () => {
    const { ada: signIn, acts, adapter } = adminPagesWorld(inbox, "jwt");
    const ours = await signIn();
    inbox.refuse();
    const answer = await ours.submit("admin/invite", { email: lin, name: "Lin" });
    expect(answer.status).toBe(502);
    expect(await answer.text()).toContain("The email couldn’t be sent");
    const user = await adapter.getUserByEmail(lin);
    expect(await acts.invitationOf(user?.id ?? "")).toBeNull();
    inbox.accept();
    await ours.submit("admin/invite", { email: lin });
    expect(await acts.invitationOf(user?.id ?? "")).toMatchObject({ email: lin, by: ada.id });
  });

  it("needs the option, a mailer and the site's address, and says which is missing", async () => {
    const off = adminPagesWorld(inbox, "jwt", { plugin: { invitations: undefined } });
    await expect(off.adas.invite({ email: lin })).rejects.toThrow("`invitations`");
    expect((await (await off.ada()).submit("admin/invite", { email: lin })).status).toBe(404);
    const nowhere = adminPagesWorld(inbox, "jwt", { overrides: { url: undefined } });
    await expect(nowhere.adas.invite({ email: lin })).rejects.toThrow("AUTH_URL");
    const mailless = adminPagesWorld(inbox, "jwt", { overrides: { providers: [people] } });
    await mailless.browser().get("providers");
    const [error] = mailless.log.errors("InvalidConfiguration");
    expect(error?.message).toContain("invitations: { email:");
  });
});

it("shows what happened to a user, out of the audit log's table", async () => {
  const db = await connect("file::memory:");
  await migrateAudit(db);
  const { config, browser } = world("database", {
    plugins: [
      admin({
        mayAdminister: ({ id }) => id === ada.id,
        pages: adminPages({ trail: sqlTrail(db) }),
      }),
      audit(sqlAudit(db)),
    ],
  });
  const ours = browser();
  await ours.signIn(adasForm);
  await admin.of(config).as(ada.id).ban(grace.id, { reason: "Spam" });
  const text = await page(ours, gracesPage);
  expect(text).toContain("admin.banned");
  expect(text).toContain("by administrator 1");
  const [event, ...others] = await sqlTrail(db)(grace.id, { limit: 1 });
  expect(event).toMatchObject({ type: "admin.banned", adminId: ada.id, userId: grace.id });
  expect(others).toEqual([]);
  expect(await sqlTrail(db)(ada.id)).not.toHaveLength(0);
  await db.destroy();
});

describe("what happened to a user", () => {
  const event = { requestId: "r", time: "2026-11-05T10:00:00.000Z", personal: {} };
  const shown = async (types: readonly Partial<AuditEvent>[], accept: string) => {
    const trail = () => types.map((one, at) => ({ ...event, id: String(at), type: "", ...one }));
    const { ada: signIn } = adminPagesWorld(inbox, "database", {
      plugin: { pages: adminPages({ trail }) },
      with: [
        twoFactor(),
        changeEmail(),
        apiKeys(),
        bearer({ clients: [{ id: "app", name: "App", redirectUris: ["app.test:/in"] }] }),
        shop(),
      ],
      overrides: { languages: [germanWithShop] },
    });
    const headers = { "accept-language": accept };
    const text = await (await (await signIn()).get(gracesPage, { headers })).text();
    const [, list = ""] = /<ul class="events">(.*?)<\/ul>/s.exec(text) ?? [];
    return [...list.matchAll(/<li>(.*?)<\/li>/gs)].map(([, row = ""]) =>
      row
        .replaceAll(/<[^>]*>/g, " ")
        .replaceAll(/\s+/g, " ")
        .trim(),
    );
  };

  it("is said in words, in the administrator's language, with the code", async () => {
    const events = [
      { type: "session.ended", sessionId: "s" },
      { type: "session.ended", all: true },
      { type: "sign-in.refused", reason: "PasswordSignin" },
      { type: "admin.sessions-ended", adminId: ada.id },
    ] as const;
    const at = "Nov 5, 2026, 10:00 AM UTC";
    expect(await shown(events, "en")).toEqual([
      `Session ended ${at} · session.ended`,
      `Sessions ended ${at} · session.ended`,
      `Sign-in refused ${at} · sign-in.refused · PasswordSignin`,
      `All sessions ended by administrator 1 ${at} · admin.sessions-ended`,
    ]);
    const [first] = await shown(events, "de");
    expect(first).toMatch(/^Sitzung beendet .*UTC · session\.ended$/);
  });

  it("is said in the words of its plugin, translated if the language has them", async () => {
    const events = [{ type: "shop.ordered" }, { type: "two-factor.on" }];
    const at = "Nov 5, 2026, 10:00 AM UTC";
    expect(await shown(events, "en")).toEqual([
      `Ordered ${at} · shop.ordered`,
      `Two-factor authentication turned on ${at} · two-factor.on`,
    ]);
    const [ordered, on] = await shown(events, "de");
    expect(ordered).toMatch(/^Bestellt .*shop\.ordered$/);
    expect(on).toMatch(/^Zwei-Faktor-Authentifizierung eingeschaltet .*two-factor\.on$/);
  });

  it("is said by its code, in the place of the words, if nobody has words for it", async () => {
    const events = [{ type: "shop.paid" }, { type: "constructor" }, { type: "<b>" }];
    const at = "Nov 5, 2026, 10:00 AM UTC";
    expect(await shown(events, "en")).toEqual([
      `shop.paid ${at}`,
      `constructor ${at}`,
      `&lt;b&gt; ${at}`,
    ]);
  });

  it("has words for every event in the documentation", async () => {
    const docs = await readFile(new URL("../../docs/audit.md", import.meta.url), "utf8");
    const rows = docs.split("\n").filter((line) => /^\| `[a-z-]+[.`]/.test(line));
    const types = rows.flatMap((row) =>
      [...(row.split("|")[1] ?? "").matchAll(/`([^`]+)`/g)].map(([, type = ""]) => ({ type })),
    );
    expect(types.length).toBeGreaterThan(50);
    const wordless = (await shown(types, "en")).filter((row) => row.startsWith("Nov 5"));
    expect(wordless).toEqual([]);
  });
});

it("finds a user by a complete address where the database can't list users", async () => {
  const { listUsers: _, ...adapter } = world("database").adapter;
  const { ada: signIn } = adminPagesWorld(inbox, "database", { overrides: { adapter } });
  const ours = await signIn();
  expect(await page(ours, "admin")).toContain("can’t list users");
  expect(await told(ours, "admin?search=Grace%40example.org")).toMatchObject({
    users: [{ id: grace.id }],
    lists: false,
  });
});

const postgres = await freshPostgres();

describe.each([
  { name: "SQLite", skip: false, url: "file::memory:" },
  { name: "PostgreSQL", ...postgres },
])("in tables of $name", ({ skip, url }) => {
  it.skipIf(skip)("pages, invitations and impersonations work alike", async () => {
    const db = await connect(url);
    const adapter = SqlAdapter(db);
    const { config } = adminPagesWorld(inbox, "jwt", { overrides: { adapter } });
    await migrate(db, config);
    const user = (name: string) =>
      adapter.createUser({
        ...{ id: crypto.randomUUID(), name, email: `${name}@example.org`, emailVerified: null },
      });
    const [boss, other] = [await user("boss"), await user("other")];
    const authorize = () => ({ id: boss.id, name: "boss", email: boss.email });
    const made = adminPagesWorld(inbox, "jwt", {
      plugin: { mayAdminister: ({ id }) => String(id) === String(boss.id) },
      overrides: { adapter, providers: [Credentials({ authorize }), ...config.providers.slice(1)] },
    });
    const ours = made.browser();
    await ours.signIn({});
    expect(await page(ours, "admin?search=OTHER")).toContain("other@example.org");
    await ours.submit("admin/impersonate", { userId: String(other.id) });
    expect(await ours.session()).toMatchObject({
      user: { name: "other" },
      impersonator: { id: String(boss.id), name: "boss" },
    });
    await ours.submit("admin/return");
    expect(await who(ours)).toBe("boss");
    await ours.submit("admin/invite", { email: lin, name: "Lin" });
    const theirs = made.browser();
    const token = tokenOf(inbox.newest());
    const answers = await Promise.all(
      [theirs, made.browser(), made.browser()].map((one) =>
        one.submit("admin/invitation", { token }),
      ),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([303, 410, 410]);
    const invited = await adapter.getUserByEmail(lin);
    expect(invited?.emailVerified).toBeInstanceOf(Date);
    await db.destroy();
  });
});
