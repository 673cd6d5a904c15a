import { describe, expect, it } from "vitest";
import { type Browser, location, sessionCookiesSet } from "../support/client.js";
import { useClock } from "../support/clock.js";
import { openInbox } from "../support/inbox.js";
import { ask, follow, mailWorld, otherCode, press } from "../support/mail-world.js";

const inbox = await openInbox();
const address = "lin@example.org";
const wrongAgain =
  "https://app.test/auth/verify-request?provider=email&type=email&error=Verification";
const givenUp = "https://app.test/auth/error?error=Verification";
const page = "verify-request?provider=email&type=email";

function type(browser: Browser, code: string): Promise<Response> {
  return browser.submit("callback/email", { code });
}

describe("the code in the mail", () => {
  const clock = useClock();

  it("is asked for on the page that the browser which asked is sent to", async () => {
    const { browser } = mailWorld(inbox);
    const own = browser();
    await ask(own, address);
    const shown = await (await own.get(page)).text();
    expect(shown).toContain(address);
    expect(shown).toContain('name="code"');
    const elsewhere = await (await browser().get(page)).text();
    expect(elsewhere).not.toContain(address);
    expect(elsewhere).not.toContain('name="code"');
  });

  it("signs in and goes where the person wanted to go", async () => {
    const { browser, store } = mailWorld(inbox);
    const own = browser();
    await ask(own, address, "/welcome");
    const { code } = inbox.newest();
    const response = await type(own, `${code.slice(0, 3)} ${code.slice(3)} `);
    expect(location(response)).toBe("https://app.test/welcome");
    expect(await own.session()).toMatchObject({ user: { email: address } });
    expect(store.verificationTokens.size).toBe(0);
  });

  it("and the link work once together: after the one the other is refused", async () => {
    const { browser } = mailWorld(inbox);
    const own = browser();
    await ask(own, address);
    const { code, link } = inbox.newest();
    const replay = own.copy();
    await type(own, code);
    expect(location(await follow(replay, link))).toBe(givenUp);
    expect(location(await type(replay, code))).toBe(givenUp);
  });

  it("is refused in a browser that did not ask", async () => {
    const { browser } = mailWorld(inbox);
    await ask(browser(), address);
    const other = browser();
    expect(location(await type(other, inbox.newest().code))).toBe(givenUp);
    const asked = browser();
    await ask(asked, "somebody-else@example.org");
    const [first] = inbox.mails;
    expect(location(await type(asked, first?.code ?? ""))).toBe(wrongAgain);
  });

  it("may be mistyped four times, and the link still works then", async () => {
    const { browser } = mailWorld(inbox);
    const own = browser();
    await ask(own, address);
    const { code, link } = inbox.newest();
    for (const step of [1, 2, 3, 4]) {
      expect(location(await type(own, otherCode(code, step)))).toBe(wrongAgain);
    }
    expect(await (await own.get(`${page}&error=Verification`)).text()).toContain('role="alert"');
    const phone = browser();
    expect(sessionCookiesSet(await press(phone, await follow(phone, link)))).toHaveLength(1);
  });

  it("is right at the fifth try, with the right digits", async () => {
    const { browser } = mailWorld(inbox);
    const own = browser();
    await ask(own, address);
    const { code } = inbox.newest();
    for (const step of [1, 2, 3, 4]) await type(own, otherCode(code, step));
    expect(sessionCookiesSet(await type(own, code))).toHaveLength(1);
  });

  it("is refused at the sixth try although it is right, and the link with it", async () => {
    const { browser, store } = mailWorld(inbox);
    const own = browser();
    await ask(own, address);
    const { code, link } = inbox.newest();
    const before = own.copy();
    for (const step of [1, 2, 3, 4]) await type(own, otherCode(code, step));
    expect(location(await type(own, otherCode(code, 5)))).toBe(givenUp);
    expect(store.verificationTokens.size).toBe(0);
    expect(location(await type(before, code))).toBe(givenUp);
    expect(location(await press(before, await follow(browser(), link)))).toContain("error=");
    expect(await before.session()).toBeNull();
  });

  it("gains nothing from a copy of the cookie, nor from another process", async () => {
    const first = mailWorld(inbox);
    const own = first.browser();
    await ask(own, address);
    const { code } = inbox.newest();
    const { adapter } = first;
    const cookie = "__Host-latchkey.mail";
    const value = own.cookie(cookie) ?? "";
    const answers: string[] = [];
    for (const step of [1, 2, 3, 4, 5, 6]) {
      const elsewhere = mailWorld(inbox, {}, { adapter }).browser();
      elsewhere.plant(cookie, value);
      answers.push(location(await type(elsewhere, otherCode(code, step))));
    }
    expect(answers.filter((answer) => answer === wrongAgain)).toHaveLength(4);
    expect(location(await type(own, code))).toBe(givenUp);
  });

  it("can't be guessed by many at once: at most five of a hundred tries are looked at", async () => {
    const { browser, adapter } = mailWorld(inbox);
    const own = browser();
    await ask(own, address);
    const { code } = inbox.newest();
    let taken = 0;
    const use = adapter.useVerificationToken;
    adapter.useVerificationToken = async (key) => {
      const row = await use(key);
      if (row) taken++;
      return row;
    };
    const csrfToken = await own.csrfToken();
    const tries = Array.from({ length: 100 }, (_, step) => {
      const guess = { csrfToken, code: otherCode(code, step + 1) };
      return own.copy().post("callback/email", guess);
    });
    await Promise.all(tries);
    expect(taken).toBeLessThanOrEqual(5);
  });

  it("costs no try when it is not six digits", async () => {
    const { browser } = mailWorld(inbox);
    const own = browser();
    await ask(own, address);
    for (const typed of ["", "12345", "1234567", "abcdef", "１２３４５６", "1".repeat(10_000)]) {
      expect(location(await type(own, typed))).toBe(wrongAgain);
    }
    expect(sessionCookiesSet(await type(own, inbox.newest().code))).toHaveLength(1);
  });

  it("is over when the link is", async () => {
    const { browser } = mailWorld(inbox, { maxAge: 60 });
    const own = browser();
    await ask(own, address);
    const late = own.copy();
    clock.pass(60);
    expect(location(await type(late, inbox.newest().code))).toBe(givenUp);
  });

  it("needs the CSRF token of the browser", async () => {
    const { browser } = mailWorld(inbox);
    const own = browser();
    await ask(own, address);
    const response = await own.post("callback/email", { code: inbox.newest().code });
    expect(location(response)).toContain("error=MissingCSRF");
  });

  it("comes anew, with another mail, when it is asked for again", async () => {
    const { browser } = mailWorld(inbox);
    const own = browser();
    await ask(own, address);
    await ask(own, address);
    const [first, second] = inbox.mails;
    if (first?.code !== second?.code) {
      expect(location(await type(own, first?.code ?? ""))).toBe(wrongAgain);
    }
    expect(sessionCookiesSet(await type(own, second?.code ?? ""))).toHaveLength(1);
  });
});
