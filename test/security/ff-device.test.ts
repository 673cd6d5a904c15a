import { manage } from "latchkey/manage";
import { accountPage } from "latchkey/plugins/account-page";
import { sessionRegistry } from "latchkey/plugins/session-registry";
import { memoryState } from "latchkey/state/memory";
import { beforeEach, describe, expect, it } from "vitest";
import { requestIn, tokensIn } from "../support/bearer-world.js";
import { location } from "../support/client.js";
import { useClock } from "../support/clock.js";
import { ada, adasForm, gracesForm, renewSecret, strategies } from "../support/config.js";
import { decide, deviceWorld, typeCode } from "../support/device-world.js";
import { errorIn } from "../support/id-token-world.js";

const clock = useClock();
// What was counted for one test is nothing to the next.
beforeEach(renewSecret);

describe.each(strategies)("signing in on a device, strategy %s", (strategy) => {
  const world = () => deviceWorld(strategy);
  const wrong = "This code is wrong or has expired.";

  it("waits for the user, and gets tokens once they have said yes", async () => {
    const { ask, poll, signedIn, session, refresh } = world();
    const { device, user } = await ask();
    expect(user).toMatch(/^[BCDFGHJKLMNPQRSTVWXZ]{4}-[BCDFGHJKLMNPQRSTVWXZ]{4}$/);
    expect(await errorIn(await poll(device))).toBe("authorization_pending");
    const page = await typeCode(await signedIn(), ` ${user.toLowerCase().replace("-", " ")} `);
    const text = await page.text();
    expect(text).toContain(`Acme for TVs wants to sign in as ${ada.email}.`);
    expect(text).toContain(user);
    expect(text).toContain("If someone sent you the code or a link, cancel");
    expect(await (await decide(await signedIn(), user)).text()).toContain("being signed in");
    clock.pass(5);
    const answer = await poll(device);
    expect(answer.headers.getSetCookie()).toEqual([]);
    const { access, refresh: next } = await tokensIn(answer);
    expect(await session(access)).toMatchObject({ user: { email: ada.email } });
    expect((await refresh(next, { client_id: "tv" })).status).toBe(200);
  });

  it("lets the user sign in first, and keeps the code of a link meanwhile", async () => {
    const { ask, browser } = world();
    const { user } = await ask();
    const tab = browser();
    const first = location(await tab.get(`bearer/device?user_code=${user}`));
    const callbackUrl = new URL(first).searchParams.get("callbackUrl") ?? "";
    expect(callbackUrl).toBe("https://app.test/auth/bearer/device");
    expect(location(await tab.signIn({ ...adasForm, callbackUrl }))).toBe(callbackUrl);
    expect(await (await tab.get("bearer/device")).text()).toContain(`value="${user}"`);
  });

  it("FF34 guessing codes is stopped, for one user and for all of them together", async () => {
    const { signedIn, ask, log } = world();
    const tab = await signedIn();
    const { user } = await ask();
    const answers: string[] = [];
    for (let i = 0; i < 15; i++) {
      const answer = await typeCode(tab, "BBBB-BBBB");
      answers.push(answer.status === 400 ? "wrong" : location(answer));
    }
    expect(answers[0]).toBe("wrong");
    expect(answers.at(-1)).toContain("RateLimited");
    expect(location(await typeCode(tab, user))).toContain("RateLimited");
    expect(log.codes("error")).toContain("RateLimited");
  });

  it("FF34 a flood of wrong codes from many users ends at a thousand", async () => {
    // Without limits for each, so that the one for all is what stops it.
    const { browser, ask } = deviceWorld(strategy, { config: { rateLimit: () => true } });
    const tab = browser();
    await tab.signIn(adasForm);
    const { user } = await ask();
    const csrfToken = await tab.csrfToken();
    const post = (user_code: string) => tab.post("bearer/device", { csrfToken, user_code });
    for (let i = 0; i < 998; i++) await post("BBBB-BBBB");
    expect((await post(user)).status).toBe(200);
    for (let i = 0; i < 2; i++) expect((await post("BBBB-BBBB")).status).toBe(400);
    expect(location(await post("BBBB-BBBB"))).toContain("RateLimited");
  }, 60_000);

  it("FF35 no link approves a device: it takes two forms of this site, sent by the user", async () => {
    const { ask, poll, signedIn, browser } = world();
    const { device, user } = await ask();
    const tab = await signedIn();
    await tab.get(`bearer/device?user_code=${user}`);
    expect((await tab.get(`bearer/device-answer?answer=yes&user_code=${user}`)).status).toBe(405);
    const evil = { from: "https://evil.test" };
    expect(location(await tab.post("bearer/device", { user_code: user }, evil))).toContain(
      "MissingCSRF",
    );
    const request = await requestIn(await typeCode(tab, user));
    const form = { request, answer: "yes" };
    expect(location(await tab.post("bearer/device-answer", form, evil))).toContain("MissingCSRF");
    expect(location(await tab.post("bearer/device-answer", form))).toContain("MissingCSRF");
    // What one user was shown, another can't answer, nor can nobody.
    const other = browser();
    expect((await other.submit("bearer/device-answer", form)).status).toBe(401);
    await other.signIn(gracesForm);
    expect((await other.submit("bearer/device-answer", form)).status).toBe(400);
    expect(await errorIn(await poll(device))).toBe("authorization_pending");
  });

  it("FF35 the page says what asks and from where, and can't be framed", async () => {
    const { browser, signedIn } = deviceWorld(strategy, {
      config: { clientIp: () => "203.0.113.7" },
    });
    const headers = { "user-agent": "AcmeTV/3 (Linux; <b>)" };
    const told: unknown = await (
      await browser().post("bearer/device-code", { client_id: "tv" }, { headers })
    ).json();
    const user = String(Reflect.get(Object(told), "user_code"));
    const page = await typeCode(await signedIn(), user);
    expect(page.headers.get("content-security-policy")).toContain("frame-ancestors 'none'");
    const text = await page.text();
    expect(text).toContain("The request came from Linux, 203.0.113.7.");
    expect(text).not.toContain("<b>");
  });

  it("FF36 a code works once: a second use ends what came of the first", async () => {
    const { ask, poll, signedIn, session } = world();
    const { device, user } = await ask();
    await decide(await signedIn(), user);
    const { access } = await tokensIn(await poll(device));
    expect(await session(access)).not.toBeNull();
    clock.pass(5);
    expect(await errorIn(await poll(device))).toBe("invalid_grant");
    expect(await session(access)).toBeNull();
    // Nor can the code be typed once more.
    expect(await (await typeCode(await signedIn(), user)).text()).toContain(wrong);
  });

  it("FF36 of ten questions at once, one at most gets tokens", async () => {
    const { ask, poll, signedIn } = world();
    const { device, user } = await ask();
    await decide(await signedIn(), user);
    const answers = await Promise.all(Array.from({ length: 10 }, () => poll(device)));
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
  });

  it("FF37 a device that asks too often is told to slow down, and has to", async () => {
    const { ask, poll, signedIn } = world();
    const { device, user } = await ask();
    expect(await errorIn(await poll(device))).toBe("authorization_pending");
    clock.pass(4);
    expect(await errorIn(await poll(device))).toBe("slow_down");
    clock.pass(5);
    // Ten seconds from now on.
    expect(await errorIn(await poll(device))).toBe("slow_down");
    await decide(await signedIn(), user);
    expect(await errorIn(await poll(device))).toBe("slow_down");
    clock.pass(60);
    expect((await poll(device)).status).toBe(200);
  });

  it("FF38 after 15 minutes neither code works, whatever was said before", async () => {
    const { ask, poll, signedIn } = world();
    const [late, approved] = [await ask(), await ask()];
    const tab = await signedIn();
    const request = await requestIn(await typeCode(tab, late.user));
    await decide(tab, approved.user);
    clock.pass(15 * 60);
    expect(await errorIn(await poll(late.device))).toBe("expired_token");
    expect(await errorIn(await poll(approved.device))).toBe("expired_token");
    expect(await (await typeCode(tab, late.user)).text()).toContain(wrong);
    await tab.submit("bearer/device-answer", { request, answer: "yes" });
    clock.pass(60);
    expect(await errorIn(await poll(late.device))).toBe("expired_token");
  });

  it("FF39 a no is a no, and can't be taken back", async () => {
    const { ask, poll, signedIn } = world();
    const { device, user } = await ask();
    const tab = await signedIn();
    const request = await requestIn(await typeCode(tab, user));
    await tab.submit("bearer/device-answer", { request, answer: "no" });
    const again = await tab.submit("bearer/device-answer", { request, answer: "yes" });
    expect(again.status).toBe(400);
    expect(await errorIn(await poll(device))).toBe("access_denied");
  });

  it("FF40 a device's code is no use at another tenant, for another program, or changed", async () => {
    const { ask, poll, signedIn, send } = world();
    const { device, user } = await ask();
    await decide(await signedIn(), user);
    expect(await errorIn(await poll(device, { client_id: "app" }))).toBe("invalid_grant");
    for (const code of [`${device}x`, device.slice(4), user]) {
      expect(await errorIn(await poll(code))).toBe("invalid_grant");
    }
    for (const client_id of ["app", "another", ""]) {
      expect(await errorIn(await send("bearer/device-code", { client_id }))).toBe(
        "unauthorized_client",
      );
    }
    renewSecret();
    expect(await errorIn(await world().poll(device))).toBe("invalid_grant");
  });

  it("FF40 with one secret for two tenants, neither", async () => {
    const tenants = ["one", "two"].map((tenant) => deviceWorld(strategy, { config: { tenant } }));
    const [one, two] = tenants;
    const { device = "", user = "" } = (await one?.ask()) ?? {};
    if (one) await decide(await one.signedIn(), user);
    expect(two && (await errorIn(await two.poll(device)))).toBe("invalid_grant");
    expect(one && (await one.poll(device)).status).toBe(200);
  });

  it("FF41 a device's session is no recent sign-in, and is listed for who exports their data", async () => {
    const { ask, poll, signedIn, browser } = deviceWorld(strategy, { with: [accountPage()] });
    const { device, user } = await ask();
    await decide(await signedIn(), user);
    const { access } = await tokensIn(await poll(device));
    const headers = { authorization: `Bearer ${access}`, "x-auth-return-redirect": "1" };
    const answer = await browser().post("account/delete", {}, { headers });
    expect(await answer.text()).toContain("FreshSignInRequired");
  });

  it("FF48 a program's token approves no device, even with what the user's browser was shown", async () => {
    const { tokens, ask, poll, signedIn, browser } = deviceWorld(strategy);
    const headers = { authorization: `Bearer ${(await tokens()).access}` };
    const { device, user } = await ask();
    const typed = await browser().post("bearer/device", { user_code: user }, { headers });
    expect([typed.status, await requestIn(typed)]).toEqual([400, ""]);
    const request = await requestIn(await typeCode(await signedIn(), user));
    const fields = { request, answer: "yes" };
    const answer = await browser().post("bearer/device-answer", fields, { headers });
    expect(answer.status).toBe(400);
    expect(await (await poll(device)).json()).toEqual({ error: "authorization_pending" });
  });

  it("FF50 what a user approved is void once their sessions have ended, though no device had asked yet", async () => {
    const plugins = [sessionRegistry({ within: 0 })];
    const { ask, poll, signedIn, config, code, redeem } = deviceWorld(strategy, {
      ...{ with: plugins, config: { sharedState: memoryState() } },
    });
    const { device, user } = await ask();
    await decide(await signedIn(), user);
    const appsCode = await code();
    await manage(config).sessions.endAll(ada.id);
    clock.pass(5);
    expect(await errorIn(await poll(device))).toBe("access_denied");
    expect(await errorIn(await redeem(appsCode))).toBe("invalid_grant");
    // What is approved afterwards counts.
    const again = await ask();
    await decide(await signedIn(), again.user);
    expect((await poll(again.device)).status).toBe(200);
    expect((await redeem(await code())).status).toBe(200);
  });
});
