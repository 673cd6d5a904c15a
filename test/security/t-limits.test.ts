import { customFetch } from "latchkey";
import { memoryRateLimit, type RateLimitAction } from "latchkey/rate-limit";
import Credentials from "latchkey/providers/credentials";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { type Browser, location, sessionCookiesSet } from "../support/client.js";
import { passkeyWorld } from "../support/authenticator-world.js";
import { day, minute, useClock } from "../support/clock.js";
import { world } from "../support/config.js";
import { openInbox } from "../support/inbox.js";
import { ask, follow, mailWorld, otherCode } from "../support/mail-world.js";
import { codesAfter } from "../../src/flows/mail/limits.js";
import { begin, oauth, oidc, signIn } from "../support/oauth/journey.js";
import { RogueProvider, signingKey } from "../support/oauth/rogue.js";

const inbox = await openInbox();
const clock = useClock();
const address = "lin@example.org";
const sent = "https://app.test/auth/verify-request?provider=email&type=email";
const wrongAgain = `${sent}&error=Verification`;
const givenUp = "https://app.test/auth/error?error=Verification";
const limited = "https://app.test/auth/signin?error=RateLimited";
const clientIp = (request: Request) => request.headers.get("x-real-ip");
const from = (ip: string) => ({ headers: { "x-real-ip": ip } });

const slow = { timeout: 90_000 };

const type = (browser: Browser, code: string, more: Record<string, string> = {}) =>
  browser.submit("callback/email", { code, ...more });

/** Takes mails without a server, as many as are asked for. */
function postbox() {
  const mails: { code: string; link: URL }[] = [];
  return {
    provider: {
      limit: () => true,
      sendVerificationRequest: ({ code = "", url }: { code?: string; url: string }) => {
        mails.push({ code, link: new URL(url) });
      },
    },
    newest: () => mails.at(-1) ?? { code: "", link: new URL("about:blank") },
  };
}

describe("tries of codes", () => {
  it("T09 are counted for the address in the sealed record, whether the form names one, none or another", async () => {
    const asked: string[] = [];
    const rateLimit = (key: string, action: RateLimitAction) => {
      asked.push(`${action} ${key}`);
      return true;
    };
    const own = mailWorld(inbox, {}, { rateLimit }).browser();
    await ask(own, address);
    asked.length = 0;
    const { code } = inbox.newest();
    await type(own, otherCode(code, 1));
    await type(own, otherCode(code, 2), { email: "victim@example.org" });
    await own.post("callback/email?email=victim@example.org", {
      csrfToken: await own.csrfToken(),
      code: otherCode(code, 3),
    });
    expect(asked).toEqual(Array(3).fill(`callback email:${address}`));
  });

  it("T09 without a sealed record count for nobody's address", async () => {
    const asked: string[] = [];
    const rateLimit = (key: string) => Boolean(asked.push(key));
    const own = mailWorld(inbox, {}, { rateLimit }).browser();
    await type(own, "123456", { email: "victim@example.org" });
    expect(asked).toEqual([]);
  });

  it(
    "T10 that are wrong end for a client after a hundred, whatever addresses it tries; others go on",
    slow,
    async () => {
      const mails = postbox();
      const { browser } = mailWorld(inbox, mails.provider, { clientIp });
      const guess = async (ip: string, email: string) => {
        const own = browser();
        const csrfToken = await own.csrfToken();
        await own.post("signin/email", { csrfToken, email }, from("192.0.2.200"));
        const { code } = mails.newest();
        const answers: string[] = [];
        for (const step of [1, 2, 3, 4]) {
          const fields = { csrfToken, code: otherCode(code, step) };
          answers.push(location(await own.post("callback/email", fields, from(ip))));
        }
        return { own, code, answers };
      };
      for (let person = 0; person < 25; person++) {
        const { answers } = await guess("192.0.2.1:50123", `p${person}@example.org`);
        expect(answers).toEqual(Array(4).fill(wrongAgain));
      }
      const { own, code, answers } = await guess("::ffff:192.0.2.1", "last@example.org");
      expect(answers).toEqual(Array(4).fill(givenUp));
      const response = await own.submit("callback/email", { code }, from("192.0.2.9"));
      expect(sessionCookiesSet(response)).toHaveLength(1);
    },
  );

  it(
    "T11 stop at a hundred a day for an address, however many mails are requested",
    slow,
    async () => {
      const mails = postbox();
      const { browser, log } = mailWorld(inbox, mails.provider);
      let compared = 0;
      for (let mail = 1; mail <= 40; mail++) {
        const own = browser();
        await ask(own, address);
        const { code } = mails.newest();
        for (const step of [1, 2, 3, 4, 5]) {
          log.entries.length = 0;
          await type(own, otherCode(code, step));
          const refused = log
            .errors("Verification")
            .some(({ message }) => message.includes("today"));
          if (!refused) compared += 1;
        }
        expect(compared).toBeLessThanOrEqual(codesAfter(mail));
      }
      expect(compared).toBe(codesAfter(40));
      const own = browser();
      await ask(own, address);
      const { code, link } = mails.newest();
      for (const step of [1, 2, 3]) await type(own, otherCode(code, step));
      expect(location(await type(own.copy(), code))).toBe(givenUp);
      // Whoever reads the mail gets in by its link all the same, and by code the next day.
      expect(sessionCookiesSet(await follow(own, link))).toHaveLength(1);
      clock.pass(day + 1);
      const tomorrow = browser();
      await ask(tomorrow, address);
      expect(sessionCookiesSet(await type(tomorrow, mails.newest().code))).toHaveLength(1);
    },
  );

  it("T11 grow slower with each mail, and never to more than a hundred", () => {
    const after = Array.from({ length: 1000 }, (_, mail) => codesAfter(mail));
    expect(after.slice(0, 4)).toEqual([5, 5, 9, 13]);
    expect(codesAfter(1_000_000)).toBeLessThanOrEqual(100);
    expect(after.every((codes, mail) => codes >= (after[mail - 1] ?? 0))).toBe(true);
  });

  it("T11 leave whoever signs in by code forty times a day alone", slow, async () => {
    const mails = postbox();
    const { browser } = mailWorld(inbox, mails.provider);
    for (let time = 0; time < 40; time++) {
      const own = browser();
      await ask(own, address);
      expect(sessionCookiesSet(await type(own, mails.newest().code))).toHaveLength(1);
    }
  });
});

