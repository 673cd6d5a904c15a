import { accountPage } from "latchkey/plugins/account-page";
import { definePlugin } from "latchkey/plugin";
import { twoFactor } from "latchkey/plugins/two-factor";
import { createHash } from "node:crypto";
import { manage } from "latchkey/manage";
import { memoryState } from "latchkey/state/memory";
import Email from "latchkey/providers/email";
import Passkey from "latchkey/providers/passkey";
import type { SharedState } from "latchkey/types";
import { afterAll, beforeEach, describe, expect, it, vi } from "vitest";
import { Person } from "../support/authenticator-world.js";
import { Browser, location, sessionCookiesSet, textMember } from "../support/client.js";
import { day, minute, useClock } from "../support/clock.js";
import { people, secret, strategies } from "../support/config.js";
import { openInbox } from "../support/inbox.js";
import { oidc, signIn as signInAt } from "../support/oauth/journey.js";
import { RogueProvider } from "../support/oauth/rogue.js";
import { choose, email, passwordWorld, signIn, signUp } from "../support/password-world.js";
import {
  ada,
  adasForm,
  askPage,
  codeOf,
  firstStep,
  gracesForm,
  home,
  program,
  secondStep,
  secondStepWorld,
  stepsIn,
  turnOn,
  who,
  withPhone,
  wrongCodeOf,
} from "../support/second-step-world.js";

const inbox = await openInbox();
const rogue = await RogueProvider.start();
afterAll(() => rogue.stop());

const clock = useClock();
const pendingCookie = "__Host-latchkey.parked";
const knownCookie = "__Host-latchkey.two-factor.browser";

/** Every way in, to a user whose second step is on. */
function everyWay(overrides = {}) {
  const mailer = { server: inbox.server, from: "Acme <no-reply@acme.test>" };
  const presence = Passkey({
    authenticationOptions: { userVerification: "preferred" },
    registrationOptions: { authenticatorSelection: { userVerification: "preferred" } },
    verifyAuthenticationOptions: { requireUserVerification: false },
    verifyRegistrationOptions: { requireUserVerification: false },
  });
  return secondStepWorld({
    overrides: {
      providers: [people, Email(mailer), presence, oidc(rogue)],
      experimental: { enableWebAuthn: true },
      ...overrides,
    },
  });
}

/** Nobody is signed in, and no session cookie was ever set. */
async function expectNobody(browser: Browser): Promise<void> {
  expect(browser.sessionToken()).toBeUndefined();
  expect(await browser.session()).toBeNull();
}

describe.each(strategies)("no session before the second step, strategy %s", (strategy) => {
  it("AA42 no way in gets past the second step alone: credentials, a link, a code, a provider, a passkey", async () => {
    const world = everyWay({ session: { strategy } });
    const person = new Person(world.config);
    await person.browser.signIn(adasForm);
    await world.adapter.updateUser({ id: ada.id, emailVerified: new Date() });
    await person.register(undefined, { unverified: true });
    const linked = await signInAt(person.browser, rogue);
    expect(location(linked)).toBe(home);
    await turnOn(person.browser);
    const ways: Record<string, (browser: Browser) => Promise<Response>> = {
      credentials: (browser) => browser.signIn(adasForm),
      code: async (browser) => {
        await browser.submit("signin/email", { email: ada.email });
        return browser.submit("callback/email", { code: inbox.newest().code });
      },
      link: async (browser) => {
        await browser.submit("signin/email", { email: ada.email });
        return browser.send(new Request(inbox.newest().link));
      },
      provider: (browser) => signInAt(browser, rogue),
      passkey: (browser) =>
        new Person(world.config, { browser, authenticator: person.authenticator }).authenticate(
          {},
          { unverified: true },
        ),
    };
    for (const [name, way] of Object.entries(ways)) {
      const browser = world.browser();
      const answer = await way(browser);
      expect(location(answer), name).toBe(askPage);
      expect(sessionCookiesSet(answer), name).toEqual([]);
      await expectNobody(browser);
    }
  });

  it("AA43 a code that was used is refused in its window, in whatever browser", async () => {
    const world = secondStepWorld({ strategy });
    const { secret: app } = await withPhone(world);
    clock.pass(minute);
    const [first, second] = [world.browser(), world.browser()];
    await firstStep(first);
    await firstStep(second);
    await secondStep(first, codeOf(app));
    expect((await secondStep(second, codeOf(app))).status).toBe(400);
    await expectNobody(second);
  });

  it("AA44 nor does an older code of the window count once a newer one did, nor that of the set-up", async () => {
    const world = secondStepWorld({ strategy });
    const { secret: app } = await withPhone(world);
    const browser = world.browser();
    await firstStep(browser);
    expect((await secondStep(browser, codeOf(app))).status).toBe(400);
    clock.pass(2 * minute);
    const old = codeOf(app, Date.now() - 30_000);
    await secondStep(browser, codeOf(app));
    expect(await who(browser)).toBe("Ada");
    const other = world.browser();
    await firstStep(other);
    expect((await secondStep(other, old)).status).toBe(400);
    await expectNobody(other);
  });
});

