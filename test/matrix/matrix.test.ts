import { manage } from "latchkey/manage";
import type { Plugin } from "latchkey/plugin";
import { admin } from "latchkey/plugins/admin";
import { apiKeys } from "latchkey/plugins/api-keys";
import { beforeEach, describe, expect, it } from "vitest";
import { app as phoneApp, approved, scheme, tokensIn, verifier } from "../support/bearer-world.js";
import { changeTo, openAndPress } from "../support/change-email-world.js";
import { location, type Browser } from "../support/client.js";
import { useClock, type Clock } from "../support/clock.js";
import { openInbox } from "../support/inbox.js";
import { isLong } from "../support/long-form.js";
import { signIn as signInAtProvider } from "../support/oauth/journey.js";
import { rogueOfFile } from "../support/oauth/rogue-of-file.js";
import { allDimensions, dimensions, open, type Application } from "./application.js";
import { inEnglish, oversized, wordless } from "./invariants.js";
import { pairwise } from "./pairs.js";
import { Visitor, who, whoHas } from "./visitor.js";

const around = { inbox: await openInbox(), rogue: await rogueOfFile() };
const rows = isLong
  ? [1, 2, 3].flatMap((seed) => pairwise(allDimensions, seed))
  : pairwise(dimensions, 1);
const home = "https://app.test";
const begun = Math.ceil(Date.now() / 1000) * 1000;

interface Visit {
  readonly app: Application;
  readonly visitor: Visitor;
  readonly clock: Clock;
  /** Signed in all along. */
  readonly browser: Browser;
  readonly userId: string;
}

/** Exactly these happened since the last look, all of them to this user. */
function expectEvents({ app }: Pick<Visit, "app">, userId: string, types: readonly string[]): void {
  const events = app.events();
  expect(events.map(({ type }) => type).sort()).toEqual([...types].sort());
  for (const event of events) {
    expect([typeof event.id, typeof event.requestId]).toEqual(["string", "string"]);
    if (event.type !== "sign-in.began") expect(event.userId, event.type).toBe(userId);
    if (event.provider === undefined) continue;
    expect(["credentials", "email", "password", "rogue", "passkey", "bearer"]).toContain(
      event.provider,
    );
  }
}

/** Holds after whatever was done. */
function expectSound({ app: { kind, log }, browser }: Pick<Visit, "app" | "browser">): void {
  const { rogue } = around;
  expect(oversized(browser)).toEqual([]);
  expect(wordless(browser, [rogue.issuer, "access-", "refresh-", "eyJhbGciOiJSUzI1NiI"])).toEqual(
    [],
  );
  for (const { parsed } of around.inbox.mails) {
    const text = `${parsed.subject ?? ""}\n${parsed.text ?? ""}`;
    expect(inEnglish(text), text).toBe(kind.language === "English");
  }
  around.inbox.mails.length = 0;
  expect(log.entries.filter(({ level }) => level === "error")).toEqual([]);
}

/** What went wrong, to be read when a test fails. */
const faults = ({ log }: Application) =>
  log.entries.map(({ code, message }) => `${code}: ${message.map(String).join(" ")}`).join("\n");

const began = ({ kind }: Application, isFirst: boolean) =>
  kind.flow === "email" || kind.flow === "oidc" || (kind.flow === "password" && isFirst)
    ? ["sign-in.began"]
    : [];

/** Whether a user's sessions can be ended from elsewhere. */
const canEnd = ({ kind }: Application) =>
  kind.strategy === "database" || kind["session-registry"] === "on";

/** Tokens of the application's own making may be the same for two sessions. */
const isPlain = (app: Application) => app.kind.encode === "its own" && !canEnd(app);

async function signUp(app: Application, clock: Clock): Promise<Visit> {
  const visitor = new Visitor(app, around);
  const browser = app.browser();
  expect(await visitor.signIn(browser), faults(app)).toBe(home);
  expect(await who(browser)).toBe(visitor.email);
  const userId = String((await app.adapter.getUserByEmail?.(visitor.email))?.id);
  const made = app.kind.flow === "credentials" ? [] : ["user.created", "account.linked"];
  expectEvents({ app }, userId, [
    ...began(app, true),
    ...made,
    ...(app.kind.flow === "password" ? ["password.changed"] : []),
    ...["sign-in.succeeded", "session.started"],
  ]);
  expectSound({ app, browser });
  return { app, visitor, clock, browser, userId };
}

