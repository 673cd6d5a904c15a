import type { SignInCallbackParams } from "latchkey/types";
import { describe, expect, it } from "vitest";
import { location, sessionCookiesSet } from "../support/client.js";
import { useClock } from "../support/clock.js";
import { strategies } from "../support/config.js";
import { openInbox } from "../support/inbox.js";
import { ask, follow, mailWorld, press } from "../support/mail-world.js";

const inbox = await openInbox();
const address = "lin@example.org";
const hash: unknown = expect.stringMatching(/^[0-9a-f]{64}$/);

describe.each(strategies)("signing in by e-mail, strategy %s", (strategy) => {
  const clock = useClock();
  const session = { strategy };

  it("[VER-1] stores a token and sends a link to the address that was typed in", async () => {
    const { browser, store } = mailWorld(inbox, {}, { session });
    const response = await ask(browser(), " Lin@Example.ORG ", "/welcome");
    expect(location(response)).toBe(
      "https://app.test/auth/verify-request?provider=email&type=email",
    );
    const { recipients, sender, parsed, link, code } = inbox.newest();
    expect(recipients).toEqual([address]);
    expect(sender).toBe("no-reply@acme.test");
    expect(parsed.from?.name).toBe("Acme");
    expect(parsed.subject).toBe("Sign in to app.test");
    expect(code).toMatch(/^\d{6}$/);
    expect(link.origin + link.pathname).toBe("https://app.test/auth/callback/email");
    expect([...link.searchParams.keys()]).toEqual(["callbackUrl", "token", "email"]);
    expect(link.searchParams.get("callbackUrl")).toBe("https://app.test/welcome");
    expect(link.searchParams.get("token")).toMatch(/^[0-9a-f]{64}$/);
    expect(parsed.html).toContain(code);
    expect([...store.verificationTokens.values()]).toHaveLength(1);
  });

  it("[RES-12] keeps the address, a hash of the token and the date of its end", async () => {
    const { browser, store } = mailWorld(inbox, {}, { session });
    await ask(browser(), address);
    const [row] = store.verificationTokens.values();
    const token = inbox.newest().link.searchParams.get("token") ?? "";
    expect(row).toEqual({
      identifier: address,
      token: hash,
      expires: new Date(clock.now() + 15 * 60 * 1000),
    });
    expect(row?.token).not.toBe(token);
  });

  it("[SVC-1] [VER-2] [RES-7] signs in at once when the browser that asked follows the link", async () => {
    const { browser, store } = mailWorld(inbox, {}, { session });
    const own = browser();
    await ask(own, address, "/welcome");
    const response = await follow(own, inbox.newest().link);
    expect(location(response)).toBe("https://app.test/welcome");
    expect(await own.session()).toMatchObject({ user: { email: address } });
    expect(store.verificationTokens.size).toBe(0);
    expect([...store.accounts.values()]).toEqual([
      expect.objectContaining({ provider: "email", providerAccountId: address, type: "email" }),
    ]);
    expect(own.cookieNames().filter((name) => name.includes("mail"))).toEqual([]);
  });

  it("[RES-4] sets emailVerified at the first sign-in and leaves it at later ones", async () => {
    const { browser, store } = mailWorld(inbox, {}, { session });
    store.users.set("7", { id: "7", email: address, name: "Lin", emailVerified: null });
    store.emails.set(address, "7");
    for (const wait of [0, 3600]) {
      clock.pass(wait);
      const own = browser();
      await ask(own, address);
      expect(sessionCookiesSet(await follow(own, inbox.newest().link))).toHaveLength(1);
      expect(await own.session()).toMatchObject({ user: { name: "Lin" } });
    }
    expect(store.users.size).toBe(1);
    expect(store.users.get("7")?.emailVerified).toEqual(new Date(clock.now() - 3600 * 1000));
    expect(store.accounts.size).toBe(1);
  });

  it("[VER-1] [VER-2] [CBK-7] asks the signIn callback twice, the first time with verificationRequest", async () => {
    const asked: SignInCallbackParams[] = [];
    const signIn = (params: SignInCallbackParams) => asked.push(params) > 0;
    const { browser } = mailWorld(inbox, {}, { session, callbacks: { signIn } });
    const own = browser();
    await ask(own, address);
    await follow(own, inbox.newest().link);
    const account = { provider: "email", providerAccountId: address, type: "email" };
    expect(asked).toMatchObject([
      { user: { email: address }, account, email: { verificationRequest: true } },
      { user: { email: address }, account },
    ]);
    expect(asked[1]).not.toHaveProperty("email");
  });

  it("sends nothing to an address that the signIn callback refuses", async () => {
    const { browser, store } = mailWorld(
      inbox,
      {},
      { session, callbacks: { signIn: () => false } },
    );
    const response = await ask(browser(), address);
    expect(location(response)).toBe("https://app.test/auth/error?error=AccessDenied");
    expect(inbox.mails).toEqual([]);
    expect(store.verificationTokens.size).toBe(0);
  });

  it("goes where the signIn callback says instead of sending", async () => {
    const callbacks = { signIn: () => "/waiting-list" };
    const { browser } = mailWorld(inbox, {}, { session, callbacks });
    expect(location(await ask(browser(), address))).toBe("https://app.test/waiting-list");
    expect(inbox.mails).toEqual([]);
  });

  it("[VER-3] refuses a link that has expired, with the error Verification", async () => {
    const { browser } = mailWorld(inbox, { maxAge: 60 }, { session });
    const own = browser();
    await ask(own, address);
    clock.pass(60);
    const response = await follow(own, inbox.newest().link);
    // The browser has forgotten by now that it asked.
    expect(response.status).toBe(200);
    const refused = await press(own, response);
    expect(location(refused)).toBe("https://app.test/auth/error?error=Verification");
    expect(await own.session()).toBeNull();
  });

  it("shows who asks to sign in, in another browser, and signs in when the button is pressed", async () => {
    const { browser, store } = mailWorld(inbox, {}, { session });
    await ask(browser(), address, "/welcome");
    const phone = browser();
    const page = await follow(phone, inbox.newest().link);
    expect(page.status).toBe(200);
    expect(page.headers.get("content-type")).toContain("text/html");
    expect(await page.clone().text()).toContain(address);
    expect(store.verificationTokens.size).toBe(1);
    const response = await press(phone, page);
    expect(location(response)).toBe("https://app.test/welcome");
    expect(await phone.session()).toMatchObject({ user: { email: address } });
  });

  it("accepts a link that was made before the secret was changed", async () => {
    const before = mailWorld(inbox, {}, { session });
    const own = before.browser();
    await ask(own, address);
    const changed = {
      session,
      adapter: before.adapter,
      secret: ["n".repeat(40), before.config.secret ?? ""].flat(),
    };
    const after = mailWorld(inbox, {}, changed).browser();
    const response = await press(after, await follow(after, inbox.newest().link));
    expect(sessionCookiesSet(response)).toHaveLength(1);
  });
});
