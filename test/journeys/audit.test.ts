import { audit, type AuditEvent } from "latchkey/plugins/audit";
import { migrateAudit, sqlAudit } from "latchkey/plugins/audit/sql";
import { connect } from "latchkey/adapters/sql";
import { memoryRateLimit } from "latchkey/rate-limit";
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { location } from "../support/client.js";
import { adasForm, gracesForm, recorder, strategies, world } from "../support/config.js";
import { openInbox } from "../support/inbox.js";
import { ask, follow, mailWorld } from "../support/mail-world.js";
import { oidc, signIn } from "../support/oauth/journey.js";
import { RogueProvider } from "../support/oauth/rogue.js";
import { freshMysql, freshPostgres } from "../support/services.js";

let rogue: RogueProvider;
beforeAll(async () => {
  rogue = await RogueProvider.start();
});
afterAll(() => rogue.stop());
beforeEach(() => {
  rogue.reset();
});
const inbox = await openInbox();

/** A sink that remembers. */
function remembering() {
  const events: AuditEvent[] = [];
  const sink = (event: AuditEvent) => void events.push(event);
  const plugins = [audit(sink)];
  return { events, sink, plugins, types: () => events.map(({ type }) => type) };
}

describe.each(strategies)("the audit trail, strategy %s", (strategy) => {
  it("tells of a sign-in and a sign-out, with who, how, from where, in which request", async () => {
    const { events, plugins, types } = remembering();
    const clientIp = () => "192.0.2.7";
    const ours = world(strategy, { plugins, clientIp }).browser();
    const headers = { "user-agent": "Test/1", "x-request-id": "req-1" };
    await ours.signIn(adasForm, { headers });
    expect(types()).toEqual(["sign-in.succeeded", "session.started"]);
    const id: unknown = expect.stringMatching(/^[0-9a-f-]{36}$/);
    const time: unknown = expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/);
    expect(events[0]).toEqual({
      id,
      time,
      requestId: "req-1",
      type: "sign-in.succeeded",
      isNewUser: false,
      provider: "credentials",
      userId: "1",
      personal: { ip: "192.0.2.7", userAgent: "Test/1", email: "ada@example.org" },
    });
    await ours.session();
    await ours.signOut();
    expect(types().slice(2)).toEqual(["sign-out", "session.ended"]);
    expect(events[2]).toMatchObject({ userId: "1" });
  });

  it("tells of what was refused, what failed, and a limit that was hit", async () => {
    const { events, plugins, types } = remembering();
    const { browser, log } = world(strategy, { plugins });
    const ours = browser();
    for (let time = 0; time < 11; time++) await ours.signIn({ ...adasForm, password: "wrong" });
    expect(new Set(types().slice(0, 10))).toEqual(new Set(["sign-in.refused"]));
    expect(events[0]).toMatchObject({ reason: "CredentialsSignin", provider: "credentials" });
    expect(events.slice(10)).toMatchObject([{ type: "limit.hit", action: "callback" }]);
    const [first] = log.entries.filter(({ code }) => code === "CredentialsSignin");
    const [event] = events;
    expect(event && "reference" in event && event.reference).toBe(
      Reflect.get(Object(first?.message[1]), "reference"),
    );
    const failing = world(strategy, {
      plugins,
      callbacks: { jwt: () => Promise.reject(new Error("x")) },
      session: { strategy: "jwt" },
    });
    await failing.browser().signIn(gracesForm);
    expect(events.at(-1)).toMatchObject({ type: "sign-in.failed", reason: "CallbackRouteError" });
  });
});

