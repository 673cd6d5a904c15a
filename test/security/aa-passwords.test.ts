import { sessionRegistry } from "latchkey/plugins/session-registry";
import crypto, { scryptSync } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import type { WholeAdapter } from "latchkey/adapters";
import { audit } from "latchkey/plugins/audit";
import { memoryState } from "latchkey/state/memory";
import Email from "latchkey/providers/email";
import Nodemailer from "latchkey/providers/nodemailer";
import Password from "latchkey/providers/password";
import { describe, expect, it, vi } from "vitest";
import { Browser, cookieNamesOf, location, sessionCookiesSet } from "../support/client.js";
import { minute, useClock } from "../support/clock.js";
import { strategies } from "../support/config.js";
import { everyKind, everyKindStored } from "../support/every-kind-of-address.js";
import { openInbox } from "../support/inbox.js";
import { otherCode } from "../support/mail-world.js";
import {
  another,
  choose,
  email,
  fast,
  password,
  passwordWorld,
  signIn,
  signUp,
} from "../support/password-world.js";
import { storePassword } from "../support/user-rows.js";

const inbox = await openInbox();
const home = "https://app.test";

const shape = async (response: Response) => ({
  status: response.status,
  location: response.headers.get("location"),
  body: await response.text(),
  cookies: cookieNamesOf(response),
});

describe("who has an account", () => {
  it("AA01 a wrong password gets the same answer for an address that is known, unknown, unproven or without one", async () => {
    const world = passwordWorld(inbox, { provider: fast });
    const answers = new Set<string>();
    for (const address of await everyKind(inbox, world)) {
      const tried = await signIn(world.browser(), { email: address, password: another });
      answers.add(JSON.stringify(await shape(tried)));
    }
    expect([...answers]).toHaveLength(1);
  });

  it("AA02 asking for an account or a new password gets the same answer for all of them, and each a mail", async () => {
    const world = passwordWorld(inbox, { provider: fast });
    const addresses = await everyKind(inbox, world);
    for (const act of ["sign-up", "forgot"]) {
      inbox.mails.length = 0;
      const answers = new Set<string>();
      for (const address of addresses) {
        const form = { email: address, password };
        answers.add(
          JSON.stringify(await shape(await world.browser().submit(`password/${act}`, form))),
        );
      }
      expect([...answers]).toHaveLength(1);
      expect(inbox.mails.map(({ recipients }) => recipients[0])).toEqual(addresses);
    }
  });

  it.each(["callback/password", "password/sign-up", "password/forgot"])(
    "AA04 the store is asked the same questions for all of them: %s",
    async (path) => {
      const { config, addresses, asked } = await everyKindStored(inbox);
      const questions = new Set<string>();
      for (const address of addresses) {
        const browser = new Browser(config);
        const csrfToken = await browser.csrfToken();
        asked.length = 0;
        await browser.post(path, { csrfToken, email: address, password });
        questions.add(asked.join(" "));
      }
      expect([...questions]).toEqual([expect.stringContaining("getUserByEmail")]);
    },
  );

  it("AA04 where nobody can sign up, an address that nobody has takes as long as a mail takes", async () => {
    const mailTime = 60;
    const { config, addresses } = await everyKindStored(inbox, { signUp: false }, () =>
      pause(mailTime),
    );
    for (const address of addresses) {
      const browser = new Browser(config);
      const csrfToken = await browser.csrfToken();
      const started = performance.now();
      await browser.post("password/forgot", { csrfToken, email: address });
      expect(performance.now() - started).toBeGreaterThanOrEqual(mailTime - 5);
    }
  });

  it("AA05 an address that the `signIn` callback refuses gets the same answer and no mail", async () => {
    const signInCallback = () => false;
    const refusing = passwordWorld(inbox, {
      provider: fast,
      overrides: { callbacks: { signIn: signInCallback } },
    });
    const open = passwordWorld(inbox, { provider: fast });
    const form = { email, password };
    const refused = await shape(await refusing.browser().submit("password/sign-up", form));
    expect(inbox.mails).toHaveLength(0);
    expect(refused).toEqual(await shape(await open.browser().submit("password/sign-up", form)));
  });
});