async function turnOnTwoFactor(visit: Visit): Promise<void> {
  const { app, visitor, browser, clock, userId } = visit;
  if (app.kind["two-factor"] === "off") return;
  await visitor.turnOnTwoFactor(browser);
  expect(await who(browser)).toBe(visitor.email);
  expectEvents(visit, userId, ["two-factor.on", ...(canEnd(app) ? ["session.ended"] : [])]);
  const isProven = app.kind.flow === "email" || app.kind.flow === "password";
  expect(around.inbox.mails).toHaveLength(isProven ? 1 : 0);
  expectSound(visit);
  clock.pass(60);
}

async function signInElsewhere(visit: Visit): Promise<Browser> {
  const { app, visitor, userId, clock } = visit;
  const other = app.browser();
  expect(await visitor.signIn(other)).toBe(home);
  expect(await who(other)).toBe(visitor.email);
  expectEvents(visit, userId, [...began(app, false), "sign-in.succeeded", "session.started"]);
  expectSound({ app, browser: other });
  clock.pass(60);
  return other;
}

async function signOut(visit: Visit, other: Browser): Promise<void> {
  const { app, visitor, browser, userId } = visit;
  const copy = other.copy();
  await other.signOut();
  expect(await who(other)).toBeNull();
  expect(await who(copy)).toBe(isPlain(app) ? visitor.email : null);
  expect(await who(browser)).toBe(visitor.email);
  expectEvents(visit, userId, ["sign-out", "session.ended"]);
}

/** Links an account at the provider, and removes it again. */
async function linkAndUnlink(visit: Visit): Promise<void> {
  const { app, browser, userId, visitor, clock } = visit;
  if (app.kind.flow === "oidc") return;
  expect(location(await signInAtProvider(browser, around.rogue))).toMatch(/^https:\/\/app\.test/);
  expectEvents(visit, userId, ["sign-in.began", "account.linked", "sign-in.succeeded"]);
  const { accounts } = manage(app.config);
  const linked = (await accounts.list(userId))?.accounts ?? [];
  expect(linked.map(({ provider }) => provider)).toContain("rogue");
  const { sub } = around.rogue.person;
  const account = { kind: "account", provider: "rogue", account: sub } as const;
  expect(await accounts.remove(userId, account)).toBe("done");
  expectEvents(visit, userId, ["account.unlinked", ...(canEnd(app) ? ["session.ended"] : [])]);
  // Rows of sessions don't say what started them: without a registry all of them end.
  const isOver = app.kind.strategy === "database" && app.kind["session-registry"] === "off";
  expect(await who(browser)).toBe(isOver ? null : visitor.email);
  expectSound(visit);
  if (!isOver) return;
  clock.pass(60);
  expect(await visitor.signIn(browser)).toBe(home);
  clock.pass(60);
  app.events();
}

/** A key that the user gives to a program works until it's revoked. */
async function useKey(visit: Visit): Promise<void> {
  const { app, userId, visitor } = visit;
  if (app.kind["api-keys"] === "off") return;
  const keys = apiKeys.of(app.config);
  const { id, key } = await keys.create(userId, { name: "Backups" });
  expect(await whoHas(key, app.browser())).toBe(visitor.email);
  expect(await keys.revoke(userId, id)).toBe(true);
  expect(await whoHas(key, app.browser())).toBeNull();
  expectEvents(visit, userId, ["api-keys.created", "api-keys.revoked"]);
  expectSound(visit);
}

/** An app on the user's phone signs in through the browser, and signs out. */
async function useApp(visit: Visit): Promise<void> {
  const { app, browser, userId, visitor, clock } = visit;
  if (app.kind.bearer === "off") return;
  const phone = app.browser();
  const code = (await approved(browser)).searchParams.get("code") ?? "";
  const { access, refresh } = await tokensIn(
    await phone.post("bearer/token", {
      ...{ grant_type: "authorization_code", code, code_verifier: verifier },
      ...{ client_id: phoneApp.id, redirect_uri: scheme },
    }),
  );
  expect(await whoHas(access, phone)).toBe(visitor.email);
  expectEvents(visit, userId, [...["bearer.approved", "sign-in.succeeded", "session.started"]]);
  clock.pass(60);
  await phone.post("bearer/revoke", { token: refresh, client_id: phoneApp.id });
  expect(await whoHas(access, phone)).toBe(isPlain(app) ? visitor.email : null);
  expect(await who(browser)).toBe(visitor.email);
  expectEvents(visit, userId, ["sign-out", "session.ended"]);
  expectSound(visit);
}