describe("guessing", () => {
  it("AA45 after ten wrong codes in ten minutes none is looked at, in whatever browser, also all at once", async () => {
    const world = secondStepWorld();
    const { secret: app } = await withPhone(world);
    clock.pass(minute);
    const browsers = [world.browser(), world.browser(), world.browser()];
    for (const browser of browsers) await firstStep(browser);
    const wrong = wrongCodeOf(app);
    const tokens = await Promise.all(browsers.map((browser) => browser.csrfToken()));
    const tries = Array.from({ length: 30 }, (_, index) => {
      const csrfToken = tokens[index % 3] ?? "";
      return browsers[index % 3]?.copy().post("second-step", { code: wrong, csrfToken });
    });
    const answers = await Promise.all(tries);
    expect(answers.filter((answer) => answer?.status === 400)).toHaveLength(10);
    const right = await secondStep(browsers[0] ?? world.browser(), codeOf(app));
    expect(location(right)).toContain("error=RateLimited");
    await expectNobody(browsers[0] ?? world.browser());
    clock.pass(10 * minute);
    const later = world.browser();
    await firstStep(later);
    expect(location(await secondStep(later, codeOf(app)))).toBe(home);
  });

  it("AA46 an application that judges tries itself is asked about the user", async () => {
    const asked: string[] = [];
    const rateLimit = (key: string) => {
      asked.push(key);
      return !key.startsWith("user:");
    };
    const world = secondStepWorld();
    const { secret: app } = await withPhone(world);
    clock.pass(minute);
    const limited = new Browser({ ...world.config, rateLimit });
    await firstStep(limited);
    expect(location(await secondStep(limited, codeOf(app)))).toContain("error=RateLimited");
    expect(asked).toContain(`user:${ada.id}`);
    await expectNobody(limited);
  });

  it("AA47 of eight uses of one recovery code at once one gets in", async () => {
    const world = secondStepWorld();
    const { codes } = await withPhone(world);
    const browsers = Array.from({ length: 8 }, () => world.browser());
    for (const browser of browsers) await firstStep(browser);
    const answers = await Promise.all(browsers.map((one) => secondStep(one, codes[3] ?? "")));
    expect(answers.filter((answer) => sessionCookiesSet(answer).length > 0)).toHaveLength(1);
  });
});