describe("whose address it is", () => {
  it("AA06 whoever signs up with the address of another gets no password that works", async () => {
    const world = passwordWorld(inbox, { provider: fast });
    const attacker = world.browser();
    await attacker.submit("password/sign-up", { email, password: another });
    const { link } = inbox.newest();
    const owner = world.browser();
    expect(await (await owner.send(new Request(link))).text()).toContain('name="password"');
    await choose(owner, link, { password });
    expect(await owner.session()).toMatchObject({ user: { email } });
    expect(location(await signIn(world.browser(), { email, password: another }))).toContain(
      "error=",
    );
    expect(location(await signIn(world.browser()))).toBe(home);
  });

  it("AA07 `keep` in a browser that did not ask takes over no password", async () => {
    const world = passwordWorld(inbox, { provider: fast });
    await world.browser().submit("password/sign-up", { email, password: another });
    const tried = await choose(world.browser(), inbox.newest().link, { keep: "1" });
    expect(tried.status).toBe(400);
    expect(world.store.users.size).toBe(0);
  });

  it("AA08 nothing is stored before the address is proven", async () => {
    const world = passwordWorld(inbox, { provider: fast });
    await world.browser().submit("password/sign-up", { email, password });
    expect([world.store.users.size, world.passwords.size]).toEqual([0, 0]);
    expect(location(await signIn(world.browser()))).toContain("error=CredentialsSignin");
  });

  it("AA09 the right password of an unproven address signs nobody in, until its owner has proven it", async () => {
    const world = passwordWorld(inbox, { provider: fast });
    await world.adapter.createUser({ id: "1", email, emailVerified: null });
    await storePassword(world.adapter, { userId: "1", hash: fast.hash(password) });
    await world.adapter.linkAccount({
      userId: "1",
      type: "oauth",
      provider: "x",
      providerAccountId: "x",
    });
    expect(location(await signIn(world.browser()))).toContain("error=CredentialsSignin");
    const owner = world.browser();
    await owner.submit("password/forgot", { email });
    await choose(owner, inbox.newest().link, { password: another });
    expect(await owner.session()).toMatchObject({ user: { email } });
    expect([...world.store.accounts.values()].map(({ provider }) => provider)).toEqual([
      "password",
    ]);
    expect(location(await signIn(world.browser()))).toContain("error=CredentialsSignin");
  });

  it("AA10 whoever first proves the address another way takes the unproven password away", async () => {
    const world = passwordWorld(inbox, { provider: fast });
    const mailer = { server: inbox.server, from: "no-reply@acme.test" };
    const config = {
      ...world.config,
      providers: [...world.config.providers, Email(mailer)],
    };
    await world.adapter.createUser({ id: "1", email, emailVerified: null });
    await storePassword(world.adapter, { userId: "1", hash: fast.hash(password) });
    const owner = new Browser(config);
    await owner.submit("signin/email", { email });
    await owner.submit("callback/email", { code: inbox.newest().code });
    expect(await owner.session()).toMatchObject({ user: { email } });
    expect(world.passwords.size).toBe(0);
  });

  it("AA11 where nobody can sign up, the link of somebody who was removed makes nobody", async () => {
    const world = passwordWorld(inbox, { provider: { ...fast, signUp: false } });
    await world.adapter.createUser({ id: "1", email, emailVerified: new Date() });
    const browser = world.browser();
    await browser.submit("password/forgot", { email });
    await world.adapter.deleteUser("1");
    expect(location(await choose(browser, inbox.newest().link, { password }))).toContain(
      "error=Verification",
    );
    expect(world.store.users.size).toBe(0);
  });
});

