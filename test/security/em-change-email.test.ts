import { manage } from "latchkey/manage";
import { twoFactor } from "latchkey/plugins/two-factor";
import { describe, expect, it } from "vitest";
import {
  changeEmailWorld,
  changeTo,
  newAddress,
  openAndPress,
  routeOf,
} from "../support/change-email-world.js";
import { location } from "../support/client.js";
import { day, hour, minute, useClock } from "../support/clock.js";
import { ada, adasForm, grace, gracesForm, strategies } from "../support/config.js";
import { openInbox } from "../support/inbox.js";
import { turnOn } from "../support/second-step-world.js";

const inbox = await openInbox();
const clock = useClock();
const program = { headers: { "x-auth-return-redirect": "1" } };
const mailTo = (email: string) => {
  const found = inbox.mails.findLast(({ recipients }) => recipients.includes(email));
  if (!found) throw new Error(`No mail went to ${email}.`);
  return found;
};

describe.each(strategies)("changing the email address, strategy %s", (strategy) => {
  const start = () => changeEmailWorld(inbox, { strategy });
  const emailOf = async (app: ReturnType<typeof start>, { id } = ada) =>
    (await app.adapter.getUser(id))?.email;

  it("EM01 no form of another site, or without the token of this browser, begins, confirms or undoes it", async () => {
    const app = start();
    const browser = await app.adas();
    const csrfToken = await browser.csrfToken();
    const elsewhere = { from: "https://evil.test" };
    await browser.post("change-email", { email: newAddress });
    await browser.post("change-email", { email: newAddress, csrfToken }, elsewhere);
    expect(inbox.mails).toEqual([]);
    await browser.submit("change-email", { email: newAddress });
    const token = inbox.newest().link.searchParams.get("token") ?? "";
    await browser.post("change-email/cancel", { csrfToken }, elsewhere);
    await browser.post("change-email/confirm", { token });
    await browser.post("change-email/confirm", { token, csrfToken }, elsewhere);
    expect(await emailOf(app)).toBe(ada.email);
    expect((await openAndPress(browser, inbox.newest())).status).toBe(200);
    const undo = mailTo(ada.email).link.searchParams.get("token") ?? "";
    await browser.post("change-email/undo", { token: undo });
    await browser.post("change-email/undo", { token: undo, csrfToken }, elsewhere);
    expect(await emailOf(app)).toBe(newAddress);
  });

  it("EM02 whoever found a browser open can't begin it: it takes a recent sign-in", async () => {
    const app = start();
    const browser = await app.adas();
    clock.pass(11 * minute);
    for (const answer of [
      await browser.get("change-email"),
      await browser.submit("change-email", { email: newAddress }),
    ]) {
      expect(location(answer)).toContain("error=FreshSignInRequired");
    }
    expect(inbox.mails).toEqual([]);
    await browser.signIn(adasForm);
    expect((await browser.get("change-email")).status).toBe(200);
  });

  it("EM03 a user with two factors proves both", async () => {
    const plugins = [twoFactor({ remember: day })];
    const app = changeEmailWorld(inbox, { strategy, overrides: { plugins } });
    const browser = await app.adas();
    await turnOn(browser);
    inbox.mails.length = 0;
    clock.pass(11 * minute);
    expect(location(await browser.signIn(adasForm))).toContain("second-step");
    await browser.submit("change-email", { email: newAddress });
    expect(inbox.mails).toEqual([]);
  });

  it("EM04 GET changes nothing: a scanner of mails that opens both links confirms and undoes nothing", async () => {
    const app = start();
    const browser = await app.adas();
    await browser.submit("change-email", { email: newAddress });
    await browser.get(routeOf(inbox.newest()));
    expect(await emailOf(app)).toBe(ada.email);
    await openAndPress(browser, inbox.newest());
    await app.browser().get(routeOf(mailTo(ada.email)));
    expect(await emailOf(app)).toBe(newAddress);
  });

  it("EM05 the owner of an address who is tricked into opening the link gives it to nobody", async () => {
    const app = start();
    const browser = await app.adas();
    await browser.submit("change-email", { email: newAddress });
    const victim = app.browser();
    expect(location(await openAndPress(victim, inbox.newest()))).toContain("/auth/signin?");
    await victim.signIn(gracesForm);
    expect((await openAndPress(victim, inbox.newest())).status).toBe(403);
    expect(await emailOf(app)).toBe(ada.email);
    expect(await emailOf(app, grace)).toBe(grace.email);
  });

  it("EM06 an address that is taken gets the same answer, page and JSON as a free one", async () => {
    const answers = [];
    for (const email of [grace.email, newAddress]) {
      const app = start();
      const browser = await app.adas();
      const asked = await browser.submit("change-email", { email });
      const page = await (await browser.get("change-email")).text();
      const json = await (await browser.get("change-email", program)).text();
      const account = await (await browser.get("account")).text();
      const neutral = (text: string) =>
        text
          .replaceAll(email, "EMAIL")
          .replace(/name="csrfToken" value="[^"]*"/g, "")
          .replaceAll(/datetime=.*?</g, "<");
      answers.push([asked.status, location(asked), ...[page, json, account].map(neutral)]);
      expect(mailTo(email).parsed.text?.includes("confirm?token")).toBe(email === newAddress);
    }
    expect(answers[0]).toEqual(answers[1]);
  });

  it("EM07 an address that somebody else took meanwhile stays theirs", async () => {
    const app = start();
    const browser = await app.adas();
    await browser.submit("change-email", { email: newAddress });
    await manage(app.config).accounts.changeEmail(grace.id, newAddress, { verified: true });
    const answer = await openAndPress(browser, inbox.newest());
    expect([answer.status, await answer.text()]).toEqual([
      409,
      expect.stringContaining("Another account uses this address"),
    ]);
    expect(await emailOf(app)).toBe(ada.email);
    expect(inbox.mails.map(({ recipients }) => recipients)).toEqual([[newAddress]]);
    expect(app.rows("change_email") + app.rows("change_email_former")).toBe(0);
  });

  it("EM08 each link works once, also for twenty at the same time", async () => {
    const app = start();
    const browser = await app.adas();
    await browser.submit("change-email", { email: newAddress });
    const { link } = inbox.newest();
    const csrfToken = await browser.csrfToken();
    const token = link.searchParams.get("token") ?? "";
    const copies = Array.from({ length: 20 }, () => browser.copy());
    const confirm = copies.map((copy) => copy.post("change-email/confirm", { token, csrfToken }));
    const statuses = (await Promise.all(confirm)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    expect(inbox.mails.filter(({ recipients }) => recipients.includes(ada.email))).toHaveLength(1);
    const undo = mailTo(ada.email);
    const undone = await Promise.all(
      Array.from({ length: 20 }, async () => (await openAndPress(app.browser(), undo)).status),
    );
    expect(undone.filter((status) => status === 200)).toHaveLength(1);
    expect(await emailOf(app)).toBe(ada.email);
  });

  it("EM09 links end: after an hour, after three days, by a newer one, and by being canceled", async () => {
    const app = start();
    const browser = await app.adas();
    await browser.submit("change-email", { email: "first@example.org" });
    const first = inbox.newest();
    await browser.submit("change-email", { email: newAddress });
    expect((await openAndPress(browser, first)).status).toBe(410);
    const second = inbox.newest();
    clock.pass(hour);
    expect((await openAndPress(browser, second)).status).toBe(410);
    await browser.signIn(adasForm);
    await changeTo(browser, inbox);
    const undo = mailTo(ada.email);
    clock.pass(3 * day);
    expect((await app.browser().get(routeOf(undo))).status).toBe(410);
    expect((await openAndPress(app.browser(), undo)).status).toBe(410);
    expect(await emailOf(app)).toBe(newAddress);
  });

  it("EM10 a thief who changes it twice can't keep the first owner from undoing, nor undo back", async () => {
    const app = start();
    const thief = await app.adas();
    await changeTo(thief, inbox, "thief@evil.test");
    const owner = mailTo(ada.email);
    clock.pass(minute);
    await changeTo(thief, inbox, "thief2@evil.test");
    const thiefs = mailTo("thief@evil.test");
    await thief.submit("change-email", { email: "thief3@evil.test" });
    expect((await openAndPress(app.browser(), owner)).status).toBe(200);
    expect(await emailOf(app)).toBe(ada.email);
    expect(await thief.session()).toBeNull();
    expect((await openAndPress(app.browser(), thiefs)).status).toBe(410);
    await thief.signIn(adasForm);
    expect((await openAndPress(thief, mailTo("thief3@evil.test"))).status).toBe(410);
    expect(await emailOf(app)).toBe(ada.email);
  });

  it("EM11 a thief who takes the old address with an account of their own can't keep it, unproven", async () => {
    const app = start();
    await changeTo(await app.adas(), inbox, "thief@evil.test");
    const squatter = await app.adapter.createUser({
      id: "3",
      email: ada.email,
      emailVerified: null,
    });
    expect((await openAndPress(app.browser(), mailTo(ada.email))).status).toBe(200);
    expect(await emailOf(app)).toBe(ada.email);
    expect((await app.adapter.getUser(squatter.id))?.email).toMatch(/@released\.invalid$/);
  });

  it("EM12 whoever has proven the old address meanwhile keeps it", async () => {
    const app = start();
    await changeTo(await app.adas(), inbox);
    const owner = await app.adapter.createUser({
      ...{ id: "3", email: ada.email, emailVerified: new Date() },
    });
    expect((await openAndPress(app.browser(), mailTo(ada.email))).status).toBe(409);
    expect(await emailOf(app)).toBe(newAddress);
    expect((await app.adapter.getUser(owner.id))?.email).toBe(ada.email);
  });

  it("EM13 the undo link brings back nobody who deleted their account", async () => {
    const app = start();
    await changeTo(await app.adas(), inbox);
    await app.adapter.deleteUser(ada.id);
    const [browser, mail] = [app.browser(), mailTo(ada.email)];
    expect((await browser.get(routeOf(mail))).status).toBe(410);
    expect((await openAndPress(browser, mail)).status).toBe(410);
    expect(app.store.users.has(ada.id)).toBe(false);
    expect(app.rows("change_email_former")).toBe(0);
  });

  it("EM14 an address that nobody has proven gets no link: it may be anyone's", async () => {
    const app = start();
    const browser = app.browser();
    await browser.signIn(gracesForm);
    await changeTo(browser, inbox);
    expect(inbox.mails.map(({ recipients }) => recipients)).toEqual([[newAddress]]);
    expect(app.rows("change_email_former")).toBe(0);
  });

  it("EM15 nobody floods an inbox with it: five mails to an address a day, five of a user an hour", async () => {
    const app = start();
    const [adas, graces] = [await app.adas(), app.browser()];
    await graces.signIn(gracesForm);
    const ask = async (browser: typeof adas, email: string) =>
      (await browser.submit("change-email", { email }, program)).status;
    for (let time = 0; time < 5; time += 1) expect(await ask(adas, newAddress)).toBe(200);
    expect(await ask(graces, newAddress)).toBe(429);
    expect(await ask(graces, "another@example.org")).toBe(200);
    expect(await ask(adas, "another@example.org")).toBe(429);
    expect(inbox.mails).toHaveLength(6);
  });

  it("EM16 the store holds no link, and none of it is in the log", async () => {
    const app = start();
    const browser = await app.adas();
    await browser.submit("change-email", { email: newAddress });
    const token = inbox.newest().link.searchParams.get("token") ?? "";
    expect(token.length).toBeGreaterThan(40);
    const stored = () => JSON.stringify([...app.store.records.values()].map(({ row }) => row));
    expect(stored()).toContain(newAddress);
    expect(stored()).not.toContain(token);
    await openAndPress(browser, inbox.newest());
    const undo = mailTo(ada.email).link.searchParams.get("token") ?? "";
    expect(stored()).not.toContain(undo);
    expect(JSON.stringify(app.log.entries)).not.toMatch(new RegExp(`${token}|${undo}`));
  });

  it("EM17 what is no token, or a huge one, is answered like one that is gone", async () => {
    const app = start();
    const browser = await app.adas();
    for (const token of ["", "null", "__proto__", "x".repeat(60_000), "a b "]) {
      for (const route of ["change-email/confirm", "change-email/undo"]) {
        expect((await browser.submit(route, { token })).status).toBe(410);
      }
    }
    expect(app.log.codes("error")).toEqual([]);
  });
});