describe("the first step", () => {
  it("AA48 is used up: a copy of it does not take another code", async () => {
    const world = secondStepWorld();
    const { secret: app, codes } = await withPhone(world);
    clock.pass(minute);
    const browser = world.browser();
    await firstStep(browser);
    const csrfToken = await browser.csrfToken();
    const copy = browser.copy();
    await secondStep(browser, codeOf(app));
    const again = await copy.post("second-step", { code: codes[0] ?? "", csrfToken });
    expect(location(again)).toContain("/signin?error=Verification");
    await expectNobody(copy);
  });

  it("AA49 is over after ten minutes, and changed by a character counts for nothing", async () => {
    const world = secondStepWorld();
    const { secret: app } = await withPhone(world);
    const browser = world.browser();
    await firstStep(browser);
    const token = browser.cookie(pendingCookie) ?? "";
    const forged = browser.copy();
    forged.plant(pendingCookie, `${token.slice(0, -2)}${token.endsWith("AA") ? "BB" : "AA"}`);
    expect(location(await secondStep(forged, codeOf(app)))).toContain("error=Verification");
    const late = browser.copy();
    clock.pass(10 * minute + 20);
    late.plant(pendingCookie, token);
    expect(location(await secondStep(late, codeOf(app)))).toContain("error=Verification");
    await expectNobody(late);
  });

  it("AA50 of somebody else is worth nothing in another browser", async () => {
    const world = secondStepWorld();
    const { secret: app } = await withPhone(world);
    clock.pass(minute);
    const browser = world.browser();
    await firstStep(browser);
    const thief = world.browser();
    thief.plant(pendingCookie, browser.cookie(pendingCookie) ?? "");
    expect(location(await thief.get("second-step"))).toContain("error=Verification");
    thief.plant(pendingCookie, browser.cookie(pendingCookie) ?? "");
    expect(location(await secondStep(thief, codeOf(app)))).toContain("error=Verification");
    await expectNobody(thief);
  });

  it("AA51 of one user does not take the code of another", async () => {
    const world = secondStepWorld();
    const { secret: adas, codes } = await withPhone(world);
    await withPhone(world, gracesForm);
    clock.pass(minute);
    const browser = world.browser();
    await firstStep(browser, gracesForm);
    for (const code of [codeOf(adas), codes[0] ?? ""]) {
      expect((await secondStep(browser, code)).status).toBe(400);
    }
    await expectNobody(browser);
    expect(world.secondSteps.size).toBe(2);
  });

  it("AA52 and every other sealed thing is refused in its place", async () => {
    const world = secondStepWorld({ secondStep: { remember: day } });
    const { secret: app, browser: owner } = await withPhone(world);
    clock.pass(minute);
    const setUp: unknown = await (await owner.get("second-step/set-up", program)).json();
    const browser = world.browser();
    await firstStep(browser);
    await secondStep(browser, codeOf(app), { rememberBrowser: "1" });
    const others = [
      textMember(setUp, "setUp"),
      browser.cookie("__Host-latchkey.proof"),
      ...browser.cookieNames().map((name) => browser.cookie(name)),
      ...world.secondSteps.values(),
    ];
    clock.pass(minute);
    for (const value of others) {
      const thief = world.browser();
      thief.plant(pendingCookie, value ?? "");
      expect(location(await secondStep(thief, codeOf(app)))).toContain("error=Verification");
      await expectNobody(thief);
    }
  });

  it("AA53 does not outlive a new password, nor the user", async () => {
    const world = passwordWorld(inbox, { overrides: { plugins: [twoFactor()] } });
    const owner = world.browser();
    await signUp(owner, inbox);
    const { secret: app, codes } = await turnOn(owner);
    clock.pass(minute);
    const thief = world.browser();
    expect(location(await signIn(thief))).toBe(askPage);
    await owner.submit("password/forgot", { email });
    clock.pass(1);
    const changed = await choose(owner, inbox.newest().link, {
      password: "nine lamps in the rain",
    });
    expect(location(changed)).toBe(askPage);
    expect(location(await secondStep(thief, codeOf(app)))).toContain("error=Verification");
    await expectNobody(thief);
    const [id = ""] = world.store.users.keys();
    await world.adapter.deleteUser(id);
    expect(location(await secondStep(owner, codes[0] ?? ""))).toContain("error=Verification");
    expect(await owner.session()).toBeNull();
  });

  it("AA54 leaves nothing behind that was there before: cookies of the session and the form are new", async () => {
    const world = secondStepWorld();
    const { secret: app, browser } = await withPhone(world);
    clock.pass(minute);
    const before = browser.sessionToken();
    const [csrf, fixed] = [await browser.csrfToken(), browser.copy()];
    await browser.signIn(adasForm);
    const between = await browser.csrfToken();
    expect(between).not.toBe(csrf);
    await secondStep(browser, codeOf(app));
    expect(browser.sessionToken()).not.toBe(before);
    expect(await browser.csrfToken()).not.toBe(between);
    expect(browser.cookie(pendingCookie)).toBeUndefined();
    expect(await fixed.session()).toBeNull();
  });
});