describe("links and codes", () => {
  const clock = useClock();

  it("AA12 a link works once, also for many at once", async () => {
    const world = passwordWorld(inbox, { provider: fast });
    await world.browser().submit("password/forgot", { email });
    const { link } = inbox.newest();
    const tries = await Promise.all(
      Array.from({ length: 6 }, () => choose(world.browser(), link, { password })),
    );
    expect(tries.filter((one) => sessionCookiesSet(one).length > 0)).toHaveLength(1);
  });

  it("AA13 what was sent before the password changed is worth nothing after, link and code", async () => {
    const world = passwordWorld(inbox, { provider: fast });
    const owner = world.browser();
    await signUp(owner, inbox);
    const other = world.browser();
    await other.submit("password/forgot", { email });
    const { link, code } = inbox.newest();
    await owner.submit("password/change", { current: password, password: another });
    expect(location(await choose(world.browser(), link, { password }))).toContain(
      "error=Verification",
    );
    expect(location(await other.submit("callback/password", { code }))).toContain(
      "error=Verification",
    );
    expect(location(await signIn(world.browser(), { email, password: another }))).toBe(home);
  });

  it("AA14 a link ends after a quarter of an hour", async () => {
    const world = passwordWorld(inbox, { provider: fast });
    await world.browser().submit("password/forgot", { email });
    clock.pass(15 * minute + 1);
    const late = await choose(world.browser(), inbox.newest().link, { password });
    expect(location(late)).toContain("error=Verification");
  });

  it("AA15 the token of one address is worth nothing for another, and no token nothing at all", async () => {
    const world = passwordWorld(inbox, { provider: fast });
    await world.adapter.createUser({ id: "1", email, emailVerified: new Date() });
    await world.browser().submit("password/forgot", { email: "eve@example.org" });
    const { link } = inbox.newest();
    for (const fields of [
      { email },
      { token: "" },
      { token: "undefined" },
      { token: "x".repeat(2000) },
    ]) {
      const tried = await choose(world.browser(), link, { password, ...fields });
      expect(location(tried)).toContain("error=Verification");
    }
    expect(world.passwords.size).toBe(0);
  });

  it("AA16 software that opens the link uses nothing up and changes nothing", async () => {
    const world = passwordWorld(inbox, { provider: fast });
    const browser = world.browser();
    await browser.submit("password/sign-up", { email, password });
    const { link } = inbox.newest();
    for (let time = 0; time < 3; time++) await world.browser().send(new Request(link));
    await browser.send(new Request(link, { headers: { "sec-purpose": "prefetch" } }));
    expect(world.store.users.size).toBe(0);
    expect(location(await choose(browser, link, { keep: "1" }))).toBe(home);
  });

  it("AA17 a code may be wrong five times, and not in a browser that did not ask", async () => {
    const world = passwordWorld(inbox, { provider: fast });
    const browser = world.browser();
    await browser.submit("password/sign-up", { email, password });
    const { code } = inbox.newest();
    expect(location(await world.browser().submit("callback/password", { code }))).toContain(
      "error=",
    );
    for (let time = 1; time <= 5; time++) {
      await browser.submit("callback/password", { code: otherCode(code, time) });
    }
    expect(location(await browser.submit("callback/password", { code }))).toContain("error=");
    expect(world.store.users.size).toBe(0);
  });

  it("AA18 a link leads nowhere else, and is made for the site as it is configured", async () => {
    const world = passwordWorld(inbox, { provider: fast, overrides: { url: "https://app.test" } });
    const browser = world.browser();
    const form = { email, callbackUrl: "https://evil.test/" };
    await browser.submit("password/forgot", form, { headers: { "x-forwarded-host": "evil.test" } });
    const { link, parsed } = inbox.newest();
    expect(link.origin).toBe(home);
    expect(JSON.stringify(parsed)).not.toContain("evil.test");
    const done = await choose(browser, link, { password, callbackUrl: "https://evil.test/" });
    expect(location(done)).toBe(home);
  });

  it("AA19 a changed cookie, and the cookie of another provider, keep no password", async () => {
    const world = passwordWorld(inbox, { provider: fast });
    const browser = world.browser();
    await browser.submit("password/sign-up", { email, password });
    const name = "__Host-latchkey.mail";
    const cookie = browser.cookie(name) ?? "";
    browser.plant(name, `${cookie.slice(0, -3)}AAA`);
    const { code, link } = inbox.newest();
    expect(location(await browser.submit("callback/password", { code }))).toContain("error=");
    expect((await choose(browser, link, { keep: "1" })).status).toBe(400);
    const renamed = {
      ...world.config,
      providers: [Password({ ...fast, id: "other", email: Nodemailer({ server: inbox.server }) })],
    };
    const elsewhere = new Browser(renamed);
    elsewhere.plant(name, cookie);
    expect(location(await elsewhere.submit("callback/other", { code }))).toContain("error=");
  });

  it("AA20 an inbox gets five mails in ten minutes, and a client may ask for thirty", async () => {
    const clientIp = () => "192.0.2.7";
    const world = passwordWorld(inbox, { provider: fast, overrides: { clientIp } });
    for (let time = 0; time < 7; time++) await world.browser().submit("password/forgot", { email });
    expect(inbox.mails).toHaveLength(5);
    for (let time = 0; time < 30; time++) {
      await world.browser().submit("password/forgot", { email: `p${time}@example.org` });
    }
    expect(inbox.mails).toHaveLength(5 + 30 - 7);
  });

  it("AA21 a first password needs a sign-in of the last ten minutes", async () => {
    const world = passwordWorld(inbox, { provider: fast });
    const browser = world.browser();
    await signUp(browser, inbox);
    world.passwords.clear();
    clock.pass(11 * minute);
    const tried = await browser.submit("password/change", { password: another });
    expect(location(tried)).toContain("error=FreshSignInRequired");
    expect(world.passwords.size).toBe(0);
  });
});

