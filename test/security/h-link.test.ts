import Email from "latchkey/providers/email";
import { describe, expect, it, vi } from "vitest";
import { location, sessionCookiesSet } from "../support/client.js";
import { useClock } from "../support/clock.js";
import { openInbox } from "../support/inbox.js";
import { ask, follow, mailWorld, press } from "../support/mail-world.js";

const inbox = await openInbox();
const address = "lin@example.org";
const refusal = "https://app.test/auth/error?error=Verification";

/** The link with some of its parameters changed; null leaves one out. */
function changed(link: URL, values: Readonly<Record<string, string | null>>): URL {
  const copy = new URL(link);
  for (const [name, value] of Object.entries(values)) {
    if (value === null) copy.searchParams.delete(name);
    else copy.searchParams.set(name, value);
  }
  return copy;
}

describe("the link of a mail", () => {
  const clock = useClock();

  it("H08 signs in once: the second time is refused", async () => {
    const own = mailWorld(inbox).browser();
    await ask(own, address);
    const { link } = inbox.newest();
    const replay = own.copy();
    expect(sessionCookiesSet(await follow(own, link))).toHaveLength(1);
    expect(location(await follow(replay, link))).toBe(refusal);
    const later = await press(own, await follow(own, link));
    expect(location(later)).toBe(refusal);
  });

  it("H08 gives one session to 50 simultaneous uses", async () => {
    const own = mailWorld(inbox).browser();
    await ask(own, address);
    const { link } = inbox.newest();
    const uses = Array.from({ length: 50 }, () => follow(own.copy(), link));
    const won = (await Promise.all(uses)).filter((answer) => sessionCookiesSet(answer).length > 0);
    expect(won).toHaveLength(1);
  });

  it("H08 gives one session to 50 simultaneous uses though the adapter finds first and deletes later", async () => {
    const { adapter, store, browser } = mailWorld(inbox);
    const pause = () => new Promise((resolve) => setTimeout(resolve, 5));
    adapter.useVerificationToken = async ({ identifier, token }) => {
      const entry = [...store.verificationTokens].find(
        ([, row]) => row.identifier === identifier && row.token === token,
      );
      await pause();
      if (!entry) return null;
      store.verificationTokens.delete(entry[0]);
      return entry[1];
    };
    const own = browser();
    await ask(own, address);
    const { link } = inbox.newest();
    const uses = Array.from({ length: 50 }, () => follow(own.copy(), link));
    const won = (await Promise.all(uses)).filter((answer) => sessionCookiesSet(answer).length > 0);
    expect(won).toHaveLength(1);
  });

  it("H08 can be used again after the adapter failed before it was used up", async () => {
    const { adapter, browser } = mailWorld(inbox);
    const use = adapter.useVerificationToken;
    const own = browser();
    await ask(own, address);
    adapter.useVerificationToken = () => Promise.reject(new Error("connection lost"));
    const failed = await follow(own.copy(), inbox.newest().link);
    expect(location(failed)).toBe("https://app.test/auth/error?error=Configuration");
    adapter.useVerificationToken = use;
    expect(sessionCookiesSet(await follow(own, inbox.newest().link))).toHaveLength(1);
  });

  it("H09 is refused with the address of somebody else, and still works with its own", async () => {
    const { browser } = mailWorld(inbox, { confirm: "never" });
    await ask(browser(), address);
    await ask(browser(), "other@example.org");
    const [mine] = inbox.mails;
    const link = mine?.link ?? new URL("about:blank");
    const stolen = changed(link, { email: "other@example.org" });
    expect(location(await follow(browser(), stolen))).toBe(refusal);
    expect(location(await follow(browser(), changed(link, { email: null })))).toBe(refusal);
    expect(sessionCookiesSet(await follow(browser(), link))).toHaveLength(1);
  });

  it("H09 is refused at another provider of the same application", async () => {
    const shared = { server: inbox.server, confirm: "never" } as const;
    const providers = [Email(shared), Email({ ...shared, id: "staff" })];
    const { browser } = mailWorld(inbox, {}, { providers });
    await ask(browser(), address);
    const elsewhere = new URL(inbox.newest().link);
    elsewhere.pathname = "/auth/callback/staff";
    expect(location(await follow(browser(), elsewhere))).toBe(refusal);
    expect(sessionCookiesSet(await follow(browser(), inbox.newest().link))).toHaveLength(1);
  });

  it("H09 is refused with the hash from the store in place of the token", async () => {
    const { browser, store } = mailWorld(inbox, { confirm: "never" });
    await ask(browser(), address);
    const [row] = store.verificationTokens.values();
    const link = changed(inbox.newest().link, { token: row?.token ?? "" });
    expect(location(await follow(browser(), link))).toBe(refusal);
  });

  it.each([
    ["a millisecond before its end", 59_999, true],
    ["exactly at its end", 60_000, false],
  ])("H10 %s: signed in %s", async (_, wait, works) => {
    const { browser } = mailWorld(inbox, { maxAge: 60, confirm: "never" });
    await ask(browser(), address);
    clock.goTo(clock.now() + wait);
    const response = await follow(browser(), inbox.newest().link);
    expect(sessionCookiesSet(response)).toHaveLength(works ? 1 : 0);
    if (!works) expect(location(response)).toBe(refusal);
  });

  it.each([
    ["a text that names no date", () => "never"],
    ["a text without a zone", () => "2999-01-01T00:00:00"],
    ["a text of a day that no calendar has", () => "2999-13-01T00:00:00.000Z"],
    ["an empty text", () => ""],
    ["a number as text", () => "32503680000000"],
    ["a number", () => 32_503_680_000_000],
    ["no date at all", () => new Date(NaN)],
    ["missing", () => undefined],
  ])("H10 an end that is %s in the store never means for ever", async (_, expires) => {
    const { browser, adapter } = mailWorld(inbox, { confirm: "never" });
    const use = adapter.useVerificationToken;
    const broken = async (key: { identifier: string; token: string }) => {
      const row = await use(key);
      return row && { ...row, expires: expires() };
    };
    Object.assign(adapter, { useVerificationToken: broken });
    await ask(browser(), address);
    const response = await follow(browser(), inbox.newest().link);
    expect(sessionCookiesSet(response)).toHaveLength(0);
    expect(location(response)).toContain("/auth/error?error=");
  });

  it("H11 survives a scanner: HEAD, then GET without cookies, and the reader's click works", async () => {
    const { browser, store } = mailWorld(inbox);
    await ask(browser(), address);
    const { link } = inbox.newest();
    const scanner = browser();
    const head = await scanner.send(new Request(link, { method: "HEAD" }));
    expect(head.status).toBe(405);
    const looked = await follow(browser(), link, { "user-agent": "Mozilla/5.0 (mail scanner)" });
    expect(looked.status).toBe(200);
    expect(sessionCookiesSet(looked)).toHaveLength(0);
    expect(store.verificationTokens.size).toBe(1);
    const reader = browser();
    const page = await follow(reader, link);
    expect(sessionCookiesSet(await press(reader, page))).toHaveLength(1);
  });

  it("H11 the button needs the CSRF token that came with its page", async () => {
    const { browser, store } = mailWorld(inbox);
    await ask(browser(), address);
    const { link } = inbox.newest();
    const fields = Object.fromEntries(link.searchParams);
    const response = await browser().post("callback/email", fields);
    expect(location(response)).toContain("error=MissingCSRF");
    expect(store.verificationTokens.size).toBe(1);
  });

  it("H11 the page that asks leaks the link to nobody", async () => {
    const { browser } = mailWorld(inbox);
    await ask(browser(), address);
    const page = await follow(browser(), inbox.newest().link);
    expect(page.headers.get("referrer-policy")).toBe("same-origin");
    expect(page.headers.get("cache-control")).toContain("no-store");
    expect(page.headers.get("content-security-policy")).toContain("default-src 'none'");
    expect(page.headers.get("x-frame-options")).toBe("DENY");
  });

  it.each([
    ["missing", (link: URL) => changed(link, { token: null })],
    ["empty", (link: URL) => changed(link, { token: "" })],
    ["undefined", (link: URL) => changed(link, { token: "undefined" })],
    ["10 KiB long", (link: URL) => changed(link, { token: "a".repeat(10_240) })],
    ["given twice", (link: URL) => new URL(`${link.href}&token=other`)],
    ["a list", (link: URL) => new URL(`${changed(link, { token: null }).href}&token[]=a`)],
  ])("H12 a token that is %s is refused before any call to the adapter", async (_, make) => {
    const { browser, adapter } = mailWorld(inbox, { confirm: "never" });
    const own = browser();
    await ask(own, address);
    const use = vi.spyOn(adapter, "useVerificationToken");
    const look = vi.spyOn(adapter, "getUserByEmail");
    const link = make(inbox.newest().link);
    const responses = [
      await follow(own, link),
      await own.submit(`callback/email${link.search}`, {}),
    ];
    for (const response of responses) {
      expect([400, 302, 303]).toContain(response.status);
      if (response.status !== 400) expect(location(response)).toBe(refusal);
    }
    expect(use).not.toHaveBeenCalled();
    expect(look).not.toHaveBeenCalled();
  });

  it.each(["auto", "never"] as const)(
    "O05 is not used up by a request ahead of the reader, confirm: %s",
    async (confirm) => {
      const { browser, store } = mailWorld(inbox, { confirm });
      const own = browser();
      await ask(own, address);
      const { link } = inbox.newest();
      const announcements = [
        { purpose: "prefetch" },
        { "sec-purpose": "prefetch" },
        { "sec-purpose": "prefetch;prerender" },
        { "x-moz": "prefetch" },
        { "next-router-prefetch": "1" },
      ];
      for (const headers of announcements) {
        const page = await follow(own, link, { ...headers });
        expect(page.status).toBe(200);
        expect(sessionCookiesSet(page)).toEqual([]);
        expect(store.verificationTokens.size).toBe(1);
      }
      expect(sessionCookiesSet(await follow(own, link))).toHaveLength(1);
    },
  );

  it("H09 a short token of the application's own can't be guessed", async () => {
    const generateVerificationToken = () => "738291";
    const { browser, adapter } = mailWorld(inbox, { confirm: "never", generateVerificationToken });
    await ask(browser(), address);
    const { link } = inbox.newest();
    const use = vi.spyOn(adapter, "useVerificationToken");
    for (let guess = 0; guess < 5; guess++) {
      await follow(browser(), changed(link, { token: String(100_000 + guess) }));
    }
    use.mockClear();
    expect(location(await follow(browser(), link))).toBe(refusal);
    expect(use).not.toHaveBeenCalled();
    clock.pass(600);
    expect(location(await follow(browser(), link))).toBe(refusal);
  });
});