describe("a browser that is not asked again", () => {
  /** Ada's browser, which isn't asked again. */
  async function known() {
    const world = secondStepWorld({ secondStep: { remember: 30 * day } });
    const phone = await withPhone(world);
    clock.pass(minute);
    const browser = world.browser();
    await firstStep(browser);
    await secondStep(browser, codeOf(phone.secret), { rememberBrowser: "1" });
    const name = browser.cookieNames().find((one) => one.startsWith(knownCookie)) ?? "";
    return { world, phone, browser, name, value: browser.cookie(name) ?? "" };
  }

  it("AA55 is known for its own user alone, by whatever name its cookie comes", async () => {
    const { world, name: adas, value } = await known();
    expect(adas).toBe(
      `${knownCookie}.${createHash("sha256").update(ada.id).digest("base64url").slice(0, 12)}`,
    );
    await withPhone(world, gracesForm);
    const graces = createHash("sha256").update("2").digest("base64url").slice(0, 12);
    for (const name of [`${knownCookie}.${graces}`, knownCookie]) {
      const thief = world.browser();
      thief.plant(name, value);
      await firstStep(thief, gracesForm);
    }
  });

  it("AA56 is known no longer once the second step is another one, or was turned off and on", async () => {
    const { world, phone, browser, name, value } = await known();
    clock.pass(minute);
    await turnOn(phone.browser);
    await browser.signOut();
    await firstStep(browser);
    expect((await secondStep(browser, codeOf(phone.secret))).status).toBe(400);
    await phone.browser.submit("second-step/off");
    await turnOn(phone.browser);
    const other = world.browser();
    other.plant(name, value);
    await firstStep(other);
  });

  it("AA57 is asked after all before the second step can be changed there", async () => {
    const { world, browser } = await known();
    await browser.signOut();
    expect(location(await browser.signIn(adasForm))).toBe(home);
    for (const act of ["off", "codes", "set-up"]) {
      const refused = await browser.submit(`second-step/${act}`);
      expect(location(refused)).toContain("error=FreshSignInRequired");
    }
    expect(world.secondSteps.size).toBe(1);
    expect(location(await browser.signIn(adasForm))).toBe(askPage);
  });
});