describe("sessions", () => {
  it.each(strategies)(
    "AA22 a new password ends all other sessions, with the strategy %s",
    async (strategy) => {
      const plugins = [sessionRegistry({ within: 0, list: false })];
      const world = passwordWorld(inbox, {
        provider: fast,
        overrides: { session: { strategy }, plugins, sharedState: memoryState() },
      });
      const [thief, other] = [world.browser(), world.browser()];
      await signUp(thief, inbox);
      await signIn(other);
      expect(await other.session()).toMatchObject({ user: { email } });
      const owner = world.browser();
      await owner.submit("password/forgot", { email });
      await choose(owner, inbox.newest().link, { password: another });
      expect([await thief.session(), await other.session()]).toEqual([null, null]);
      expect(await owner.session()).toMatchObject({ user: { email } });
      await signIn(other, { email, password: another });
      const before = other.sessionToken();
      await other.submit("password/change", { current: another, password });
      expect(await owner.session()).toBeNull();
      expect(await other.session()).toMatchObject({ user: { email } });
      expect(other.sessionToken()).not.toBe(before);
    },
  );

  it("AA23 where sessions can't be ended, the log says so and what to do", async () => {
    const world = passwordWorld(inbox, { provider: fast, strategy: "jwt" });
    await signUp(world.browser(), inbox);
    expect(world.log.codes("warn")).toContain("sessions-kept");
  });

  it("AA24 a session that was there before is not the one after", async () => {
    const world = passwordWorld(inbox, { provider: fast });
    const browser = world.browser();
    await signUp(browser, inbox);
    const before = browser.sessionToken();
    await signIn(browser);
    expect(browser.sessionToken()).not.toBe(before);
  });

  it("AA25 nobody changes a password without being signed in, or without the form of the site", async () => {
    const world = passwordWorld(inbox, { provider: fast });
    const browser = world.browser();
    const nobody = await browser.submit("password/change", {
      current: password,
      password: another,
    });
    expect(location(nobody)).toContain("/auth/signin");
    await signUp(browser, inbox);
    const form = { email, current: password, password: another };
    for (const act of ["sign-up", "forgot", "again", "reset", "change"]) {
      const foreign = await browser.post(`password/${act}`, form, { from: "https://evil.test" });
      expect(location(foreign)).toContain("error=MissingCSRF");
      expect(location(await browser.post(`password/${act}`, form))).toContain("error=MissingCSRF");
    }
    expect(location(await browser.post("callback/password", { email, password }))).toContain(
      "MissingCSRF",
    );
    expect(location(await signIn(world.browser()))).toBe(home);
  });
});

