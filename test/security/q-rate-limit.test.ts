import Credentials from "latchkey/providers/credentials";
import { memoryRateLimit, type RateLimitAction } from "latchkey/rate-limit";
import { describe, expect, it } from "vitest";
import { location } from "../support/client.js";
import { useClock } from "../support/clock.js";
import { ada, adasForm, world } from "../support/config.js";
import { openInbox } from "../support/inbox.js";
import { ask, mailWorld } from "../support/mail-world.js";

const inbox = await openInbox();
const limited = "https://app.test/auth/signin?error=RateLimited";
const sent = "https://app.test/auth/verify-request?provider=email&type=email";
const clientIp = (request: Request) => request.headers.get("x-real-ip");
const wrong = { username: "ada", password: "wrong" };

/** A limiter that writes down what it is asked, and answers so. */
function recording(answer: boolean | Error = true) {
  const asked: string[] = [];
  const rateLimit = (key: string, action: RateLimitAction) => {
    asked.push(`${action} ${key}`);
    if (answer instanceof Error) throw answer;
    return answer;
  };
  return { asked, rateLimit };
}

describe("the option rateLimit", () => {
  const clock = useClock();

  it("H15 is asked with normalised keys, before the store is", async () => {
    const { asked, rateLimit } = recording(false);
    const { browser, adapter, store } = mailWorld(inbox, {}, { rateLimit, clientIp });
    const own = browser();
    Object.assign(adapter, { getUserByEmail: () => Promise.reject(new Error("It was asked.")) });
    const headers = { "x-real-ip": "::FFFF:192.0.2.7" };
    const response = await own.submit("signin/email", { email: " Ada@Example.ORG " }, { headers });
    expect(location(response)).toBe(limited);
    expect(asked).toEqual(["signin ip:192.0.2.7"]);
    expect(store.verificationTokens.size).toBe(0);
    const unnamed = mailWorld(inbox, {}, { rateLimit });
    await ask(unnamed.browser(), " Ada@Example.ORG ");
    expect(asked.slice(1)).toEqual(["signin email:ada@example.org"]);
    expect(inbox.mails).toEqual([]);
  });

  it("H15 refuses the 6th request for one address and the 21st from one IP, user or not", async () => {
    const limits = { rateLimit: memoryRateLimit(), clientIp };
    const { browser, store } = mailWorld(inbox, { limit: () => true }, limits);
    store.users.set("1", { id: "1", email: "known@example.org", emailVerified: new Date() });
    store.emails.set("known@example.org", "1");
    const from = (ip: string, email: string) =>
      browser().submit("signin/email", { email }, { headers: { "x-real-ip": ip } });
    for (const email of ["known@example.org", "other@example.org"]) {
      for (let time = 1; time <= 5; time++) {
        expect(location(await from(`192.0.2.${time}`, email))).toBe(sent);
      }
      expect(location(await from("192.0.2.6", email))).toBe(limited);
    }
    const office = "2001:db8:1:2::1";
    for (let time = 1; time <= 20; time++) {
      expect(location(await from(office, `a${time}@example.org`))).toBe(sent);
    }
    expect(location(await from("2001:db8:1:2:ffff::9", "b@example.org"))).toBe(limited);
    expect(location(await from("2001:db8:1:3::1", "b@example.org"))).toBe(sent);
    clock.pass(601);
    expect(location(await from(office, "known@example.org"))).toBe(sent);
  });

  it("Q07 stops password guessing before the password is looked at", async () => {
    let looked = 0;
    const counting = Credentials({
      credentials: { username: {}, password: { type: "password" } },
      authorize: ({ password }) => {
        looked += 1;
        return password === adasForm.password ? ada : null;
      },
    });
    const app = world("jwt", { providers: [counting], rateLimit: memoryRateLimit() });
    const browser = app.browser();
    const names = ["ada", "ADA", " ada ", "Ada", "ada"];
    for (const username of names) await browser.signIn({ ...wrong, username });
    expect(location(await browser.signIn(adasForm))).toBe(limited);
    expect(looked).toBe(names.length);
    expect(await browser.session()).toBeNull();
    expect(app.log.codes("error")).toContain("RateLimited");
    clock.pass(601);
    await browser.signIn(adasForm);
    expect(await browser.session()).toMatchObject({ user: { name: "Ada" } });
  });

  it("Q07 gives no new key to whoever fills in other fields as well", async () => {
    const { asked, rateLimit } = recording();
    const authorize = () => null;
    const providers = [
      Credentials({ credentials: { username: {}, password: { type: "password" } }, authorize }),
      Credentials({ id: "either", credentials: { email: {}, username: {} }, authorize }),
      Credentials({ id: "own", credentials: { card: {}, pin: { type: "password" } }, authorize }),
    ];
    const browser = world("jwt", { providers, rateLimit }).browser();
    const fields = { username: "ada", email: "x1@example.org", login: "x2", name: "x3", card: "7" };
    await browser.submit("callback/credentials", fields);
    await browser.submit("callback/either", fields);
    await browser.submit("callback/own", fields);
    expect(asked).toEqual([
      "callback name:ada",
      "callback name:x1@example.org",
      "callback name:ada",
      "callback name:7",
    ]);
  });

  it("Q07 keeps nobody from what needs no guessing: sessions, pages, sign-out", async () => {
    const { asked, rateLimit } = recording();
    const browser = world("jwt", { rateLimit, clientIp: () => "192.0.2.7" }).browser();
    await browser.signIn(adasForm);
    expect(asked).toEqual(["callback ip:192.0.2.7", "callback name:ada"]);
    await browser.session();
    await browser.update({ name: "Lady Ada" });
    for (const page of ["signin", "signout", "error", "providers", "csrf"]) await browser.get(page);
    await browser.signOut();
    expect(asked).toHaveLength(2);
  });

  it("Q07 is not asked about requests of other sites, so that these can lock nobody out", async () => {
    const { asked, rateLimit } = recording();
    const browser = world("jwt", { rateLimit }).browser();
    await browser.post("callback/credentials", adasForm);
    expect(asked).toEqual([]);
  });

  it("Q07 lets nobody in when the limiter itself fails", async () => {
    const { rateLimit } = recording(new Error("The limiter is down."));
    const app = world("jwt", { rateLimit });
    const browser = app.browser();
    expect(location(await browser.signIn(adasForm))).toBe(
      "https://app.test/auth/error?error=Configuration",
    );
    expect(await browser.session()).toBeNull();
  });

  it("Q07 the limiter in memory keeps a bounded number of keys", () => {
    const allows = memoryRateLimit({ keys: 1000, perName: 1 });
    for (let visitor = 0; visitor < 50_000; visitor++) allows(`name:${visitor}`, "callback");
    expect(allows("name:49999", "callback")).toBe(false);
    expect(allows("name:49000", "callback")).toBe(false);
    expect(allows("name:48999", "callback")).toBe(true);
  });
});