describe("skipping, and weaker ways", () => {
  it("AA58 a user whose second factor is due can't set up another one first", async () => {
    const required = () => true;
    const world = secondStepWorld({ secondStep: { required } });
    const setter = world.browser();
    await setter.signIn(adasForm);
    const phone = await turnOn(setter);
    clock.pass(minute);
    const row = world.secondSteps.get(ada.id);
    const browser = world.browser();
    await firstStep(browser);
    expect(location(await browser.get("second-step/set-up"))).toBe(askPage);
    const form = { setUp: "", code: codeOf(phone.secret) };
    expect(location(await browser.submit("second-step/set-up", form))).toBe(askPage);
    for (const act of ["off", "codes"]) {
      expect(location(await browser.submit(`second-step/${act}`))).toContain("SessionRequired");
    }
    expect(world.secondSteps.get(ada.id)).toBe(row);
    await expectNobody(browser);
  });

  it("AA59 two first steps are not a second one", async () => {
    const world = everyWay();
    await world.adapter.updateUser({ id: ada.id, emailVerified: new Date() });
    await withPhone(world);
    const browser = world.browser();
    await firstStep(browser);
    await browser.submit("signin/email", { email: ada.email });
    const byMail = await browser.submit("callback/email", { code: inbox.newest().code });
    expect(location(byMail)).toBe(askPage);
    await firstStep(browser);
    await expectNobody(browser);
  });

  it("AA60 a passkey without PIN, finger or face is a second step, and never both, nor the one of another", async () => {
    const world = everyWay({ plugins: [accountPage()] });
    const adas = new Person(world.config);
    await adas.browser.signIn(adasForm);
    await adas.register(undefined, { unverified: true });
    await turnOn(adas.browser);
    const graces = new Person(world.config);
    await graces.browser.signIn(gracesForm);
    await graces.register(undefined, { unverified: true });
    await turnOn(graces.browser);
    const at = (browser: Browser, of: Person) =>
      new Person(world.config, { browser, authenticator: of.authenticator });
    const twice = world.browser();
    for (const _ of [1, 2]) {
      const tried = await at(twice, adas).authenticate({}, { unverified: true });
      expect(location(tried)).toBe(askPage);
    }
    await expectNobody(twice);
    const crossed = world.browser();
    await firstStep(crossed);
    const foreign = await at(crossed, graces).authenticate({}, { unverified: true });
    expect(location(foreign)).toBe(askPage);
    await expectNobody(crossed);
    const right = world.browser();
    await firstStep(right);
    clock.pass(minute);
    expect(location(await at(right, adas).authenticate({}, { unverified: true }))).toBe(home);
    expect(await who(right)).toBe("Ada");
    const owned = await manage(world.config).accounts.list(ada.id);
    const lastUsedAt = new Date(clock.now()).toISOString();
    expect(owned?.passkeys).toMatchObject([{ lastUsedAt }]);
    const both = world.browser();
    expect(location(await at(both, adas).authenticate())).toBe(home);
  });

  it("AA61 a new password through the mailbox does not get past the second step", async () => {
    const world = passwordWorld(inbox, { overrides: { plugins: [twoFactor()] } });
    const owner = world.browser();
    await signUp(owner, inbox);
    await turnOn(owner);
    const thief = world.browser();
    await thief.submit("password/forgot", { email });
    const chosen = await choose(thief, inbox.newest().link, { password: "nine lamps in the rain" });
    expect(location(chosen)).toBe(askPage);
    await expectNobody(thief);
    await thief.submit("password/forgot", { email });
    const byCode = await thief.submit("callback/password", { code: inbox.newest().code });
    const link = new URL(location(byCode));
    const again = await choose(thief, link, { password: "ten lamps in the rain" });
    expect(location(again)).toBe(askPage);
    await expectNobody(thief);
    expect(stepsIn(world.store).size).toBe(1);
  });

  it("AA62 whoever waits for the owner of an address with a second step of theirs is gone when the owner comes", async () => {
    const world = everyWay();
    const { browser: squatter } = await withPhone(world);
    const owner = world.browser();
    await owner.submit("signin/email", { email: ada.email });
    const came = await owner.submit("callback/email", { code: inbox.newest().code });
    expect(location(came)).toBe(home);
    expect(world.secondSteps.size).toBe(0);
    expect(await squatter.session()).toBeNull();
  });
});

describe("clocks", () => {
  it("AA63 a phone may be off by half a minute, and not by more; a clock that goes back brings no code back", async () => {
    const world = secondStepWorld();
    const { secret: app } = await withPhone(world);
    for (const [off, status] of [
      [-61, 400],
      [61, 400],
      [-30, 303],
      [30, 303],
    ] as const) {
      clock.pass(5 * minute);
      const browser = world.browser();
      await firstStep(browser);
      const tried = await secondStep(browser, codeOf(app, Date.now() + off * 1000));
      expect(tried.status, String(off)).toBe(status);
    }
    const used = codeOf(app, Date.now() + 30_000);
    clock.pass(-minute);
    const browser = world.browser();
    await firstStep(browser);
    expect((await secondStep(browser, used)).status).toBe(400);
    await expectNobody(browser);
  });
});

describe("forms", () => {
  it("AA64 of other sites change nothing", async () => {
    const world = secondStepWorld();
    const { browser } = await withPhone(world);
    const from = "https://evil.test";
    for (const act of ["", "/off", "/codes", "/set-up"]) {
      const bare = await browser.post(`second-step${act}`, {});
      expect(location(bare)).toContain("error=MissingCSRF");
      const csrfToken = await browser.csrfToken();
      const sent = await browser.post(`second-step${act}`, { csrfToken }, { from });
      expect(location(sent)).toContain("error=MissingCSRF");
    }
    expect(world.secondSteps.size).toBe(1);
  });

  it("AA65 with odd contents are refused, and nothing fails at them", async () => {
    const world = secondStepWorld();
    await withPhone(world);
    clock.pass(minute);
    const browser = world.browser();
    await firstStep(browser);
    const odd = ["", " ", "-", "0".repeat(100_000), "é".repeat(64), "000 000 0", "NaN", "1e5"];
    const log = world.log.entries.length;
    for (const code of odd) expect((await secondStep(browser, code)).status).toBe(400);
    const csrfToken = await browser.csrfToken();
    const listed = await browser.postJson("second-step", { csrfToken, code: ["1"] });
    expect(listed.status).toBe(400);
    expect(world.log.entries.slice(log).filter(({ level }) => level === "error")).toEqual([]);
    await expectNobody(browser);
  });

  it("AA66 take digits of other scripts for what they are, and no others", async () => {
    const world = secondStepWorld();
    const { secret: app } = await withPhone(world);
    clock.pass(minute);
    const browser = world.browser();
    await firstStep(browser);
    const wide = [...codeOf(app)].map((digit) => String.fromCodePoint(0xff10 + Number(digit)));
    const arabic = [...codeOf(app)].map((digit) => String.fromCodePoint(0x660 + Number(digit)));
    expect((await secondStep(browser, arabic.join(""))).status).toBe(400);
    expect(location(await secondStep(browser, wide.join("")))).toBe(home);
  });
});