describe("short tokens of the application's own", () => {
  let made = 738_291;
  const generateVerificationToken = () => String(made++);
  const linkWith = (link: URL, token: string) => {
    const changed = new URL(link);
    changed.searchParams.set("token", token);
    return changed;
  };

  it("T12 are ended for good by five wrong ones; the next mail works", async () => {
    const { browser } = mailWorld(inbox, {
      ...{ confirm: "never", generateVerificationToken, maxAge: 3600 },
    });
    await ask(browser(), address);
    const { link } = inbox.newest();
    for (let guess = 0; guess < 5; guess++) {
      await follow(browser(), linkWith(link, String(100_000 + guess)));
    }
    clock.pass(30 * minute);
    expect(location(await follow(browser(), link))).toBe(givenUp);
    await ask(browser(), address);
    const again = inbox.newest().link;
    expect(sessionCookiesSet(await follow(browser(), again))).toHaveLength(1);
  });

  it(
    "T12 are tried at most a hundred times a day, however many mails are asked for",
    slow,
    async () => {
      const mails = postbox();
      const { browser, adapter } = mailWorld(inbox, {
        ...{ ...mails.provider, confirm: "never", generateVerificationToken },
      });
      const looked = new Set<string>();
      const use = adapter.useVerificationToken.bind(adapter);
      adapter.useVerificationToken = (key) => {
        looked.add(key.token);
        return use(key);
      };
      for (let mail = 0; mail < 40; mail++) {
        await ask(browser(), address);
        const { link } = mails.newest();
        for (let guess = 0; guess < 5; guess++) {
          await follow(browser(), linkWith(link, String(100_000 + mail * 5 + guess)));
        }
      }
      // Each token that is looked for is looked for under five counts, and as Auth.js would have kept it.
      expect(looked.size / 6).toBe(codesAfter(40));
    },
  );

  it.each([
    ["738291", false],
    ["k3jd93kd02", false],
    ["0123456789abcde", false],
    ["0123456789abcdef", true],
    ["4f9d2c1ba07e3d58c6f1", true],
    ["12345678901234567890", true],
  ])(
    "T13 %s in production, with nobody who counts tries for all processes: sent is %s",
    async (token, isSent) => {
      vi.stubEnv("NODE_ENV", "production");
      const { browser, log } = mailWorld(inbox, { generateVerificationToken: () => token });
      const target = location(await ask(browser(), address));
      vi.unstubAllEnvs();
      expect(inbox.mails).toHaveLength(isSent ? 1 : 0);
      expect(target === sent).toBe(isSent);
      if (!isSent) expect(log.errors("EmailSignInError")[0]?.message).toContain("64 bits");
    },
  );

  it("T13 738291 in production, with a limit of the application's own: sent", async () => {
    vi.stubEnv("NODE_ENV", "production");
    const { browser } = mailWorld(
      inbox,
      { generateVerificationToken },
      { rateLimit: memoryRateLimit() },
    );
    expect(location(await ask(browser(), address))).toBe(sent);
    vi.unstubAllEnvs();
  });
});

