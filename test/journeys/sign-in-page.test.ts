import { MemoryAdapter } from "latchkey/adapters/memory";
import Credentials from "latchkey/providers/credentials";
import Discord from "latchkey/providers/discord";
import Figma from "latchkey/providers/figma";
import GitHub from "latchkey/providers/github";
import GitLab from "latchkey/providers/gitlab";
import Google from "latchkey/providers/google";
import Guest from "latchkey/providers/guest";
import Nodemailer from "latchkey/providers/nodemailer";
import Notion from "latchkey/providers/notion";
import Passkey from "latchkey/providers/passkey";
import Password from "latchkey/providers/password";
import Slack from "latchkey/providers/slack";
import type { AuthConfig } from "latchkey";
import { describe, expect, it } from "vitest";
import { Browser, location } from "../support/client.js";
import { adasForm, people, recorder, secret, world, type TestConfig } from "../support/config.js";
import { openInbox } from "../support/inbox.js";
import { email, password, signUp } from "../support/password-world.js";

const inbox = await openInbox();
const known = { clientId: "id", clientSecret: "secret" };
const mailer = () => Nodemailer({ server: inbox.server, from: "Acme <no-reply@acme.test>" });
const ways = {
  mail: mailer,
  password: () => Password({ email: mailer() }),
  passkey: () => Passkey(),
};

function site(providers: AuthConfig["providers"], overrides: Partial<TestConfig> = {}) {
  const config: TestConfig = {
    providers,
    secret,
    trustHost: true,
    logger: recorder().logger,
    adapter: MemoryAdapter(),
    experimental: { enableWebAuthn: true },
    ...overrides,
  };
  return new Browser(config);
}

const pageOf = async (browser: Browser, route = "signin") => (await browser.get(route)).text();
const addressFields = (html: string) => html.match(/<input [^>]*type="email"/g) ?? [];
/** What the buttons say that send something. */
const buttons = (html: string) =>
  [...html.matchAll(/<button[^>]*type="submit"[^>]*>([^]*?)<\/button>/g)].map(([, inside = ""]) =>
    inside
      .replaceAll(/<span class="mark[^]*?<\/span>|<[^>]+>/g, " ")
      .replaceAll(/\s+/g, " ")
      .trim(),
  );

describe("one field for the address", () => {
  it.each([
    ["mail and password", [ways.mail, ways.password]],
    ["password and mail", [ways.password, ways.mail]],
    ["mail and passkeys", [ways.mail, ways.passkey]],
    ["passkeys and password", [ways.passkey, ways.password]],
    ["all three", [ways.passkey, ways.mail, ways.password]],
    ["mail alone", [ways.mail]],
    ["passkeys alone", [ways.passkey]],
    ["password alone", [ways.password]],
  ])("is on the page with %s", async (_, made) => {
    const html = await pageOf(site(made.map((make) => make())));
    expect(addressFields(html)).toHaveLength(1);
  });

  it("leads to each way by a button of its own, the password first", async () => {
    const html = await pageOf(site([ways.mail(), ways.password(), ways.passkey()]));
    expect(buttons(html)).toEqual(["Sign in", "Continue with email", "Continue with a passkey"]);
    expect(html).toContain('action="/auth/callback/password"');
    expect(html).toMatch(/formaction="\/auth\/signin\/nodemailer"\s+formnovalidate/);
  });

  it('is the page\'s main thing: one "or" parts it from providers, what is one button is a link', async () => {
    const all = [Google(known), ways.password(), ways.passkey(), Guest()];
    const groups = (await pageOf(site(all))).split('<div class="group"').slice(1);
    const shown = groups.map((group) => ({
      kind: /data-kind="(\w+)"/.exec(group)?.[1],
      button: /<button\s+class="(button[^"]*)"/.exec(group)?.[1],
      or: group.includes('class="or"'),
    }));
    expect(shown).toEqual([
      { kind: "redirect", button: "button with-mark", or: true },
      { kind: "credentials", button: "button primary", or: true },
      { kind: "webauthn", button: "button quiet", or: false },
      { kind: "plain", button: "button quiet", or: false },
    ]);
    // Without a form there is nothing that they are beside.
    const [, , guest = ""] = (await pageOf(site([Google(known), Guest()]))).split('class="group"');
    expect(guest).toMatch(/class="or"[^]*class="button"/);
  });

  it("leaves credentials of the application their own form", async () => {
    const own = Credentials({
      credentials: { email: { type: "email" }, pin: { type: "password" } },
      authorize: () => null,
    });
    const html = await pageOf(site([ways.mail(), own], { adapter: MemoryAdapter() }));
    expect(addressFields(html)).toHaveLength(2);
    expect(html).not.toContain("formaction");
  });

  it("leaves a passkey form that asks for more its own fields", async () => {
    const formFields = { email: { label: "Mail" }, nick: { label: "Nick" } };
    const html = await pageOf(
      site([ways.mail(), Passkey({ formFields, enableConditionalUI: false })]),
    );
    expect(addressFields(html)).toHaveLength(2);
  });

  it("sends a mail or takes a password, from one and the same form", async () => {
    const browser = site([ways.mail(), ways.password()]);
    await signUp(browser, inbox);
    await browser.signOut();
    const form = { email, password: "" };
    expect(location(await browser.submit("signin/nodemailer", form))).toContain("verify-request");
    expect(inbox.newest().recipients).toEqual([email]);
    await browser.submit("callback/password", { email, password });
    expect(await browser.session()).toMatchObject({ user: { email } });
  });

  it("gives the same answer whether the address is known or not", async () => {
    const browser = site([ways.mail(), ways.password()]);
    await signUp(browser, inbox);
    await browser.signOut();
    const answers = async (address: string) => {
      const fields = { email: address, password: "not the password of anybody" };
      const sent = [
        await browser.submit("signin/nodemailer", fields),
        await browser.submit("callback/password", fields),
      ];
      return sent.map((answer) => [answer.status, location(answer)]);
    };
    expect(await answers(email)).toEqual(await answers("nobody@example.org"));
  });

  it("keeps the password from whoever sends the mail", async () => {
    const seen: string[] = [];
    const sender = {
      ...mailer(),
      limit: async ({ request }: { request: Request }) => {
        seen.push(await request.text());
        return true;
      },
      sendVerificationRequest: async ({ request }: { request: Request }) => {
        seen.push(await request.text());
      },
    };
    const browser = site([sender, ways.password()]);
    await browser.submit("signin/nodemailer", { email, password });
    expect(seen).toHaveLength(2);
    for (const text of seen) {
      expect(text).toContain(email);
      expect(text).not.toContain(password);
    }
  });

  it.each(["EmailSignin", "InvalidEmail"])("is what the error %s is about", async (error) => {
    const browser = site([ways.mail(), ways.password()]);
    const html = await pageOf(browser, `signin?error=${error}&email=ada%40`);
    expect(html).toContain('role="alert"');
    expect(html.match(/<input[^>]*aria-invalid="true"/g)).toHaveLength(1);
    const whole = /<input [^>]*type="email"[^>]*>/.exec(html)?.[0];
    expect(whole).toContain('aria-invalid="true"');
    expect(whole).toContain('value="ada@"');
  });
});