describe("guessing", () => {
  it("AA26 of many guesses at once, over two servers with one state, ten are looked at", async () => {
    const verify = vi.fn(fast.verify);
    const sharedState = memoryState();
    const world = passwordWorld(inbox, {
      provider: { ...fast, verify },
      overrides: { sharedState },
    });
    await signUp(world.browser(), inbox);
    const second = { ...world.config };
    const guess = async (index: number) => {
      const browser = new Browser(index % 2 === 0 ? world.config : second);
      return location(await signIn(browser, { email, password: `${another} ${index}` }));
    };
    const answers = await Promise.all(Array.from({ length: 40 }, (_, index) => guess(index)));
    expect(verify).toHaveBeenCalledTimes(10);
    expect(answers.filter((to) => to.includes("error=RateLimited"))).toHaveLength(30);
    expect(location(await signIn(world.browser()))).toContain("error=RateLimited");
  });

  it("AA27 an address that nobody has is limited in the same way", async () => {
    const world = passwordWorld(inbox, { provider: fast });
    const answers = [];
    for (let time = 0; time < 11; time++) answers.push(location(await signIn(world.browser())));
    expect(answers.at(-2)).toContain("error=CredentialsSignin");
    expect(answers.at(-1)).toContain("error=RateLimited");
  });

  it("AA28 whoever is locked out by others gets in by a mail, and by the password after", async () => {
    const world = passwordWorld(inbox, { provider: fast });
    await signUp(world.browser(), inbox);
    for (let time = 0; time < 12; time++) {
      await signIn(world.browser(), { email, password: another });
    }
    expect(location(await signIn(world.browser()))).toContain("error=RateLimited");
    const owner = world.browser();
    await owner.submit("password/forgot", { email });
    const { code } = inbox.newest();
    const next = new URL(location(await owner.submit("callback/password", { code })));
    expect(location(await choose(owner, next, { password: another }))).toBe(home);
    expect(location(await signIn(world.browser(), { email, password: another }))).toBe(home);
  });

  it("AA29 whoever holds a session can't guess the password by changing it", async () => {
    const world = passwordWorld(inbox, { provider: fast });
    const thief = world.browser();
    await signUp(thief, inbox);
    for (let time = 0; time < 10; time++) {
      const tried = await thief.submit("password/change", { current: another, password: another });
      expect(tried.status).toBe(400);
    }
    const right = await thief.submit("password/change", { current: password, password: another });
    expect(location(right)).toContain("error=RateLimited");
    expect(location(await signIn(world.browser()))).toBe(home);
  });

  it("AA30 of two changes at once one is made, and a hash that is made anew revives no password", async () => {
    let proceed = () => {};
    const held = new Promise<void>((resolve) => {
      proceed = resolve;
    });
    const verify = async (typed: string, hash: string) => {
      if (!hash.startsWith("old:")) return false;
      await held;
      return hash === `old:${typed}`;
    };
    const world = passwordWorld(inbox, { scrypt: true, provider: { verify } });
    await world.adapter.createUser({ id: "1", email, emailVerified: new Date() });
    await storePassword(world.adapter, { userId: "1", hash: `old:${password}` });
    const signingIn = signIn(world.browser());
    await storePassword(world.adapter, { userId: "1", hash: "old:changed meanwhile" });
    proceed();
    await signingIn;
    expect(world.passwords.get("1")?.hash).toBe("old:changed meanwhile");
  });
});