describe("the audit trail", () => {
  it("tells of a first sign-in at a provider and of a mail", async () => {
    const { plugins, types } = remembering();
    const { adapter } = world("database");
    const shop = world("jwt", { plugins, adapter, providers: [oidc(rogue)] });
    await signIn(shop.browser(), rogue);
    expect(types()).toEqual([
      "sign-in.began",
      "user.created",
      "account.linked",
      "sign-in.succeeded",
      "session.started",
    ]);
    const mails = remembering();
    const ours = mailWorld(inbox, {}, { plugins: mails.plugins }).browser();
    await ask(ours, "pat@example.org");
    await follow(ours, inbox.newest().link);
    expect(mails.types()[0]).toBe("sign-in.began");
    expect(mails.types()).toContain("sign-in.succeeded");
  });

  it("a sink that throws, rejects or never settles is logged and stops nobody", async () => {
    const sinks = [
      () => {
        throw new Error("disk full");
      },
      () => Promise.reject(new Error("disk full")),
      () => new Promise<void>(() => undefined),
    ];
    for (const sink of sinks) {
      const { browser, log } = world("jwt", { plugins: [audit(sink)], timeout: 50 });
      const ours = browser();
      expect(location(await ours.signIn(adasForm))).toBe("https://app.test");
      expect(log.codes("error")).toContain("EventError");
    }
  });

  it("an option rateLimit that refuses is a limit that was hit", async () => {
    const { plugins, types } = remembering();
    const rateLimit = memoryRateLimit({ perName: 1 });
    const { browser } = world("jwt", { plugins, rateLimit });
    await browser().signIn(adasForm);
    await browser().signIn(adasForm);
    expect(types().at(-1)).toBe("limit.hit");
  });
});

const [postgres, mysql] = [await freshPostgres(), await freshMysql()];
describe.each([
  { name: "SQLite", skip: false, url: "file::memory:" },
  { name: "PostgreSQL", ...postgres },
  { name: "MariaDB", ...mysql },
])("the table of the audit trail on $name", ({ skip, url }) => {
  it.skipIf(skip)("keeps every event, with what is personal apart", async () => {
    const db = await connect<{ latchkey_audit: Record<string, unknown> }>(url);
    onTestFinished(() => db.destroy());
    expect((await migrateAudit(db)).statements.length).toBe(3);
    expect((await migrateAudit(db)).statements).toEqual([]);
    const { events, sink } = remembering();
    await world("jwt", { plugins: [audit(sink, sqlAudit(db))] })
      .browser()
      .signIn(adasForm);
    const rows = await db.selectFrom("latchkey_audit").selectAll().orderBy("time").execute();
    expect(rows.map((row) => row["type"]).sort()).toEqual(events.map(({ type }) => type).sort());
    const [row] = rows;
    expect(JSON.parse(String(row?.["personal"]))).toMatchObject({ email: "ada@example.org" });
    expect(String(row?.["details"])).not.toContain("ada@");
  });
});

describe("nothing secret is told", () => {
  it("in events, log lines and pages of sign-ins that work and that fail, with debug on", async () => {
    const { events, plugins } = remembering();
    const log = recorder();
    const pages: string[] = [];
    const seen = new Set<string>();
    const { adapter, config } = world("database");
    const options = { ...config, plugins, debug: true, logger: log.logger };
    const shop = world("database", {
      ...options,
      adapter,
      providers: [oidc(rogue), ...config.providers],
    });
    const ours = shop.browser();
    const note = () => {
      const names = ours.cookieNames().filter((name) => !name.endsWith("latchkey.failure"));
      for (const name of names) seen.add(ours.cookie(name) ?? "");
    };
    for (const broken of [false, true]) {
      rogue.idToken = broken ? { claims: { aud: "somebody else" } } : {};
      const before = rogue.hits.length;
      await signIn(ours, rogue);
      note();
      for (const { form } of rogue.hits.slice(before)) {
        for (const name of ["code", "code_verifier", "client_secret"]) {
          seen.add(form.get(name) ?? "");
        }
      }
      pages.push(await (await ours.get("error?error=Configuration")).text());
      await ours.signIn({ ...adasForm, ...(broken && { password: "wrong horse" }) });
      note();
    }
    seen.add(adasForm.password);
    seen.add("wrong horse");
    seen.add("secret-1");
    const texts = [JSON.stringify(events), JSON.stringify(log.entries, errorsToo), ...pages].join(
      "\n",
    );
    expect(events.length).toBeGreaterThan(6);
    expect(seen.size).toBeGreaterThan(8);
    for (const canary of seen) {
      if (canary.length > 5 && !canary.startsWith("https:")) expect(texts).not.toContain(canary);
    }
    for (const { personal, ...rest } of events) {
      expect(JSON.stringify(rest)).not.toMatch(/@|127\.0\.0\.1/);
      expect(Object.keys(personal).every((key) => ["ip", "userAgent", "email"].includes(key))).toBe(
        true,
      );
    }
  });
});

function errorsToo(_: string, value: unknown): unknown {
  if (!(value instanceof Error)) return value;
  return { ...value, message: value.message, stack: value.stack, cause: value.cause };
}