describe("more than five providers", () => {
  const six = [GitHub, GitLab, Google, Discord, Figma, Slack].map((make) => make(known));

  it("fold: four are there at once, the others behind a button that needs no script", async () => {
    const html = await pageOf(site(six, { adapter: undefined }));
    const [shown = "", folded = ""] = html.split('<details class="more">');
    expect(buttons(shown)).toHaveLength(4);
    expect(buttons(folded)).toEqual(["Continue with Figma", "Continue with Slack"]);
    expect(folded).toContain("More options");
  });

  it("do not where there are five", async () => {
    const html = await pageOf(site(six.slice(0, 5), { adapter: undefined }));
    expect(html).not.toContain("<details");
    expect(buttons(html)).toHaveLength(5);
  });
});

describe("the way that was used last", () => {
  const cookie = "__Host-latchkey.last";
  const more = [Google(known), GitHub(known), people];

  it("is remembered nowhere unless the application asks for it", async () => {
    const browser = world("jwt", { providers: more }).browser();
    await browser.signIn(adasForm);
    expect(browser.cookieNames()).not.toContain(cookie);
  });

  it("is not remembered where there is but one", async () => {
    const browser = world("jwt", { lastUsedFirst: true }).browser();
    await browser.signIn(adasForm);
    expect(browser.cookieNames()).not.toContain(cookie);
  });

  it("comes first, and is marked, also after signing out", async () => {
    const browser = world("jwt", { providers: more, lastUsedFirst: true }).browser();
    expect(buttons(await pageOf(browser))).toEqual([
      "Continue with Google",
      "Continue with GitHub",
      "Sign in",
    ]);
    const response = await browser.signIn(adasForm);
    const set = response.headers.getSetCookie().find((text) => text.startsWith(cookie)) ?? "";
    expect(set).toMatch(
      /^__Host-latchkey\.last=credentials; Max-Age=15552000; Path=\/; .*HttpOnly/,
    );
    await browser.signOut();
    expect(buttons(await pageOf(browser))).toEqual([
      "Sign in Last used",
      "Continue with Google",
      "Continue with GitHub",
    ]);
  });

  it("is taken out of the fold", async () => {
    const all = [GitHub, GitLab, Google, Discord, Figma, Slack, Notion].map((make) => make(known));
    const browser = world("jwt", { providers: all, lastUsedFirst: true }).browser();
    const response = await browser.get("signin", { headers: { cookie: `${cookie}=notion` } });
    expect(buttons(await response.text())[0]).toBe("Continue with Notion Last used");
  });

  it.each(["nobody", "<script>alert(1)</script>", "__proto__", ""])(
    "changes nothing when the cookie says %j",
    async (value) => {
      const browser = world("jwt", { providers: more, lastUsedFirst: true }).browser();
      const headers = { cookie: `${cookie}=${encodeURIComponent(value)}` };
      const html = await (await browser.get("signin", { headers })).text();
      expect(buttons(html)[0]).toBe("Continue with Google");
      expect(html).not.toContain("Last used");
      expect(html).not.toContain("<script>alert");
    },
  );
});

it("well-known providers have a mark of their own, in one color", async () => {
  const html = await pageOf(site([Google(known), GitHub(known)], { adapter: undefined }));
  expect(
    html.match(/<span class="mark mark-\d" aria-hidden="true"\s*><svg[^]*?<path d="M/g),
  ).toHaveLength(2);
});
