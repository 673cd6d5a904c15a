import type { MailLimitParams } from "latchkey/providers";
import { describe, expect, it, vi } from "vitest";
import { type Browser, location } from "../support/client.js";
import { useClock } from "../support/clock.js";
import { openInbox } from "../support/inbox.js";
import { ask, follow, mailWorld } from "../support/mail-world.js";

const inbox = await openInbox();
const address = "lin@example.org";
const sent = "https://app.test/auth/verify-request?provider=email&type=email";
const notSent = "https://app.test/auth/signin?error=EmailSignin";

/** What a stranger can see of an answer: values of cookies are random, so only their length counts. */
async function visible(response: Response) {
  const headers = [...response.headers].map(([name, value]) =>
    name === "set-cookie" ? `${value.replace(/=[^;]*/, "")} ${value.length}` : `${name}: ${value}`,
  );
  return { status: response.status, headers, body: await response.text() };
}

describe("asking for a mail", () => {
  const clock = useClock();

  it("H13 looks the same for an address with a user and for one without", async () => {
    const { browser, store, adapter } = mailWorld(inbox);
    store.users.set("1", { id: "1", email: "known@example.org", emailVerified: new Date() });
    store.emails.set("known@example.org", "1");
    const calls: string[] = [];
    for (const name of ["getUserByEmail", "createVerificationToken", "getUserByAccount"] as const) {
      const method = adapter[name].bind(adapter);
      Object.assign(adapter, {
        [name]: (argument: never) => {
          calls.push(name);
          return method(argument);
        },
      });
    }
    const known = await visible(await ask(browser(), "known@example.org"));
    const made = calls.splice(0);
    const unknown = await visible(await ask(browser(), "knows@example.org"));
    expect(unknown).toEqual(known);
    expect(calls).toEqual(made);
    expect(inbox.mails).toHaveLength(2);
  });

  it("H13 looks the same for an address that the signIn callback refuses, with hideRefusals", async () => {
    const callbacks = {
      signIn: ({ user }: { user: { email?: string | null } }) => user.email !== "never@example.org",
    };
    const { browser } = mailWorld(inbox, { hideRefusals: true }, { callbacks });
    const [welcome, refused] = [browser(), browser()];
    const first = await visible(await ask(welcome, "later@example.org"));
    const second = await visible(await ask(refused, "never@example.org"));
    expect(second).toEqual(first);
    expect(inbox.mails.map(({ recipients }) => recipients)).toEqual([["later@example.org"]]);
    const typeWrong = (own: Browser) => own.submit("callback/email", { code: "000000" });
    for (const tries of [1, 2, 3, 4, 5]) {
      if (inbox.newest().code === "000000") break;
      const [one, other] = [await typeWrong(welcome), await typeWrong(refused)];
      expect([tries, location(other)]).toEqual([tries, location(one)]);
    }
    expect(await refused.session()).toBeNull();
  });

  it("H14 leaves no live token when the mail can't be sent", async () => {
    const { browser, store, log } = mailWorld(inbox);
    inbox.refuse();
    const own = browser();
    const response = await ask(own, address);
    expect(location(response)).toBe(notSent);
    expect(store.verificationTokens.size).toBe(0);
    expect(own.cookieNames().filter((name) => name.includes("mail"))).toEqual([]);
    expect(log.codes("error")).toEqual(["EmailSignInError"]);
    expect(await own.session()).toBeNull();
  });

  it("H14 leaves no live token when sending takes too long", async () => {
    const server = { sendMail: () => new Promise<never>(() => undefined) };
    const { browser, store } = mailWorld(inbox, { server }, { timeout: 30 });
    expect(location(await ask(browser(), address))).toBe(notSent);
    expect(store.verificationTokens.size).toBe(0);
  });

  it("H14 says so in the log when the token of an unsent mail can't be removed", async () => {
    const { browser, adapter, log } = mailWorld(inbox);
    adapter.useVerificationToken = () => Promise.reject(new Error("connection lost"));
    inbox.refuse();
    expect(location(await ask(browser(), address))).toBe(notSent);
    expect(log.codes("error")).toEqual(["EmailSignInError", "EmailSignInError"]);
  });

  it("H14 sends nothing when the token can't be stored", async () => {
    const { browser, adapter } = mailWorld(inbox);
    adapter.createVerificationToken = () => Promise.reject(new Error("disk full"));
    const response = await ask(browser(), address);
    expect(location(response)).toBe("https://app.test/auth/error?error=Configuration");
    expect(inbox.mails).toEqual([]);
  });

  it("H15 refuses the sixth mail to an address in ten minutes, whoever asks, user or not", async () => {
    const { browser, store, adapter } = mailWorld(inbox);
    store.users.set("1", { id: "1", email: "known@example.org", emailVerified: null });
    store.emails.set("known@example.org", "1");
    for (const email of ["known@example.org", "unknown@example.org"]) {
      for (const typed of [email, email.toUpperCase(), ` ${email}`, email, email]) {
        expect(location(await ask(browser(), typed))).toBe(sent);
      }
      const look = vi.spyOn(adapter, "getUserByEmail");
      expect(location(await ask(browser(), email))).toBe(notSent);
      expect(look).not.toHaveBeenCalled();
      look.mockRestore();
    }
    expect(location(await ask(browser(), "third@example.org"))).toBe(sent);
    clock.pass(600);
    expect(location(await ask(browser(), "known@example.org"))).toBe(sent);
  });

  it("H15 counts anew once the owner of the address has signed in", async () => {
    const { browser } = mailWorld(inbox);
    for (let round = 0; round < 7; round++) {
      const own = browser();
      expect(location(await ask(own, address))).toBe(sent);
      await follow(own, inbox.newest().link);
    }
  });

  it("H15 asks the application's limit, with the address as it is stored and the request", async () => {
    const asked: MailLimitParams[] = [];
    const perIp = new Map<string, number>();
    const limit = (params: MailLimitParams) => {
      asked.push(params);
      const ip = params.request.headers.get("x-real-ip") ?? "";
      perIp.set(ip, (perIp.get(ip) ?? 0) + 1);
      return (perIp.get(ip) ?? 0) <= 20;
    };
    const { browser } = mailWorld(inbox, { limit });
    const answers: string[] = [];
    for (let number = 0; number < 21; number++) {
      const fields = { email: ` Lin${number}@Example.ORG` };
      const headers = { "x-real-ip": "192.0.2.7" };
      answers.push(location(await browser().submit("signin/email", fields, { headers })));
    }
    expect(answers.filter((answer) => answer === sent)).toHaveLength(20);
    expect(answers.at(-1)).toBe(notSent);
    expect(asked[0]).toMatchObject({ identifier: "lin0@example.org", provider: "email" });
    expect(inbox.mails).toHaveLength(20);
  });

  it("H16 escapes every value in the mail, and its links lead to the site alone", async () => {
    const theme = {
      name: `<b>"Acme" & 'Sons'</b>\r\nBcc: x@evil.test`,
      brandColor: `red;}</style><script>alert(1)</script>`,
      buttonText: `"><img src=x>`,
    };
    const { browser } = mailWorld(inbox, {}, { theme });
    const callbackUrl = `/x?a=<b>"'&copy=1`;
    await ask(browser(), "o'brien&sons@example.org", callbackUrl);
    const { recipients, parsed, link } = inbox.newest();
    const html = parsed.html ?? "";
    expect(recipients).toEqual(["o'brien&sons@example.org"]);
    expect(parsed.subject).toBe(`Sign in to <b>"Acme" & 'Sons'</b> Bcc: x@evil.test`);
    expect(parsed.bcc ?? []).toEqual([]);
    expect(html).not.toMatch(/<b>|<script|<img|'Sons'/);
    expect(html).toContain("&lt;b&gt;&quot;Acme&quot; &amp; &#39;Sons&#39;");
    const targets = [...html.matchAll(/href="([^"]*)"/g)].map(([, target = ""]) => target);
    expect(targets.length).toBeGreaterThan(0);
    for (const target of targets) {
      expect(new URL(target.replaceAll("&amp;", "&")).href).toBe(link.href);
    }
    expect(link.origin).toBe("https://app.test");
    expect(html).not.toMatch(/\ssrc=|url\(|@import|@font-face/);
  });

  it("H16 takes the host of the link from the configured URL, not from the request", async () => {
    const { config, browser } = mailWorld(inbox, {}, { url: "https://app.test" });
    const own = browser();
    const csrfToken = await own.csrfToken();
    const request = new Request("https://evil.test/auth/signin/email", {
      method: "POST",
      headers: { cookie: own.cookieHeader(), "x-forwarded-host": "evil.test" },
      body: new URLSearchParams({ csrfToken, email: address }),
    });
    await own.send(request);
    expect(config.url).toBe("https://app.test");
    expect(inbox.newest().link.origin).toBe("https://app.test");
    expect(inbox.newest().parsed.html).not.toContain("evil.test");
  });

  it("tells neither token nor code in the log", async () => {
    const { browser, log } = mailWorld(inbox, {}, { debug: true });
    const own = browser();
    await ask(own, address);
    const { link, code } = inbox.newest();
    await own.submit("callback/email", { code: code === "000000" ? "000001" : "000000" });
    await follow(own, link);
    await follow(own, link);
    inbox.refuse();
    await ask(own, address);
    const text = log.entries.flatMap(({ message }) => message.map(described)).join("\n");
    expect(text).not.toContain(link.searchParams.get("token"));
    expect(text).not.toContain(code);
  });
});

function described(item: unknown): string {
  return item instanceof Error
    ? `${item.message} ${item.stack ?? ""} ${JSON.stringify(item.cause ?? null)}`
    : JSON.stringify(item);
}