describe("mails that failed", () => {
  it("T14 do not count against their address", async () => {
    const { browser } = mailWorld(inbox);
    inbox.refuse();
    for (let mail = 0; mail < 7; mail++) await ask(browser(), address);
    inbox.accept();
    for (let mail = 0; mail < 5; mail++) {
      expect(location(await ask(browser(), address))).toBe(sent);
    }
    expect(location(await ask(browser(), address))).toContain("error=EmailSignin");
  });

  it("T14 that were too slow count until they have failed: they may still arrive", async () => {
    const failing: (() => void)[] = [];
    const server = {
      sendMail: () =>
        new Promise<never>((_, reject) => {
          failing.push(() => reject(new Error("connection lost")));
        }),
    };
    const { browser } = mailWorld(inbox, { server }, { timeout: 20 });
    for (let mail = 0; mail < 7; mail++) await ask(browser(), address);
    expect(failing).toHaveLength(5);
    for (const fail of failing.splice(0)) fail();
    await new Promise((wake) => setTimeout(wake, 10));
    await ask(browser(), address);
    expect(failing).toHaveLength(1);
  });

  it("T14 because the store was down do not count either", async () => {
    const { browser, adapter } = mailWorld(inbox);
    const create = adapter.createVerificationToken.bind(adapter);
    adapter.createVerificationToken = () => Promise.reject(new Error("disk full"));
    for (let mail = 0; mail < 7; mail++) await ask(browser(), address);
    adapter.createVerificationToken = create;
    expect(location(await ask(browser(), address))).toBe(sent);
  });
});

describe("keys of limits", () => {
  const wrong = (username: string) => ({ username, password: "wrong" });

  it.each([
    ["192.0.2.7:51234"],
    ["192.0.2.7:1"],
    ["::ffff:192.0.2.7"],
    ["[::ffff:192.0.2.7]:443"],
    ["::FFFF:C000:0207"],
    ["0:0:0:0:0:ffff:192.0.2.7"],
    [" 192.0.2.7 "],
  ])("T15 the client %j is the client 192.0.2.7", async (ip) => {
    const asked: string[] = [];
    const rateLimit = (key: string) => Boolean(asked.push(key));
    const app = world("jwt", { rateLimit, clientIp: () => ip });
    await app.browser().signIn(wrong("ada"));
    expect(asked[0]).toBe("ip:192.0.2.7");
  });

  it.each([
    ["2001:db8::1", "2001:db8:0:0::/64"],
    ["[2001:DB8::1]:8080", "2001:db8:0:0::/64"],
    ["fe80::1%eth0", "fe80:0:0:0::/64"],
    ["::1", "0:0:0:0::/64"],
    ["2001:db8::1::2", "2001:db8::1::2"],
    ["unknown", "unknown"],
  ])("T15 the client %s counts as %s", async (ip, key) => {
    const asked: string[] = [];
    const rateLimit = (given: string) => Boolean(asked.push(given));
    await world("jwt", { rateLimit, clientIp: () => ip })
      .browser()
      .signIn(wrong("ada"));
    expect(asked[0]).toBe(`ip:${key}`);
  });

  it("T16 one name is one key, in whichever width and form its letters are typed", async () => {
    const asked: string[] = [];
    const rateLimit = (key: string) => Boolean(asked.push(key));
    const providers = [
      Credentials({ credentials: { username: {}, password: {} }, authorize: () => null }),
    ];
    const browser = world("jwt", { rateLimit, providers }).browser();
    for (const name of ["Zo\u00eb", "Zoe\u0308", "\uff3aoe\u0308", "ZO\u00cb"]) {
      await browser.signIn(wrong(name));
    }
    expect(new Set(asked)).toEqual(new Set(["name:zo\u00eb"]));
  });

  it("T17 options for passkeys that are asked for too often: 429 in JSON, and no challenge", async () => {
    const rateLimit = (_: string, action: RateLimitAction) => action !== "webauthn-options";
    const { config, person } = passkeyWorld("jwt", { rateLimit, clientIp: () => "192.0.2.7" });
    expect(config.rateLimit).toBeDefined();
    const { status, body } = await person().options({ email: "ada@example.org" });
    expect(status).toBe(429);
    expect(body).toEqual({ error: "Too many requests" });
  });

  it("T17 a sign-in that is begun too often goes back to the sign-in page", async () => {
    const { browser } = mailWorld(inbox, {}, { rateLimit: () => false, clientIp });
    const response = await browser().submit("signin/email", { email: address }, from("192.0.2.1"));
    expect(location(response)).toBe(limited);
  });
});