describe("what is stored", () => {
  it("AA67 of one user is no good for another, and what can't be read lets nobody in", async () => {
    const world = secondStepWorld();
    const { secret: app } = await withPhone(world);
    const graces = await withPhone(world, gracesForm);
    clock.pass(minute);
    const row = String(world.secondSteps.get("2"));
    for (const data of [row, "", "nonsense"]) {
      world.secondSteps.set(ada.id, data);
      const browser = world.browser();
      await firstStep(browser);
      for (const code of [codeOf(graces.secret), codeOf(app)]) {
        expect(location(await secondStep(browser, code))).toContain("error=Configuration");
      }
      await expectNobody(browser);
    }
  });

  it("AA68 a set-up that was begun by one user is not finished by another, nor twice to get in", async () => {
    const world = secondStepWorld({ secondStep: { required: () => true } });
    const [mine, graces] = [world.browser(), world.browser()];
    await mine.signIn(adasForm);
    await graces.signIn(gracesForm);
    const asked: unknown = await (await mine.get("second-step/set-up", program)).json();
    const form = {
      setUp: textMember(asked, "setUp"),
      code: codeOf(textMember(asked, "secret")),
    };
    const foreign = await graces.submit("second-step/set-up", form, program);
    expect([foreign.status, await foreign.json()]).toEqual([400, { error: "SetUpExpired" }]);
    await expectNobody(graces);
    const csrfToken = await mine.csrfToken();
    const copy = mine.copy();
    await mine.post("second-step/set-up", { ...form, csrfToken });
    expect(await who(mine)).toBe("Ada");
    await copy.post("second-step/set-up", { ...form, csrfToken });
    await expectNobody(copy);
    expect(world.secondSteps.size).toBe(1);
  });

  it("AA69 tells nobody who reads it, or the log, or what happened, a secret or a code", async () => {
    const told: unknown[] = [];
    const observe = (event: unknown) => void told.push(event);
    const plugins = [definePlugin({ name: "listening", create: () => ({ observe }) })];
    const world = secondStepWorld({ overrides: { plugins, debug: true } });
    const { secret: app, codes } = await withPhone(world);
    clock.pass(minute);
    const browser = world.browser();
    await firstStep(browser);
    const wrong = wrongCodeOf(app);
    await secondStep(browser, wrong);
    await secondStep(browser, codeOf(app));
    const seen = JSON.stringify([
      ...world.secondSteps.values(),
      ...world.log.entries.map(({ code, message }) => [code, message.map(String)]),
      ...told,
    ]);
    for (const text of [app, ...codes, codeOf(app), wrong]) expect(seen).not.toContain(text);
    expect(seen).toContain("two-factor.on");
    expect(told).toContainEqual(
      expect.objectContaining({ type: "sign-in.refused", userId: ada.id }),
    );
  });

  it("AA70 survives a new secret as long as the old one is kept, and lets nobody in without it", async () => {
    const world = secondStepWorld();
    const { secret: app } = await withPhone(world);
    clock.pass(minute);
    const next = `another secret of the tests: ${crypto.randomUUID()}`;
    const both = new Browser({ ...world.config, secret: [next, secret] });
    const alone = new Browser({ ...world.config, secret: next });
    await firstStep(alone);
    expect(location(await secondStep(alone, codeOf(app)))).toContain("error=Configuration");
    await expectNobody(alone);
    await firstStep(both);
    expect(location(await secondStep(both, codeOf(app)))).toBe(home);
    clock.pass(minute);
    // It was sealed again when it was used.
    const after = new Browser({ ...world.config, secret: next });
    await firstStep(after);
    expect(location(await secondStep(after, codeOf(app)))).toBe(home);
  });
});

