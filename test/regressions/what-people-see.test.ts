import { sessionRegistry } from "latchkey/plugins/session-registry";
import { accountPage } from "latchkey/plugins/account-page";
import { twoFactor } from "latchkey/plugins/two-factor";
import { memoryState } from "latchkey/state/memory";
import GitHub from "latchkey/providers/github";
import Google from "latchkey/providers/google";
import Nodemailer from "latchkey/providers/nodemailer";
import Passkey from "latchkey/providers/passkey";
import Password from "latchkey/providers/password";
import { describe, expect, it } from "vitest";
import { location } from "../support/client.js";
import { openInbox } from "../support/inbox.js";
import { email, password, passwordWorld, signIn, signUp } from "../support/password-world.js";

const inbox = await openInbox();
const theme = { name: "Acme Shop" };
const clientIp = (request: Request) => request.headers.get("x-real-ip");

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
    expect(html.match(/>Two-factor authentication</g) ?? []).toHaveLength(1);
  });
});
