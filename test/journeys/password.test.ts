import { describe, expect, it } from "vitest";
import { location, textMember } from "../support/client.js";
import { strategies } from "../support/config.js";
import { openInbox } from "../support/inbox.js";
import {
  another,
  choose,
  email,
  password,
  passwordWorld,
  signIn,
  signUp,
} from "../support/password-world.js";
import { storePassword } from "../support/user-rows.js";

const inbox = await openInbox();

describe.each(strategies)("passwords, with the strategy %s", (strategy) => {
  it("an account is made with the code of the mail, and its password signs in", async () => {
    const world = passwordWorld(inbox, { strategy });
    const browser = world.browser();
    const asked = await browser.submit("password/sign-up", { email, password });
    expect(location(asked)).toContain("/auth/verify-request?provider=password");
    expect(world.store.users.size).toBe(0);
    const page = await (await browser.get("verify-request?provider=password")).text();
    expect(page).toContain(email);
    expect(page).toContain("/auth/password/again");
    const done = await browser.submit("callback/password", { code: inbox.newest().code });
    expect(location(done)).toBe("https://app.test");
    expect(await browser.session()).toMatchObject({ user: { email } });
    const [user] = world.store.users.values();
    expect(user?.emailVerified).toBeInstanceOf(Date);

    const later = world.browser();
    expect(location(await signIn(later))).toBe("https://app.test");
    expect(await later.session()).toMatchObject({ user: { email } });
  });

  it("the link of the mail confirms in the same browser, and asks for a password in another", async () => {
    const world = passwordWorld(inbox, { strategy });
    const browser = world.browser();
    await browser.submit("password/sign-up", { email, password });
    const { link } = inbox.newest();
    const other = world.browser();
    const asks = await (await other.send(new Request(link))).text();
    expect(asks).toContain('name="password"');
    const confirms = await (await browser.send(new Request(link))).text();
    expect(confirms).not.toContain('name="password"');
    expect(location(await choose(browser, link, { keep: "1" }))).toBe("https://app.test");
    expect(await browser.session()).toMatchObject({ user: { email } });
    expect(location(await signIn(world.browser()))).toBe("https://app.test");
  });

  it("a forgotten password is replaced by the link, and by the code", async () => {
    const world = passwordWorld(inbox, { strategy });
    await signUp(world.browser(), inbox);
    const browser = world.browser();
    await browser.submit("password/forgot", { email });
    expect(inbox.newest().parsed.subject).toContain("A new password");
    expect(location(await choose(browser, inbox.newest().link, { password: another }))).toBe(
      "https://app.test",
    );
    expect(await browser.session()).toMatchObject({ user: { email } });
    expect(location(await signIn(world.browser()))).toContain("error=CredentialsSignin");
    expect(location(await signIn(world.browser(), { email, password: another }))).toBe(
      "https://app.test",
    );

    const third = world.browser();
    await third.submit("password/forgot", { email });
    const chosen = await third.submit("callback/password", { code: inbox.newest().code });
    const next = new URL(location(chosen));
    expect(next.pathname).toBe("/auth/password/reset");
    await choose(third, next, { password });
    expect(await third.session()).toMatchObject({ user: { email } });
    expect(location(await signIn(world.browser()))).toBe("https://app.test");
  });

  it("another password is set by who tells the one before", async () => {
    const world = passwordWorld(inbox, { strategy });
    const browser = world.browser();
    await signUp(browser, inbox);
    const page = await (await browser.get("password/change")).text();
    expect(page).toContain('name="current"');
    const wrong = await browser.submit("password/change", { current: another, password: another });
    expect(wrong.status).toBe(400);
    expect(await wrong.text()).toContain("your current password");
    const done = await browser.submit("password/change", { current: password, password: another });
    expect(location(done)).toBe("https://app.test");
    expect(await browser.session()).toMatchObject({ user: { email } });
    expect(location(await signIn(world.browser(), { email, password: another }))).toBe(
      "https://app.test",
    );
  });

  it("a mail is sent once more, and still leads to the password that was chosen", async () => {
    const world = passwordWorld(inbox, { strategy });
    const browser = world.browser();
    await browser.submit("password/sign-up", { email, password });
    await browser.submit("password/again");
    expect(inbox.mails).toHaveLength(2);
    await browser.submit("callback/password", { code: inbox.newest().code });
    expect(await browser.session()).toMatchObject({ user: { email } });
    expect(location(await signIn(world.browser()))).toBe("https://app.test");
  });
});

