import { manage } from "latchkey/manage";
import { audit } from "latchkey/plugins/audit";
import Nodemailer from "latchkey/providers/nodemailer";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import {
  changeEmailWorld,
  changeTo,
  newAddress,
  openAndPress,
  routeOf,
} from "../support/change-email-world.js";
import { location } from "../support/client.js";
import { useClock } from "../support/clock.js";
import { ada, gracesForm, grace, strategies } from "../support/config.js";
import { openInbox } from "../support/inbox.js";
import { oidc, signIn } from "../support/oauth/journey.js";
import { RogueProvider } from "../support/oauth/rogue.js";

const inbox = await openInbox();
const rogue = await RogueProvider.start();
afterAll(() => rogue.stop());
useClock();
beforeEach(() => rogue.reset());

const home = "https://app.test";
const program = { headers: { "x-auth-return-redirect": "1" } };
const asProgram = { headers: { accept: "application/json" } };

describe.each(strategies)("another email address, strategy %s", (strategy) => {
  it("counts once its link is opened; the old one is told, and can undo it for three days", async () => {
    const types: string[] = [];
    const plugins = [audit(({ type }) => void types.push(type))];
    const app = changeEmailWorld(inbox, { strategy, overrides: { plugins } });
    const [browser, phone] = [await app.adas(), await app.adas()];
    types.length = 0;
    const asked = await browser.submit("change-email", { email: ` ${newAddress.toUpperCase()} ` });
    expect(location(asked)).toContain(`${home}/auth/change-email?callbackUrl=`);
    const waiting = await (await browser.get("change-email")).text();
    expect(waiting).toContain("Check your inbox");
    expect(waiting).toContain(newAddress);
    expect(types).toEqual(["change-email.requested"]);
    expect((await app.adapter.getUser(ada.id))?.email).toBe(ada.email);

    const mail = inbox.newest();
    expect(mail.recipients).toEqual([newAddress]);
    expect(mail.parsed.subject).toBe("Confirm your new address for app.test");
    const page = await browser.get(routeOf(mail));
    expect(await page.text()).toContain("Confirm this address");
    expect((await app.adapter.getUser(ada.id))?.email).toBe(ada.email);
    const done = await openAndPress(browser, mail);
    expect([done.status, (await done.text()).includes("Your address has changed")]).toEqual([
      200,
      true,
    ]);
    expect(await app.adapter.getUser(ada.id)).toMatchObject({
      email: newAddress,
      emailVerified: new Date(),
    });
    expect(await browser.session()).toMatchObject({ user: { name: "Ada", email: newAddress } });
    expect(await phone.session()).toBeNull();
    expect(types).toEqual(["change-email.requested", "session.ended", "change-email.confirmed"]);

    const told = inbox.newest();
    expect(told.recipients).toEqual([ada.email]);
    expect(told.parsed.subject).toBe("Your email address for app.test was changed");
    expect(told.parsed.text).toContain("The link works until January 5, 2026");
    const nobody = app.browser();
    expect(await (await nobody.get(routeOf(told))).text()).toContain(ada.email);
    const undone = await openAndPress(nobody, told);
    expect(await undone.text()).toContain("The change was undone");
    expect(await app.adapter.getUser(ada.id)).toMatchObject({ email: ada.email });
    expect(await browser.session()).toBeNull();
    expect(app.rows("change_email") + app.rows("change_email_former")).toBe(0);
    expect(types.slice(3)).toEqual(["session.ended", "change-email.undone"]);
    expect(app.log.codes("error")).toEqual([]);
  });

  it("waits on the account page, where it can be canceled", async () => {
    const app = changeEmailWorld(inbox, { strategy });
    const browser = await app.adas();
    const info = async (): Promise<unknown> => (await browser.get("account", asProgram)).json();
    const showing = (pending: unknown) => ({ sections: { "change-email": { pending } } });
    expect(await info()).toMatchObject(showing(null));
    await browser.submit("change-email", { email: newAddress });
    expect(await info()).toMatchObject(showing({ email: newAddress }));
    const page = await (await browser.get("account")).text();
    expect(page).toContain(`open the link we sent to ${newAddress}`);
    expect(page).toContain('action="/auth/change-email/cancel"');
    const callbackUrl = `${home}/auth/account`;
    expect(location(await browser.submit("change-email/cancel", { callbackUrl }))).toBe(
      callbackUrl,
    );
    expect(await info()).toMatchObject(showing(null));
    expect((await openAndPress(browser, inbox.newest())).status).toBe(410);
    expect((await app.adapter.getUser(ada.id))?.email).toBe(ada.email);
  });

  it("is there as JSON", async () => {
    const app = changeEmailWorld(inbox, { strategy });
    const browser = await app.adas();
    const form = await browser.get("change-email", program);
    expect(await form.json()).toEqual({ email: ada.email, pending: null });
    const wrong = await browser.submit("change-email", { email: "ada" }, program);
    expect([wrong.status, await wrong.json()]).toEqual([400, { error: "InvalidEmail" }]);
    const same = await browser.submit("change-email", { email: ada.email }, program);
    expect([same.status, await same.json()]).toEqual([400, { error: "SameEmail" }]);
    await browser.submit("change-email", { email: newAddress }, program);
    expect(await (await browser.get("change-email", program)).json()).toMatchObject({
      pending: { email: newAddress },
    });
    const token = inbox.newest().link.searchParams.get("token") ?? "";
    const done = await browser.submit("change-email/confirm", { token }, program);
    expect([done.status, await done.json()]).toEqual([200, { email: newAddress, url: home }]);
  });

  it("what was typed in stays when it can't be used, and says why", async () => {
    const allow = ({ email }: { email: string }) => email.endsWith("@example.org");
    const app = changeEmailWorld(inbox, { strategy, plugin: { allow } });
    const browser = await app.adas();
    const answer = await browser.submit("change-email", { email: "ada@elsewhere.example" });
    const page = await answer.text();
    expect(answer.status).toBe(403);
    expect(page).toContain('value="ada@elsewhere.example"');
    expect(page).toContain("This address can’t be used here");
    expect(inbox.mails).toEqual([]);
  });

  it("a mail that can't be sent changes nothing", async () => {
    const sendNotice = () => Promise.reject(new Error("No post today."));
    const email = { ...Nodemailer({ server: inbox.server }), sendNotice };
    const app = changeEmailWorld(inbox, { strategy, plugin: { email } });
    const browser = await app.adas();
    const answer = await browser.submit("change-email", { email: newAddress }, program);
    expect([answer.status, await answer.json()]).toEqual([502, { error: "EmailFailed" }]);
    expect(app.rows("change_email")).toBe(0);
  });

  it("a user of a provider alone, without an address, adds one; mails may come from an option", async () => {
    const email = Nodemailer({ server: inbox.server, from: "no-reply@acme.test" });
    const provider = { ...oidc(rogue), profile: () => ({ id: "x1", name: "Somebody" }) };
    const overrides = { providers: [provider] };
    const app = changeEmailWorld(inbox, { strategy, plugin: { email }, overrides });
    const browser = app.browser();
    await signIn(browser, rogue);
    expect(await (await browser.get("account")).text()).toContain("Add an address");
    expect(await (await browser.get("change-email")).text()).toContain("Add your email address");
    await changeTo(browser, inbox);
    expect(await browser.session()).toMatchObject({ user: { email: newAddress } });
    // Nobody can undo what was nothing.
    expect(inbox.mails.map(({ recipients }) => recipients)).toEqual([[newAddress]]);
    const later = app.browser();
    await signIn(later, rogue);
    expect(await later.session()).toMatchObject({ user: { email: newAddress } });
  });

  it("mails to the old address sign nobody in as the user from then on, those to the new one do", async () => {
    const app = changeEmailWorld(inbox, { strategy });
    const start = app.browser();
    await start.submit("signin/nodemailer", { email: ada.email });
    const code = inbox.newest().code;
    await start.submit("callback/nodemailer", { code });
    await changeTo(start, inbox);
    for (const [email, isAda] of [
      [ada.email, false],
      [newAddress, true],
    ] as const) {
      const browser = app.browser();
      await browser.submit("signin/nodemailer", { email });
      await browser.submit("callback/nodemailer", { code: inbox.newest().code });
      expect(await browser.session()).toMatchObject({ user: { email } });
      expect((await app.adapter.getUserByEmail(email))?.id === ada.id).toBe(isAda);
    }
  });

  it("is changed by the server as well", async () => {
    const app = changeEmailWorld(inbox, { strategy });
    const browser = await app.adas();
    const { accounts } = manage(app.config);
    expect(await accounts.changeEmail(ada.id, grace.email)).toBe("taken");
    expect(await accounts.changeEmail(ada.id, "no address")).toBe("invalid");
    expect(await accounts.changeEmail("99", newAddress)).toBe("none");
    expect(await accounts.changeEmail(ada.id, newAddress)).toBe("done");
    expect(await app.adapter.getUser(ada.id)).toMatchObject({
      email: newAddress,
      emailVerified: null,
    });
    expect(await browser.session()).toBeNull();
    expect(await accounts.changeEmail(ada.id, ada.email, { verified: true })).toBe("done");
    expect((await app.adapter.getUser(ada.id))?.emailVerified).toBeInstanceOf(Date);
  });

  it("asks nobody in, and comes back to the link", async () => {
    const app = changeEmailWorld(inbox, { strategy });
    const browser = await app.adas();
    await browser.submit("change-email", { email: newAddress });
    const nobody = app.browser();
    const { link } = inbox.newest();
    const first = location(await nobody.get(routeOf({ link })));
    const back = new URL(first).searchParams.get("callbackUrl");
    expect(new URL(back ?? "").searchParams.get("token")).toBe(link.searchParams.get("token"));
    expect((await nobody.submit("change-email", { email: newAddress })).status).toBe(303);
    await nobody.signIn(gracesForm);
    expect((await nobody.get(routeOf({ link }))).status).toBe(403);
  });
});