describe("what is typed in", () => {
  const world = () => passwordWorld(inbox, { provider: fast });
  const refusal = async (typed: string): Promise<unknown> => {
    const headers = { "x-auth-return-redirect": "1" };
    const form = { email, password: typed };
    const answer = await world().browser().submit("password/sign-up", form, { headers });
    return answer.status === 400 ? await answer.json() : undefined;
  };

  it("AA31 a password that is too short, too long or missing is refused by the server", async () => {
    expect(await refusal("eleven char")).toEqual({ error: "PasswordTooShort" });
    expect(await refusal("🔑".repeat(11))).toEqual({ error: "PasswordTooShort" });
    expect(await refusal("")).toEqual({ error: "PasswordMissing" });
    expect(await refusal(`${password} `.repeat(20))).toEqual({ error: "PasswordTooLong" });
    expect(await refusal(password.repeat(9))).toBeUndefined();
    expect(await refusal("x".repeat(900_000))).toEqual({ error: "PasswordTooLong" });
  });

  it("AA32 what everybody would try first is refused", async () => {
    const first = [
      ...[
        "passwordpassword",
        "Password1234567",
        "123456789012345",
        "qwertyuiopasdfgh",
        "aaaaaaaaaaaaaaaa",
      ],
      ...[
        "abcabcabcabcabcabc",
        "P@ssw0rd!!!!!!!!",
        "letmein12345678",
        "ada@example.org",
        "app.testapp.test",
      ],
      ...["correcthorsebatterystaple", "zyxwvutsrqponmlkj", "iloveyouiloveyou", "1qaz2wsx3edc4rfv"],
    ];
    for (const typed of first) {
      expect([typed, await refusal(typed)]).toEqual([typed, { error: "PasswordCommon" }]);
    }
    expect(await refusal("lowercase letters only")).toBeUndefined();
  });

  it(
    "AA33 all of a long password counts, blanks and capitals too",
    { timeout: 60_000 },
    async () => {
      const app = passwordWorld(inbox, { scrypt: true });
      const long = `${"violins under the old bridge ".repeat(8)}end`;
      await signUp(app.browser(), inbox, { email, password: long });
      for (const typed of [long.slice(0, 72), long.slice(0, -1), `${long} `, long.toUpperCase()]) {
        expect(location(await signIn(app.browser(), { email, password: typed }))).toContain(
          "error=",
        );
      }
      expect(location(await signIn(app.browser(), { email, password: long }))).toBe(home);
    },
  );

  it(
    "AA34 the same letters in another Unicode form are the same password",
    { timeout: 60_000 },
    async () => {
      const app = passwordWorld(inbox, { scrypt: true });
      const typed = "café ångström ﬁlm noir";
      await signUp(app.browser(), inbox, { email, password: typed.normalize("NFC") });
      expect(
        location(await signIn(app.browser(), { email, password: typed.normalize("NFD") })),
      ).toBe(home);
    },
  );

  it("AA35 NUL, half a surrogate pair, doubled fields and lists sign nobody in", async () => {
    const app = world();
    await signUp(app.browser(), inbox);
    const browser = app.browser();
    const csrfToken = await browser.csrfToken();
    const bodies = [
      { email, password: `${password}\u0000` },
      { email, password: `${password}\ud800` },
      { email, password: [password] },
      { email: [email], password },
      { email, password: { length: 1 } },
      { email },
      { password },
    ];
    for (const body of bodies) {
      const tried = await browser.postJson("callback/password", { csrfToken, ...body });
      expect(sessionCookiesSet(tried)).toEqual([]);
    }
    const doubled = new URLSearchParams([
      ...Object.entries({ csrfToken, email, password: another }),
      ["password", password],
    ]);
    expect(sessionCookiesSet(await browser.postBody("callback/password", doubled))).toEqual([]);
  });

  it(
    "AA36 a stored hash is no password, and one that would take all memory is not computed",
    { timeout: 60_000 },
    async () => {
      const app = passwordWorld(inbox, { scrypt: true });
      await signUp(app.browser(), inbox);
      const [{ userId, hash } = { userId: "", hash: "" }] = app.passwords.values();
      expect(location(await signIn(app.browser(), { email, password: hash }))).toContain("error=");
      for (const forged of [
        "",
        hash.replace("ln=17", "ln=30"),
        hash.replace("p=1", "p=99"),
        "$scrypt$",
        password,
      ]) {
        await storePassword(app.adapter, { userId, hash: forged });
        expect(location(await signIn(app.browser()))).toContain("error=");
      }
    },
  );

  it("AA77 old hashes cost what nobody's do, and are renewed", { timeout: 60_000 }, async () => {
    const app = passwordWorld(inbox, { scrypt: true });
    const salt = crypto.randomBytes(16);
    const text = (bytes: Buffer) => bytes.toString("base64").replace(/=+$/, "");
    const key = scryptSync(password, salt, 32, { N: 2 ** 15, r: 8, p: 1, maxmem: 2 ** 26 });
    await app.adapter.createUser({ id: "1", email, emailVerified: new Date() });
    const old = `$scrypt$ln=15,r=8,p=1$${text(salt)}$${text(key)}`;
    await storePassword(app.adapter, { userId: "1", hash: old });
    const spied = vi.spyOn(crypto, "scrypt");
    /** In units of N, r and p together. */
    const workOf = async (form: { email: string; password: string }) => {
      spied.mockClear();
      await signIn(app.browser(), form);
      const costs = spied.mock.calls.map(([, , , options]) => options);
      return costs.reduce((sum, { N = 0, r = 0, p = 0 }) => sum + N * r * p, 0);
    };
    const nobodys = await workOf({ email: "nobody@example.org", password });
    expect(nobodys).toBe(2 ** 20);
    expect(await workOf({ email, password: another })).toBe(nobodys);
    expect(app.passwords.get("1")?.hash).toBe(old);
    // The right one is hashed anew.
    expect(await workOf({ email, password })).toBe(2 * nobodys);
    expect(app.passwords.get("1")?.hash).toMatch(/^\$scrypt\$ln=17,r=8,p=1\$/);
    expect(await workOf({ email, password })).toBe(nobodys);
    spied.mockRestore();
  });

  it("AA37 the address that is shown again is shown as text", async () => {
    const answer = await world()
      .browser()
      .submit("password/sign-up", { email: '"><script>1</script>', password });
    expect(answer.status).toBe(400);
    expect(await answer.text()).not.toContain("<script>1");
  });

  it("AA38 names of an object's own members are no acts", async () => {
    const browser = world().browser();
    for (const act of ["constructor", "__proto__", "toString", "", "sign-up/x", "%00"]) {
      expect((await browser.get(`password/${act}`)).status).toBeGreaterThanOrEqual(400);
    }
  });

  it("AA39 a password from a leak is refused, and accepted where nobody can tell", async () => {
    const leaked = passwordWorld(inbox, { provider: { ...fast, breached: () => true } });
    const form = { email, password };
    expect((await leaked.browser().submit("password/sign-up", form)).status).toBe(400);
    const breached = () => Promise.reject(new Error("The list does not answer."));
    const down = passwordWorld(inbox, { provider: { ...fast, breached } });
    expect(location(await down.browser().submit("password/sign-up", form))).toContain(
      "verify-request",
    );
    expect(down.log.codes("error")).toContain("AuthError");
  });

  it("AA40 a password is in no log, error, event, audit, mail, address, cookie or row, nor in what senders are given", async () => {
    const seen: string[] = [];
    const keep = (...given: unknown[]) => {
      seen.push(
        JSON.stringify(given, (_, value: unknown) =>
          value instanceof Error ? `${value.stack} ${JSON.stringify(value.cause)}` : value,
        ),
      );
    };
    const mailer = Nodemailer({
      server: {
        sendMail: (mail: unknown) => {
          keep(mail);
          return Promise.resolve({});
        },
      },
    });
    const send = mailer.sendVerificationRequest;
    const email2 = {
      ...mailer,
      async sendVerificationRequest(params: Parameters<typeof send>[0]) {
        keep(
          params.request.url,
          [...params.request.headers],
          await params.request.text(),
          params.token,
          params.url,
        );
        await send(params);
      },
      async limit({ request }: { request: Request }) {
        keep(await request.text());
        return true;
      },
    };
    const app = passwordWorld(inbox, {
      provider: { email: email2 },
      overrides: {
        debug: true,
        logger: { error: keep, warn: keep, debug: keep },
        plugins: [audit(keep)],
        events: { signIn: keep, createUser: keep },
        callbacks: {
          signIn: (given) => {
            keep(given);
            return true;
          },
        },
      },
    });
    const browser = app.browser();
    const told = async (response: Response) => keep([...response.headers], await response.text());
    await told(await browser.submit("password/sign-up", { email, password }));
    await told(await browser.get("verify-request?provider=password"));
    const code =
      /\b(\d{6})\b/.exec(seen.find((text) => text.includes("Confirm your address")) ?? "")?.[1] ??
      "";
    await told(await browser.submit("callback/password", { code }));
    expect(await browser.session()).toMatchObject({ user: { email } });
    await told(await signIn(app.browser()));
    await told(await signIn(app.browser(), { email, password: another }));
    await told(await browser.submit("password/change", { current: another, password }));
    await told(await browser.submit("password/change", { current: password, password: another }));
    keep(Object.values(app.store).map((table: Map<string, unknown>) => [...table]));
    expect(seen.length).toBeGreaterThan(20);
    for (const text of seen) {
      expect(text).not.toContain(password);
      expect(text).not.toContain(another);
      expect(text).not.toContain(encodeURIComponent(password));
    }
  });
});