describe("passwords", () => {
  it("the sign-in page leads to a new account and to a new password", async () => {
    const page = await (await passwordWorld(inbox).browser().get("signin")).text();
    expect(page).toContain('href="/auth/password/forgot"');
    expect(page).toContain('href="/auth/password/sign-up"');
    expect(page).toContain('autocomplete="current-password"');
  });

  it("the sign-in page ends with a question to strangers, the sign-up page with one to users", async () => {
    const browser = passwordWorld(inbox).browser();
    const endOf = async (route: string) => {
      const page = await (await browser.get(route)).text();
      const end = page.slice(page.lastIndexOf("</form>"));
      return [/href="([^"]*)"/.exec(end)?.[1], end.replaceAll(/(?:<[^>]*>|\s)+/g, " ").trim()];
    };
    const signUpPage = "/auth/password/sign-up";
    expect(await endOf("signin")).toEqual([signUpPage, "New here? Create an account"]);
    const answer = "Already have an account? Sign in";
    expect(await endOf("password/sign-up")).toEqual(["/auth/signin", answer]);
  });

  it("without `signUp` there is no page to make an account, and no mail to strangers", async () => {
    const browser = passwordWorld(inbox, { provider: { signUp: false } }).browser();
    expect(await (await browser.get("signin")).text()).not.toContain("sign-up");
    expect((await browser.get("password/sign-up")).status).toBe(404);
    expect((await browser.submit("password/sign-up", { email, password })).status).toBe(404);
    const asked = await browser.submit("password/forgot", { email });
    expect(location(asked)).toContain("verify-request");
    const page = await (await browser.get("verify-request?provider=password")).text();
    expect(page).toContain("to choose a new password for app.test, or enter its code here");
    expect(page).not.toContain("sign in to");
    expect(inbox.mails).toHaveLength(0);
  });

  it("programs get JSON: where to go, or what was wrong", async () => {
    const browser = passwordWorld(inbox).browser();
    const headers = { "x-auth-return-redirect": "1" };
    const short = await browser.submit(
      "password/sign-up",
      { email, password: "short" },
      { headers },
    );
    expect([short.status, await short.json()]).toEqual([400, { error: "PasswordTooShort" }]);
    const asked = await browser.submit("password/sign-up", { email, password }, { headers });
    expect(textMember(await asked.json(), "url")).toContain("verify-request");
  });

  it("without a password provider there is nothing at its addresses", async () => {
    const world = passwordWorld(inbox, { overrides: { providers: [] } });
    expect((await world.browser().get("password/sign-up")).status).toBe(404);
  });

  it("a first password is set by who signed in another way just now", async () => {
    const world = passwordWorld(inbox);
    const browser = world.browser();
    await signUp(browser, inbox);
    world.passwords.clear();
    expect(await (await browser.get("password/change")).text()).toContain("Set a password");
    await browser.submit("password/change", { password: another });
    expect(location(await signIn(world.browser(), { email, password: another }))).toBe(
      "https://app.test",
    );
  });

  it("hashes from elsewhere are accepted by `verify`, and hashed anew", async () => {
    const verify = (typed: string, hash: string) => hash === `legacy:${typed.length}`;
    const world = passwordWorld(inbox, { scrypt: true, provider: { verify } });
    await world.adapter.createUser({ id: "1", email, emailVerified: new Date() });
    await storePassword(world.adapter, { userId: "1", hash: `legacy:${password.length}` });
    expect(location(await signIn(world.browser()))).toBe("https://app.test");
    expect(world.passwords.get("1")?.hash).toMatch(/^\$scrypt\$ln=17,r=8,p=1\$/);
    expect(location(await signIn(world.browser()))).toBe("https://app.test");
    const same = "x".repeat(password.length);
    expect(location(await signIn(world.browser(), { email, password: same }))).toContain("error=");
  });
});