describe("a provider's keys", () => {
  let rogue: RogueProvider;
  beforeAll(async () => {
    rogue = await RogueProvider.start();
  });
  afterAll(() => rogue.stop());
  beforeEach(() => {
    rogue.reset();
  });
  const shop = () => world("jwt", { providers: [oidc(rogue, { [customFetch]: undefined })] });
  const tokenBy = (kid: string) => {
    rogue.idToken = { header: { kid } };
  };

  it("T18 that are good stay when fetching them again fails", async () => {
    const app = shop();
    expect(sessionCookiesSet(await signIn(app.browser(), rogue))).toHaveLength(1);
    rogue.answers.set("/jwks", { status: 503, text: "down" });
    tokenBy("unknown");
    expect(sessionCookiesSet(await signIn(app.browser(), rogue))).toEqual([]);
    rogue.idToken = {};
    expect(sessionCookiesSet(await signIn(app.browser(), rogue))).toHaveLength(1);
    clock.pass(10);
    expect(sessionCookiesSet(await signIn(app.browser(), rogue))).toHaveLength(1);
    expect(rogue.count("/jwks")).toBe(2);
  });

  it("T18 and metadata are used on when their day is over and the provider does not give them", async () => {
    const app = shop();
    await signIn(app.browser(), rogue);
    clock.pass(day + 1);
    rogue.answers.set("/jwks", { status: 503, text: "down" });
    rogue.answers.set("/.well-known/openid-configuration", { status: 503, text: "down" });
    expect(sessionCookiesSet(await signIn(app.browser(), rogue))).toHaveLength(1);
    clock.pass(8 * day);
    const target = await begin(app.browser());
    expect(target.searchParams.get("error")).toBe("OAuthSignin");
  });

  it("T19 are fetched again once a minute at most, however many unknown ids come", async () => {
    const app = shop();
    await signIn(app.browser(), rogue);
    for (let index = 0; index < 20; index++) {
      tokenBy(`unknown-${index}`);
      expect(sessionCookiesSet(await signIn(app.browser(), rogue))).toEqual([]);
    }
    expect(rogue.count("/jwks")).toBe(2);
    clock.pass(61);
    const next = await signingKey("key-2");
    const before = rogue.key;
    rogue.key = next;
    rogue.keys = [next.jwk];
    rogue.idToken = {};
    const tabs = Array.from({ length: 5 }, () => app.browser());
    const answers = await Promise.all(tabs.map((tab) => signIn(tab, rogue)));
    rogue.key = before;
    expect(answers.map((answer) => sessionCookiesSet(answer).length)).toEqual(Array(5).fill(1));
    expect(rogue.count("/jwks")).toBe(3);
  });

  it("T20 a browser keeps eight begun sign-ins, however small they are", async () => {
    // So small that the number of them counts, and not their size.
    const provider = oauth(rogue, { checks: ["state"] });
    const tab = world("jwt", { providers: [provider] }).browser();
    const flows = () => tab.cookieNames().filter((name) => name.includes("flow"));
    for (let time = 1; time <= 12; time++) {
      await begin(tab);
      clock.pass(1);
      expect(flows()).toHaveLength(Math.min(time, 8));
    }
  });
});