describe("a store that fails", () => {
  const down = () => Promise.reject(new Error("connection refused"));

  const brokenIn = (
    adapter: WholeAdapter,
    method: "getUserByEmail" | "records.read" | "records.write",
  ) => {
    const [of, member] = method.split(".");
    const broken = { [member ?? ""]: down };
    return member
      ? { ...adapter, records: { ...adapter.records, ...broken } }
      : { ...adapter, [of ?? ""]: down };
  };

  it.each(["records.read", "getUserByEmail"] as const)(
    "AA41 %s fails at a sign-in: nobody is signed in, and the password works again afterwards",
    async (method) => {
      const { adapter, browser, config } = passwordWorld(inbox, { provider: fast });
      await signUp(browser(), inbox);
      const broken = new Browser({ ...config, adapter: brokenIn(adapter, method) });
      const answer = await signIn(broken);
      expect(answer.headers.get("location")).not.toBe(home);
      expect(sessionCookiesSet(answer)).toEqual([]);
      expect(await broken.session()).toBeNull();
      const ours = browser();
      await signIn(ours);
      expect(await ours.session()).not.toBeNull();
    },
  );

  it("AA41 records.write fails at a reset: the old password goes on working, and the new one does not", async () => {
    const { adapter, browser, config } = passwordWorld(inbox, { provider: fast });
    await signUp(browser(), inbox);
    const broken = new Browser({ ...config, adapter: brokenIn(adapter, "records.write") });
    await broken.submit("password/forgot", { email });
    await choose(broken, inbox.newest().link, { password: another });
    expect(await broken.session()).toBeNull();
    for (const [typed, works] of [
      [another, false],
      [password, true],
    ] as const) {
      const ours = browser();
      await signIn(ours, { email, password: typed });
      expect((await ours.session()) !== null).toBe(works);
    }
  });
});