/** The address changes, and is changed back: by its owner, if it was proven, who then signs in anew. */
async function changeAddress(visit: Visit): Promise<void> {
  const { app, browser, userId, visitor, clock } = visit;
  if (app.kind["change-email"] === "off") return;
  const next = "elsewhere@example.org";
  await changeTo(browser, around.inbox, next);
  expect(await who(browser), faults(app)).toBe(next);
  const mail = around.inbox.mails.findLast(({ recipients }) => recipients.includes(visitor.email));
  await (mail ? openAndPress(app.browser(), mail) : changeTo(browser, around.inbox, visitor.email));
  const acts = app.events().map(({ type }) => type);
  const changes = ["change-email.requested", "change-email.confirmed"];
  const back = mail ? ["change-email.undone"] : changes;
  expect(acts.filter((type) => type.startsWith("change-email."))).toEqual([...changes, ...back]);
  expectSound(visit);
  clock.pass(60);
  if (mail) expect(await visitor.signIn(browser)).toBe(home);
  expect(await who(browser)).toBe(visitor.email);
  clock.pass(60);
  expect(app.events().every((event) => event.userId === undefined || event.userId === userId)).toBe(
    true,
  );
}

/** Whoever is banned is signed out everywhere, and can't come back until the ban is lifted. */
async function ban(visit: Visit): Promise<void> {
  const { app, browser, userId, visitor, clock } = visit;
  if (app.kind.admin === "off") return;
  await admin.of(app.config).ban(userId, { reason: "Spam" });
  expect(await who(browser)).toBeNull();
  expectEvents(visit, userId, ["admin.banned"]);
  const other = app.browser();
  await visitor.signIn(other);
  expect(await who(other)).toBeNull();
  const refusals = app.log.entries.splice(0).filter(({ level }) => level === "error");
  expect(refusals.map(({ code }) => code)).toEqual(["AccessDenied"]);
  await admin.of(app.config).unban(userId);
  app.events();
  clock.pass(60);
  expect(await visitor.signIn(browser)).toBe(home);
  expect(await who(browser)).toBe(visitor.email);
  expectSound(visit);
  clock.pass(60);
  app.events();
}

async function look(visit: Visit): Promise<void> {
  const { app, browser } = visit;
  const nobody = app.browser();
  const pages = [
    await nobody.get("signin"),
    await nobody.get("error?error=Verification"),
    await nobody.get("password/sign-up"),
    await browser.get("signout"),
    ...(app.kind["account-page"] === "on" ? [await browser.get("account")] : []),
    ...(app.kind["two-factor"] === "on" ? [await browser.get("second-step/set-up")] : []),
  ];
  for (const page of pages) {
    const html = await page.text();
    expect(inEnglish(html), html).toBe(app.kind.language === "English");
  }
  app.events();
}

async function endEverywhere(visit: Visit): Promise<void> {
  const { app, browser, userId } = visit;
  if (!canEnd(app)) return;
  const others = [await signInElsewhere(visit), await signInElsewhere(visit)];
  await manage(app.config).sessions.endAll(userId);
  for (const one of [browser, ...others]) expect(await who(one)).toBeNull();
  expectEvents(visit, userId, ["session.ended"]);
}

async function remove(visit: Visit): Promise<void> {
  const { app, userId, visitor } = visit;
  await app.adapter.deleteUser?.(userId);
  expect(await app.adapter.getUserByEmail?.(visitor.email)).toBeNull();
  if (app.kind.strategy === "database") expect(await who(visit.browser)).toBeNull();
}

async function travel(app: Application, clock: Clock): Promise<void> {
  const visit = await signUp(app, clock);
  await turnOnTwoFactor(visit);
  await signOut(visit, await signInElsewhere(visit));
  await useKey(visit);
  await useApp(visit);
  await linkAndUnlink(visit);
  await changeAddress(visit);
  await look(visit);
  await ban(visit);
  await endEverywhere(visit);
  await remove(visit);
  expect(app.log.entries.filter(({ level }) => level === "error")).toEqual([]);
}

const nameOf = (row: (typeof rows)[number]) =>
  Object.entries(row)
    .filter(([, value]) => value !== "off")
    .map(([name, value]) => (value === "on" ? name : value))
    .sort()
    .join(", ");

const apps: [string, Application][] = [];
for (const [index, row] of rows.entries()) {
  const backwards = (all: Plugin[]) => (index % 2 === 0 ? all : all.reverse());
  apps.push([nameOf(row), await open(row, around, backwards)]);
}

describe("every two capabilities together", () => {
  const clock = useClock();
  beforeEach(() => {
    // Redis has a clock of its own.
    clock.goTo(begun);
    around.inbox.mails.length = 0;
  });

  it.each(apps)("%s", { timeout: 60_000 }, (_, app) => travel(app, clock));
});
