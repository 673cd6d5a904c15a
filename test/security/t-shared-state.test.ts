import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { connect, migrate, SqlAdapter } from "latchkey/adapters/sql";
import { sharedRateLimit } from "latchkey/rate-limit";
import { memoryState } from "latchkey/state/memory";
import type { SharedState } from "latchkey/types";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { Browser, location, sessionCookiesSet } from "../support/client.js";
import { Person, passkeyWorld } from "../support/authenticator-world.js";
import { world } from "../support/config.js";
import { openInbox } from "../support/inbox.js";
import { ask, follow, mailWorld } from "../support/mail-world.js";
import { backWithCode, begin, oidc } from "../support/oauth/journey.js";
import { RogueProvider } from "../support/oauth/rogue.js";

const inbox = await openInbox();
const closing: (() => Promise<unknown>)[] = [];
let rogue: RogueProvider;
beforeAll(async () => {
  rogue = await RogueProvider.start();
});
beforeEach(() => {
  rogue.reset();
});
afterAll(async () => {
  await rogue.stop();
  for (const close of closing.reverse()) await close();
});

describe("a database that was not migrated since", () => {
  it("T22 goes on in the memory of the process, and the log says what to do", async () => {
    const folder = await mkdtemp(join(tmpdir(), "latchkey-old-"));
    const db = await connect(`file:${join(folder, "auth.db")}`);
    closing.push(
      () => rm(folder, { recursive: true }),
      () => db.destroy(),
    );
    await migrate(db);
    await sql`drop table latchkey_state`.execute(db);
    const { config, log } = world("jwt", { providers: [oidc(rogue)], adapter: SqlAdapter(db) });
    const tab = new Browser(config);
    const route = backWithCode(rogue, await begin(tab));
    const copy = tab.copy();
    expect(sessionCookiesSet(await tab.get(route))).toHaveLength(1);
    expect(sessionCookiesSet(await copy.get(route))).toEqual([]);
    expect(log.codes("warn")).toEqual(["shared-state-missing"]);
  });
});

describe("shared state that can't be reached", () => {
  const down = (): never => {
    throw new Error("connection refused");
  };
  const never = () => new Promise<never>(() => undefined);
  const broken = (fault: () => never | Promise<never>): SharedState => ({
    ...{ get: fault, set: fault, take: fault, increment: fault, delete: fault },
  });
  const faults = [
    ["throws", down],
    ["rejects", () => Promise.reject(new Error("connection refused"))],
    ["never answers", never],
  ] as const;

  it.each(faults)(
    "T23 %s: a sign-in is answered with 503, and the cookies stay",
    async (_, fault) => {
      const sharedState = broken(fault);
      const app = world("jwt", { providers: [oidc(rogue)], sharedState, timeout: 1500 });
      const tab = app.browser();
      const route = backWithCode(rogue, await begin(tab));
      const before = tab.cookieNames();
      const answer = await tab.get(route);
      expect(answer.status).toBe(503);
      expect(answer.headers.getSetCookie()).toEqual([]);
      expect(tab.cookieNames()).toEqual(before);
      expect(app.log.codes("error")).toEqual(["SharedStateError"]);
      // It works once the state is back, with what the browser has kept.
      const back = new Browser({ ...app.config, sharedState: memoryState() });
      for (const name of before) back.plant(name, tab.cookie(name) ?? "");
      expect(sessionCookiesSet(await back.get(route))).toHaveLength(1);
    },
  );

  it("T23 a mail link and a passkey: 503, and both work afterwards", async () => {
    const mails = mailWorld(inbox, { confirm: "never" }, { sharedState: memoryState() });
    await ask(mails.browser(), "lin@example.org");
    const { link } = inbox.newest();
    const without = { ...mails.config, sharedState: broken(down) };
    expect((await follow(new Browser(without), link)).status).toBe(503);
    expect(sessionCookiesSet(await follow(mails.browser(), link))).toHaveLength(1);

    const { config } = passkeyWorld("jwt", { sharedState: memoryState() });
    const user = new Person(config);
    await user.register("ada@example.org");
    await user.signOut();
    const { options } = await user.options();
    const answer = await user.authenticator.get(options);
    const off = new Browser({ ...config, sharedState: broken(down) });
    for (const name of user.browser.cookieNames()) off.plant(name, user.browser.cookie(name) ?? "");
    const refused = await off.submit("callback/passkey", { action: "authenticate", data: answer });
    expect(refused.status).toBe(503);
    expect(sessionCookiesSet(await user.post("authenticate", answer))).toHaveLength(1);
  });

  it("T23 limits let pass, and say so in the log", async () => {
    const { browser, log } = mailWorld(inbox, {}, { sharedState: broken(down) });
    for (let mail = 0; mail < 6; mail++) {
      expect(location(await ask(browser(), "lin@example.org"))).toContain("/verify-request");
    }
    expect(inbox.mails).toHaveLength(6);
    expect(new Set(log.codes("error"))).toEqual(new Set(["SharedStateError"]));
  });

  it("T23 sessions are read and ended all the same", async () => {
    const { browser } = world("jwt", { sharedState: broken(down) });
    const own = browser();
    await own.signIn({ username: "ada", password: "correct horse battery" });
    expect(await own.session()).toMatchObject({ user: { name: "Ada" } });
    await own.signOut();
    expect(await own.session()).toBeNull();
  });
});

describe("sharedRateLimit", () => {
  it("T24 counts in shared state, names and clients apart, and keeps no name there", async () => {
    const keys: string[] = [];
    const state = memoryState();
    const watched: SharedState = {
      ...state,
      increment: (key, ttl) => {
        keys.push(key);
        return state.increment(key, ttl);
      },
    };
    const limits = [
      sharedRateLimit(watched, { perName: 2 }),
      sharedRateLimit(watched, { perName: 2 }),
    ];
    const answers: boolean[] = [];
    for (const limit of [...limits, ...limits]) answers.push(await limit("name:ada", "callback"));
    expect(answers).toEqual([true, true, false, false]);
    expect(await limits[0]?.("ip:192.0.2.1", "callback")).toBe(true);
    expect(keys.join()).not.toContain("ada");
  });

  it.each([
    ["allow", true],
    ["refuse", false],
  ] as const)(
    "T24 while the state is down: %s, as it is told",
    async (whenUnreachable, allowed) => {
      const said = vi.spyOn(console, "error").mockImplementation(() => undefined);
      const increment = () => Promise.reject(new Error("connection refused"));
      const limit = sharedRateLimit(
        { ...memoryState(), increment },
        { perName: 1, whenUnreachable },
      );
      for (let turn = 0; turn < 3; turn++) {
        expect(await limit("name:ada", "callback")).toBe(allowed);
      }
      const line = /SharedStateError: .*connection refused/;
      await vi.waitFor(() => expect(said.mock.calls.join()).toMatch(line));
      expect(said.mock.calls.join()).not.toMatch(/\bada\b/);
      said.mockRestore();
    },
  );

  it("T24 allows while the state is down, unless it is told otherwise", async () => {
    const said = vi.spyOn(console, "error").mockImplementation(() => undefined);
    const increment = () => Promise.reject(new Error("connection refused"));
    const limit = sharedRateLimit({ ...memoryState(), increment });
    expect(await limit("ip:192.0.2.1", "callback")).toBe(true);
    said.mockRestore();
  });
});