describe("faults", () => {
  beforeEach(() => vi.restoreAllMocks());

  it("AA71 a store that fails, or answers what is no row, signs nobody in", async () => {
    const world = secondStepWorld();
    const { secret: app } = await withPhone(world);
    clock.pass(minute);
    const failures: (() => unknown)[] = [
      () => Promise.reject(new Error("down")),
      () => 7,
      () => ({ userId: ada.id }),
      () => ({ userId: "2", data: "x" }),
      () => [],
    ];
    for (const fail of failures) {
      const adapter = { ...world.adapter, records: { ...world.adapter.records } };
      Reflect.set(adapter.records, "read", fail);
      const browser = new Browser({ ...world.config, adapter });
      expect(location(await browser.signIn(adasForm))).toContain("error=Configuration");
      await expectNobody(browser);
    }
    for (const fail of [() => Promise.reject(new Error("down")), () => "yes", () => false]) {
      const browser = world.browser();
      await firstStep(browser);
      const adapter = { ...world.adapter, records: { ...world.adapter.records } };
      Reflect.set(adapter.records, "write", fail);
      const config = { ...world.config, adapter };
      const broken = browser.copy((request) => new Browser(config).send(request));
      const answer = await secondStep(broken, codeOf(app));
      expect(sessionCookiesSet(answer)).toEqual([]);
      await expectNobody(broken);
    }
  });

  it("AA72 a `required` that throws, or never answers, signs nobody in", async () => {
    const wrongs = [
      () => {
        throw new Error("down");
      },
      () => new Promise<boolean>(() => undefined),
    ];
    for (const required of wrongs) {
      const world = secondStepWorld({ secondStep: { required }, overrides: { timeout: 50 } });
      const browser = world.browser();
      expect(location(await browser.signIn(adasForm))).toContain("error=Configuration");
      await expectNobody(browser);
    }
  });

  it("AA73 without shared state nobody gets in, and no cookie is lost", async () => {
    const state = memoryState();
    let isDown = false;
    const sharedState: SharedState = {
      get: (keys) => (isDown ? Promise.reject(new Error("down")) : state.get(keys)),
      set: (...given) => (isDown ? Promise.reject(new Error("down")) : state.set(...given)),
      take: (key) => (isDown ? Promise.reject(new Error("down")) : state.take(key)),
      increment: (...given) =>
        isDown ? Promise.reject(new Error("down")) : state.increment(...given),
      delete: (key) => (isDown ? Promise.reject(new Error("down")) : state.delete(key)),
    };
    const world = secondStepWorld({ overrides: { sharedState } });
    const { secret: app, codes } = await withPhone(world);
    clock.pass(minute);
    const browser = world.browser();
    await firstStep(browser);
    const csrfToken = await browser.csrfToken();
    isDown = true;
    const down = await browser.post("second-step", { code: codes[0] ?? "", csrfToken });
    expect(down.status).toBe(503);
    expect(browser.cookie(pendingCookie)).toBeDefined();
    expect(browser.sessionToken()).toBeUndefined();
    isDown = false;
    expect(location(await secondStep(browser, codeOf(app)))).toBe(home);
  });

  it("AA74 a copied session without its proof, or with an old one, can't turn the second step off", async () => {
    const world = secondStepWorld();
    const { browser } = await withPhone(world);
    const thief = world.browser();
    for (const name of browser.sessionCookies()) thief.plant(name, browser.cookie(name) ?? "");
    expect(await who(thief)).toBe("Ada");
    for (const act of ["off", "codes", "set-up"]) {
      const refused = await thief.submit(`second-step/${act}`);
      expect(location(refused)).toContain("error=FreshSignInRequired");
    }
    expect(location(await thief.get("second-step/set-up"))).toContain("FreshSignInRequired");
    expect(world.secondSteps.size).toBe(1);
  });
});
