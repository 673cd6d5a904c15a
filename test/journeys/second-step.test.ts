import { accountPage } from "latchkey/plugins/account-page";
import { describe, expect, it } from "vitest";
import { location } from "../support/client.js";
import { day, useClock } from "../support/clock.js";
import { strategies } from "../support/config.js";
import {
  ada,
  adasForm,
  askPage,
  codeOf,
  firstStep,
  gracesForm,
  home,
  nextCodeOf,
  program,
  secondStep,
  secondStepWorld,
  turnOn,
  who,
  withPhone,
  wrongCodeOf,
} from "../support/second-step-world.js";

describe.each(strategies)("a second step, strategy %s", (strategy) => {
  const clock = useClock();

  it("is asked for once it is on, and signs in with the code of the app", async () => {
    const world = secondStepWorld({ strategy });
    const { secret, codes } = await withPhone(world);
    expect(codes).toHaveLength(10);
    clock.pass(60);
    const browser = world.browser();
    await firstStep(browser);
    expect(await who(browser)).toBeNull();
    const page = await (await browser.get("second-step")).text();
    expect(page).toContain("One more step");
    expect(page).not.toContain(ada.email);
    expect(location(await secondStep(browser, codeOf(secret)))).toBe(home);
    expect(await who(browser)).toBe("Ada");
  });

  it("goes to where the person wanted to go, with what the provider told", async () => {
    const told: unknown[] = [];
    const events = { signIn: (message: unknown) => void told.push(message) };
    const world = secondStepWorld({ strategy, overrides: { events } });
    const { secret } = await withPhone(world);
    clock.pass(60);
    told.length = 0;
    const browser = world.browser();
    await browser.signIn({ ...adasForm, callbackUrl: "/members" });
    expect(told).toEqual([]);
    const done = await secondStep(browser, codeOf(secret));
    expect(location(done)).toBe(`${home}/members`);
    expect(told).toMatchObject([{ user: { id: ada.id }, account: { provider: "credentials" } }]);
  });

  it("takes each recovery code once, and tells how many are left", async () => {
    const world = secondStepWorld({ strategy });
    const { codes } = await withPhone(world);
    const [code = ""] = codes;
    const browser = world.browser();
    await firstStep(browser);
    expect(location(await secondStep(browser, ` ${code.toUpperCase()} `))).toBe(home);
    expect(await (await browser.get("second-step/settings", program)).json()).toEqual({
      on: true,
      recoveryCodesLeft: 9,
      required: false,
    });
    const again = world.browser();
    await firstStep(again);
    const refused = await secondStep(again, code);
    expect(refused.status).toBe(400);
    expect(await refused.text()).toContain("was used before");
    expect(await who(again)).toBeNull();
  });

  it("is on the account page, on or off, with the way to its own page", async () => {
    const world = secondStepWorld({ strategy, overrides: { plugins: [accountPage()] } });
    const browser = world.browser();
    await browser.signIn(adasForm);
    const seen = async () => {
      const told: unknown = await (await browser.get("account", program)).json();
      return { told, page: await (await browser.get("account")).text() };
    };
    const before = await seen();
    expect(before.told).toMatchObject({ sections: { "two-factor": { on: false } } });
    expect(before.page).toContain("Two-factor authentication is off.");
    expect(before.page).toContain('href="/auth/second-step/settings"');
    await turnOn(browser);
    const after = await seen();
    expect(after.told).toMatchObject({ sections: { "two-factor": { on: true } } });
    expect(after.page).toContain("Two-factor authentication is on.");
  });

  it("says so when the code is wrong, and takes the right one after", async () => {
    const world = secondStepWorld({ strategy });
    const { secret } = await withPhone(world);
    clock.pass(60);
    const browser = world.browser();
    await firstStep(browser);
    const wrong = await secondStep(browser, wrongCodeOf(secret));
    expect(wrong.status).toBe(400);
    expect(await wrong.text()).toContain("That code is wrong");
    expect(await who(browser)).toBeNull();
    await secondStep(browser, codeOf(secret));
    expect(await who(browser)).toBe("Ada");
  });

  it("remembers the browser for as long as it was told to, and for its person alone", async () => {
    const world = secondStepWorld({ strategy, secondStep: { remember: 30 * day } });
    const { secret } = await withPhone(world);
    await withPhone(world, gracesForm);
    clock.pass(60);
    const browser = world.browser();
    await firstStep(browser);
    expect(await (await browser.get("second-step")).text()).toContain("for 30 days");
    await secondStep(browser, codeOf(secret), { rememberBrowser: "1" });
    await browser.signOut();
    expect(location(await browser.signIn(adasForm))).toBe(home);
    expect(await who(browser)).toBe("Ada");
    await browser.signOut();
    await firstStep(browser, gracesForm);
    clock.pass(30 * day + 60);
    await firstStep(browser);
  });

  it("must be set up before anybody of a role is signed in", async () => {
    const required = ({ id }: { id?: string }) => id === ada.id;
    const world = secondStepWorld({ strategy, secondStep: { required } });
    const grace = world.browser();
    expect(location(await grace.signIn(gracesForm))).toBe(home);
    const browser = world.browser();
    expect(location(await browser.signIn({ ...adasForm, callbackUrl: "/members" }))).toBe(askPage);
    const setUp = location(await browser.get("second-step"));
    expect(setUp).toBe(`${home}/auth/second-step/set-up`);
    const page = await (await browser.get("second-step/set-up")).text();
    expect(page).toContain("This site requires two-factor authentication");
    expect(await who(browser)).toBeNull();
    const { url } = await turnOn(browser);
    expect(url).toBe(`${home}/members`);
    expect(await who(browser)).toBe("Ada");
    const off = await browser.submit("second-step/off");
    expect(off.status).toBe(400);
    expect(world.secondSteps.size).toBe(1);
  });

  it("can be replaced: the app and the codes of before count no more", async () => {
    const world = secondStepWorld({ strategy });
    const { secret, codes, browser } = await withPhone(world);
    clock.pass(60);
    const page = await (await browser.get("second-step/set-up")).text();
    expect(page).toContain("Set up another app");
    const next = await turnOn(browser);
    clock.pass(60);
    const other = world.browser();
    await firstStep(other);
    for (const old of [codeOf(secret), codes[0] ?? ""]) {
      expect((await secondStep(other, old)).status).toBe(400);
    }
    expect(location(await secondStep(other, codeOf(next.secret)))).toBe(home);
  });

  it("gives new recovery codes in place of those before", async () => {
    const world = secondStepWorld({ strategy });
    const { codes, browser } = await withPhone(world);
    const page = await (await browser.submit("second-step/codes")).text();
    const made = [...page.matchAll(/<li>([a-z2-7-]{19})<\/li>/g)].map(([, code]) => code ?? "");
    expect(made).toHaveLength(10);
    const other = world.browser();
    await firstStep(other);
    expect((await secondStep(other, codes[0] ?? "")).status).toBe(400);
    expect(location(await secondStep(other, made[0] ?? ""))).toBe(home);
  });

  it("can be turned off by who has signed in just now, and is not asked for then", async () => {
    const world = secondStepWorld({ strategy });
    const { browser } = await withPhone(world);
    await browser.submit("second-step/off");
    expect(world.secondSteps.size).toBe(0);
    expect(location(await world.browser().signIn(adasForm))).toBe(home);
  });

  it("asks to sign in again, with both steps, when that was long ago", async () => {
    const world = secondStepWorld({ strategy });
    const { secret, browser } = await withPhone(world);
    clock.pass(11 * 60);
    for (const act of ["second-step/off", "second-step/codes"]) {
      expect(location(await browser.submit(act))).toContain("error=FreshSignInRequired");
    }
    expect(world.secondSteps.size).toBe(1);
    await browser.signIn(adasForm);
    const done = await secondStep(browser, codeOf(secret));
    expect(location(done)).toBe(`${home}/auth/second-step/settings`);
    await browser.submit("second-step/off");
    expect(world.secondSteps.size).toBe(0);
  });

  it("is not asked for after a provider that asks itself", async () => {
    const world = secondStepWorld({ strategy, secondStep: { except: ["credentials"] } });
    await withPhone(world);
    expect(location(await world.browser().signIn(adasForm))).toBe(home);
  });

  it("tells programs in JSON what there is to do", async () => {
    const world = secondStepWorld({ strategy });
    const { secret } = await withPhone(world);
    clock.pass(60);
    const browser = world.browser();
    const first: unknown = await (await browser.signIn(adasForm, program)).json();
    expect(first).toEqual({ url: askPage });
    expect(await (await browser.get("second-step", program)).json()).toEqual({
      ways: ["app", "recovery"],
      remember: null,
    });
    const wrong = await browser.submit("second-step", { code: wrongCodeOf(secret) }, program);
    expect([wrong.status, await wrong.json()]).toEqual([400, { error: "SecondStepWrong" }]);
    const done = await browser.submit("second-step", { code: codeOf(secret) }, program);
    expect(await done.json()).toEqual({ url: home });
    expect(await who(browser)).toBe("Ada");
  });

  it("ends with the browser where the first step said so", async () => {
    const world = secondStepWorld({ strategy });
    const { secret } = await withPhone(world);
    clock.pass(60);
    const browser = world.browser();
    await firstStep(browser, { ...adasForm, remember: "false" });
    await secondStep(browser, nextCodeOf(secret));
    const [name = ""] = browser.sessionCookies();
    expect(browser.cookieExpiry(name)).toBe(Infinity);
  });
});

describe("an application without second steps", () => {
  it("has no such address", async () => {
    const world = secondStepWorld({ secondStep: false });
    const browser = world.browser();
    expect((await browser.get("second-step")).status).toBe(404);
    expect((await browser.submit("second-step/off")).status).toBe(404);
  });
});

describe("the configuration", () => {
  it("is refused without an adapter, and with one that can't store second steps", async () => {
    const without = secondStepWorld({ strategy: "jwt", overrides: { adapter: undefined } });
    expect((await without.browser().get("csrf")).status).toBe(500);
    expect(without.log.codes("error")).toContain("MissingAdapter");
    const { adapter } = secondStepWorld();
    const { records: _, ...older } = adapter;
    const lacking = secondStepWorld({ overrides: { adapter: older } });
    expect((await lacking.browser().get("csrf")).status).toBe(500);
    expect(String(lacking.log.errors("MissingAdapter")[0])).toContain(
      "extend(yourAdapter, SqlAdapter(",
    );
  });
});
