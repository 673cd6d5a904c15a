import { sessionRegistry } from "latchkey/plugins/session-registry";
import { accountPage } from "latchkey/plugins/account-page";
import { twoFactor } from "latchkey/plugins/two-factor";
import { memoryState } from "latchkey/state/memory";
import Credentials from "latchkey/providers/credentials";
import GitHub from "latchkey/providers/github";
import Google from "latchkey/providers/google";
import Nodemailer from "latchkey/providers/nodemailer";
import Passkey from "latchkey/providers/passkey";
import Password from "latchkey/providers/password";
import { describe, expect, it } from "vitest";
import { location } from "../support/client.js";
import { world, type TestConfig } from "../support/config.js";
import { openInbox } from "../support/inbox.js";
import { email, password, passwordWorld, signIn, signUp } from "../support/password-world.js";

const inbox = await openInbox();
const theme = { name: "Acme Shop" };
const clientIp = (request: Request) => request.headers.get("x-real-ip");

/** A provider of the application with a password and this field. */
const own = (field: string) =>
  Credentials({
    credentials: { [field]: {}, password: { type: "password" } },
    authorize: () => null,
  });
const mail = Nodemailer({ server: inbox.server, from: "no-reply@acme.test" });

describe("the sign-in page", () => {
  it("keeps the address after a wrong password, out of the URL and for one time", async () => {
    const browser = passwordWorld(inbox).browser();
    const response = await signIn(browser, { email, password: "wrong, and long enough" });
    const place = new URL(location(response));
    expect(place.href).not.toContain("ada");
    const again = await (await browser.get(`signin${place.search}`)).text();
    expect(again).toMatch(/<input[^>]*name="email"[^>]*value="ada@example.org"/);
    expect(again).toMatch(/<input[^>]*autofocus[^>]*name="password"/);
    expect(await (await browser.get(`signin${place.search}`)).text()).not.toContain("ada@");
  });

  it.each<[string, TestConfig["providers"][number], string, Readonly<Record<string, string>>]>([
    ["a wrong password of the application's own", own("email"), "callback/credentials", { email }],
    ["one with a username", own("username"), "callback/credentials", { username: "ada" }],
    ["an address that is none", mail, "signin/nodemailer", { email: "ada example.org" }],
  ])("keeps what was typed after %s", async (_, provider, route, typed) => {
    const [[name = "", text = ""] = []] = Object.entries(typed);
    const browser = world("database", { providers: [provider] }).browser();
    const place = new URL(
      location(await browser.submit(route, { ...typed, password: "violet kettle" })),
    );
    expect(place.href).not.toContain("ada");
    const html = await (await browser.get(`signin${place.search}`)).text();
    expect(html).toMatch(new RegExp(`<input[^>]*name="${name}"[^>]*value="${text}"`));
    expect(html).not.toContain("violet kettle");
  });

  it("keeps what was typed after too many attempts, too", async () => {
    const { browser } = world("jwt", { providers: [own("email")] });
    const ours = browser();
    for (let index = 0; index < 12; index++) {
      const response = await ours.submit("callback/credentials", { email, password: "wrong" });
      const { search } = new URL(location(response));
      const html = await (await ours.get(`signin${search}`)).text();
      expect(html).toMatch(/<input[^>]*name="email"[^>]*value="ada@example.org"/);
      if (index === 11) expect(search).toContain("RateLimited");
    }
  });

  it("keeps nothing that a page of another site has posted", async () => {
    const { browser } = world("jwt", { providers: [own("email")] });
    const ours = browser();
    const headers = { origin: "https://evil.test", "sec-fetch-site": "cross-site" };
    const csrfToken = "made-up";
    await ours.post("callback/credentials", { csrfToken, email, password: "wrong" }, { headers });
    expect(ours.cookieNames()).not.toContain("__Host-latchkey.typed");
    await ours.post("callback/credentials", { csrfToken, email, password: "wrong" });
    expect(ours.cookieNames()).toContain("__Host-latchkey.typed");
  });

  it("keeps nothing of a field that may be a secret", async () => {
    const { browser } = world("jwt", { providers: [own("pin")] });
    const ours = browser();
    const response = await ours.submit("callback/credentials", { pin: "1234", password: "wrong" });
    const { search } = new URL(location(response));
    expect(await (await ours.get(`signin${search}`)).text()).not.toContain("1234");
  });

  it("has a button that shows the password, allowed by the policy, and hidden without its script", async () => {
    const response = await passwordWorld(inbox).browser().get("signin");
    expect(response.headers.get("content-security-policy")).toMatch(/script-src 'sha256-/);
    expect(await response.text()).toMatch(
      /<button[^>]*data-reveal[^>]*hidden[^]*Show password<\/span>/,
    );
  });

  it("offers strangers one way to make an account: a passkey only where there is no sign-up", async () => {
    const mailer = Nodemailer({ server: inbox.server, from: "no-reply@acme.test" });
    const pageWith = async (signsUp: boolean) => {
      const providers = [Password({ email: mailer, signUp: signsUp }), Passkey];
      const overrides = { providers, experimental: { enableWebAuthn: true } };
      return (await passwordWorld(inbox, { overrides }).browser().get("signin")).text();
    };
    expect(await pageWith(true)).not.toContain("data-register");
    expect(await pageWith(false)).toContain("data-register");
  });

  it("draws Google's mark in its four colors", async () => {
    const providers = [Google({ clientId: "c", clientSecret: "s" })];
    const page = await (
      await passwordWorld(inbox, { overrides: { providers } }).browser().get("signin")
    ).text();
    for (const fill of ["#4285f4", "#34a853", "#fbbc05", "#ea4335"]) {
      expect(page).toContain(`fill="${fill}"`);
    }
  });
});

it("after a sign-up, the page speaks of the account and names the site as its theme does", async () => {
  const browser = passwordWorld(inbox, { overrides: { theme } }).browser();
  const response = await browser.submit("password/sign-up", { email, password });
  const page = await (await browser.send(new Request(location(response)))).text();
  expect(page).toContain("creating your account at Acme Shop");
  expect(page).toContain("Create my account");
  expect(page).not.toContain("app.test.");
});

describe("the account page", () => {
  async function page() {
    const mailer = Nodemailer({ server: inbox.server, from: "no-reply@acme.test" });
    const world = passwordWorld(inbox, {
      overrides: {
        providers: [Password({ email: mailer }), GitHub({ clientId: "c", clientSecret: "s" })],
        session: { strategy: "database" },
        plugins: [accountPage(), twoFactor(), sessionRegistry()],
        sharedState: memoryState(),
        clientIp,
      },
    });
    const browser = world.browser();
    await signUp(browser, inbox);
    await browser.signOut();
    const [user] = world.store.users.values();
    const image = "https://pictures.test/ada.png";
    await world.adapter.updateUser({ id: user?.id ?? "", image });
    await browser.submit(
      "callback/password",
      { email, password },
      { headers: { "x-real-ip": "::1" } },
    );
    const response = await browser.get("account", { headers: { accept: "text/html" } });
    return { html: await response.text(), policy: response.headers.get("content-security-policy") };
  }

  it("shows the user's picture, the marks of providers, and this computer for what it is", async () => {
    const { html, policy } = await page();
    expect(html).toMatch(/<img class="avatar" src="https:\/\/pictures\.test\/ada\.png"/);
    expect(policy).toContain("img-src 'self' data: https://pictures.test;");
    expect(html).toMatch(/with-mark[^<]*<span class="mark mark-0"[^]*Add GitHub/);
    expect(html).toContain("This computer");
    expect(html).not.toContain("0:0:0:0::/64");
    expect(html.match(/<h2[^>]*>Two-factor authentication</g) ?? []).toHaveLength(1);
  });
});
