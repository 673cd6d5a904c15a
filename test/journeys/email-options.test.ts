import { customFetch } from "latchkey";
import type { EmailConfig, EmailProviderSendVerificationRequestParams } from "latchkey/providers";
import Nodemailer from "latchkey/providers/nodemailer";
import Resend from "latchkey/providers/resend";
import { createTransport } from "nodemailer";
import { describe, expect, it, vi } from "vitest";
import { Browser, location, sessionCookiesSet } from "../support/client.js";
import { useClock } from "../support/clock.js";
import { openInbox } from "../support/inbox.js";
import { ask, follow, mailWorld, press } from "../support/mail-world.js";

const inbox = await openInbox();
const address = "lin@example.org";
const sixDigits: unknown = expect.stringMatching(/^\d{6}$/);
type Sent = EmailProviderSendVerificationRequestParams;

/** A provider object as the application itself may write it, in the peer's shape. */
function plain(send: (params: Sent) => void | Promise<void>, more: Partial<EmailConfig> = {}) {
  return { id: "email", type: "email", sendVerificationRequest: send, ...more } as const;
}

describe("the options of an e-mail provider", () => {
  const clock = useClock();

  it("sendVerificationRequest gets the link, its parts and who asked", async () => {
    const sent: Sent[] = [];
    const theme = { brandColor: "#0a7" };
    const provider = plain((params) => void sent.push({ ...params }), { maxAge: 120 });
    const { browser } = mailWorld(inbox, {}, { providers: [provider], theme });
    await ask(browser(), address, "/x");
    const [params] = sent;
    expect(params).toMatchObject({
      identifier: address,
      expires: new Date(clock.now() + 120_000),
      code: sixDigits,
      mail: { subject: "Sign in to app.test" },
      theme: { brandColor: "#0a7" },
      provider: { id: "email", type: "email", maxAge: 120 },
    });
    const url = new URL(params?.url ?? "");
    expect(Object.fromEntries(url.searchParams)).toEqual({
      callbackUrl: "https://app.test/x",
      token: params?.token,
      email: address,
    });
    const request = params?.request;
    expect(request?.url).toBe("https://app.test/auth/signin/email");
    expect(await request?.json()).toMatchObject({ email: address });
  });

  it("a function that sends the link alone gets a page without a field for a code", async () => {
    const sent: string[] = [];
    const provider = plain(({ url }) => void sent.push(url));
    const { browser } = mailWorld(inbox, {}, { providers: [provider] });
    const own = browser();
    const page = await own.get(
      new URL(location(await ask(own, address))).href.split("/auth/")[1] ?? "",
    );
    const html = await page.text();
    expect(html).toContain(address);
    expect(html).not.toContain('name="code"');
    expect(sessionCookiesSet(await follow(own, new URL(sent[0] ?? "")))).toHaveLength(1);
  });

  it("confirm: always asks first, also the browser that asked", async () => {
    const own = mailWorld(inbox, { confirm: "always" }).browser();
    await ask(own, address);
    const page = await follow(own, inbox.newest().link);
    expect(page.status).toBe(200);
    expect(sessionCookiesSet(await press(own, page))).toHaveLength(1);
  });

  it("confirm: never signs in wherever the link is opened", async () => {
    const { browser } = mailWorld(inbox, { confirm: "never" });
    await ask(browser(), address);
    expect(sessionCookiesSet(await follow(browser(), inbox.newest().link))).toHaveLength(1);
  });

  it("normalizeIdentifier takes the place of the normaliser", async () => {
    const normalizeIdentifier = (typed: string) => `${typed.split("+")[0] ?? ""}@example.org`;
    const { browser, store } = mailWorld(inbox, { normalizeIdentifier });
    await ask(browser(), "lin+shop@example.org");
    expect(inbox.newest().recipients).toEqual([address]);
    expect([...store.verificationTokens.values()][0]?.identifier).toBe(address);
  });

  it.each([
    "",
    "   ",
    "a@x.com\nBcc: b@x.com",
    "a\0@x.com",
    "a\ud800@x.com",
    "a\u2028b",
    `${"a".repeat(321)}`,
  ])("normalizeIdentifier may not return %j", async (result) => {
    const { browser, adapter } = mailWorld(inbox, { normalizeIdentifier: () => result });
    const look = vi.spyOn(adapter, "getUserByEmail");
    const response = await ask(browser(), address);
    expect(location(response)).toBe("https://app.test/auth/signin?error=EmailSignin");
    expect(look).not.toHaveBeenCalled();
  });

  it.each(["lin", "Lin@Example.ORG", "+44 20 7946 0018", "lin@intranet", "élise@example.org"])(
    "normalizeIdentifier has the last word: somebody signs in as %j, time and again",
    async (identifier) => {
      const links: string[] = [];
      const { browser, store } = mailWorld(inbox, {
        normalizeIdentifier: async () => identifier,
        sendVerificationRequest: ({ url }) => void links.push(url),
      });
      for (const _ of [1, 2]) {
        const tab = browser();
        await ask(tab, "whatever was typed in");
        await follow(tab, new URL(links.at(-1) ?? ""));
        expect(await tab.session()).toMatchObject({ user: { email: identifier } });
      }
      expect([...store.users.values()]).toMatchObject([{ email: identifier }]);
      expect(store.accounts.size).toBe(1);
    },
  );

  it.each([
    "a@evil.test,b@corp.test",
    "a@evil.test;b@corp.test",
    "Lin <lin@example.org>",
    "lin@example.org (Lin)",
    "everybody: lin@example.org",
    "=?utf-8?q?a=40evil.com=3e?=@corp.com",
    '"a@evil.test"@corp.test',
    "lin",
  ])("the built-in senders send to single mailboxes only, not to %j", async (identifier) => {
    const called = vi.fn();
    const http = Resend({ apiKey: "key", [customFetch]: called });
    for (const own of [{}, { sendVerificationRequest: http.sendVerificationRequest }]) {
      const normalizeIdentifier = () => identifier;
      const { browser, store } = mailWorld(inbox, { normalizeIdentifier, apiKey: "key", ...own });
      const before = inbox.mails.length;
      const response = await ask(browser(), address);
      expect(location(response)).toBe("https://app.test/auth/signin?error=EmailSignin");
      expect(inbox.mails.length).toBe(before);
      expect(called).not.toHaveBeenCalled();
      expect(store.verificationTokens.size).toBe(0);
    }
  });

  it("name@localhost is a mailbox", async () => {
    const { browser } = mailWorld(inbox);
    await ask(browser(), "Lin@localhost");
    expect(inbox.newest().recipients).toEqual(["lin@localhost"]);
  });

  it("a normalizeIdentifier that throws refuses the address", async () => {
    const normalizeIdentifier = () => {
      throw new Error("Only @corp.test may come in");
    };
    const { browser, log } = mailWorld(inbox, { normalizeIdentifier });
    const response = await ask(browser(), address);
    expect(location(response)).toBe("https://app.test/auth/signin?error=EmailSignin");
    expect(log.errors("EmailSignInError")[0]?.cause).toMatchObject({
      err: new Error("Only @corp.test may come in"),
    });
  });

  it("generateVerificationToken makes the token, now or later", async () => {
    const own = mailWorld(inbox, { generateVerificationToken: async () => "a&b=c d" }).browser();
    await ask(own, address);
    expect(inbox.newest().link.searchParams.get("token")).toBe("a&b=c d");
    expect(sessionCookiesSet(await follow(own, inbox.newest().link))).toHaveLength(1);
  });

  it.each(["", "undefined", "x".repeat(1025)])(
    "generateVerificationToken may not return %j",
    async (token) => {
      const { browser, store } = mailWorld(inbox, { generateVerificationToken: () => token });
      const response = await ask(browser(), address);
      expect(location(response)).toBe("https://app.test/auth/signin?error=EmailSignin");
      expect(store.verificationTokens.size).toBe(0);
    },
  );

  it("a secret of the provider's own goes into the stored hash", async () => {
    const before = mailWorld(inbox, { secret: "one" });
    await ask(before.browser(), address);
    const other = mailWorld(inbox, { secret: "two" }, { adapter: before.adapter }).browser();
    const page = await follow(other, inbox.newest().link);
    expect(location(await press(other, page))).toContain("error=Verification");
  });

  it("allowInternationalDomains keeps a domain in the form that mail servers know", async () => {
    const { browser, store } = mailWorld(inbox, { allowInternationalDomains: true });
    const own = browser();
    await ask(own, "lin@Bücher.example");
    expect(inbox.newest().recipients).toEqual(["lin@xn--bcher-kva.example"]);
    expect(sessionCookiesSet(await follow(own, inbox.newest().link))).toHaveLength(1);
    expect([...store.emails.keys()]).toEqual(["lin@xn--bcher-kva.example"]);
  });

  it("server may be a transport of nodemailer, or anything that has sendMail", async () => {
    const providers = [
      Nodemailer({ id: "one", server: createTransport(inbox.server), from: "a@acme.test" }),
      Nodemailer({ id: "two", server: { sendMail: async (mail: object) => void sent.push(mail) } }),
    ];
    const sent: object[] = [];
    const { browser } = mailWorld(inbox, {}, { providers });
    await browser().submit("signin/one", { email: address });
    expect(inbox.newest().recipients).toEqual([address]);
    await browser().submit("signin/two", { email: address });
    expect(sent).toMatchObject([
      { to: address, from: "no-reply@app.test", subject: "Sign in to app.test" },
    ]);
  });

  it.each([[{ rejected: [address] }], [{ pending: [{ address }] }]])(
    "a mail that is sent to nobody counts as not sent: %j",
    async (info) => {
      const server = { sendMail: async () => info };
      const { browser, store } = mailWorld(inbox, { server });
      const response = await ask(browser(), address);
      expect(location(response)).toBe("https://app.test/auth/signin?error=EmailSignin");
      expect(store.verificationTokens.size).toBe(0);
    },
  );

  it.each([
    ["has no sendVerificationRequest", { sendVerificationRequest: undefined }],
    ["lives for no time", { maxAge: 0 }],
    ["lives for no number of seconds", { maxAge: NaN }],
  ])("a provider that %s is a mistake in the configuration", async (_, options) => {
    const provider = { ...plain(() => undefined), ...options };
    // @ts-expect-error -- plain JavaScript may leave the function out
    const { config, log } = mailWorld(inbox, {}, { providers: [provider] });
    const response = await new Browser(config).get("csrf");
    expect(response.status).toBe(500);
    expect(log.codes("error")).toEqual(["InvalidProvider"]);
  });

  it("needs an adapter, and says so", async () => {
    const { config, log } = mailWorld(inbox, {}, { adapter: undefined });
    expect((await new Browser(config).get("csrf")).status).toBe(500);
    expect(log.codes("error")).toEqual(["MissingAdapter"]);
  });

  it("the application's own verify-request page gets the query", async () => {
    const pages = { verifyRequest: "/check-your-mail" };
    const own = mailWorld(inbox, {}, { pages }).browser();
    const next = location(await ask(own, address)).split("/auth/")[1] ?? "";
    expect(location(await own.get(next))).toBe(
      "https://app.test/check-your-mail?provider=email&type=email",
    );
  });

  it("customFetch is a symbol that options may carry", () => {
    expect(Nodemailer({ [customFetch]: fetch }).options?.[customFetch]).toBe(fetch);
  });
});
