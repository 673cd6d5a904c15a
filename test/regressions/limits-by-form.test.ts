import { describe, expect, it } from "vitest";
import { location, type Browser } from "../support/client.js";
import { strategies } from "../support/config.js";
import { openInbox } from "../support/inbox.js";
import {
  another,
  choose,
  email,
  password,
  passwordWorld,
  signIn,
  signUp,
} from "../support/password-world.js";

const inbox = await openInbox();
const home = "https://app.test";
const mallory = { email: "mallory@example.org", password: "nine umbrellas in a narrow hall" };
const provider = {
  hash: (typed: string) => Promise.resolve(`plain:${typed}`),
  verify: (typed: string, hash: string) => Promise.resolve(hash === `plain:${typed}`),
};

/** Attempts that were not refused, of twelve. */
async function judged(attempt: (index: number) => Promise<Response>): Promise<number> {
  let count = 0;
  for (let index = 0; index < 12; index++) {
    const response = await attempt(index);
    const isRefused = response.headers.get("location")?.includes("error=RateLimited") ?? false;
    if (!isRefused) count += 1;
  }
  return count;
}

// Which counter was used depended on the fields of the form, whatever the form was for.
describe.each(strategies)("attempts at a password, strategy %s:", (strategy) => {
  const app = async () => {
    const made = passwordWorld(inbox, { strategy, provider });
    await signUp(made.browser(), inbox);
    return made;
  };

  it("fields of the form for another password don't lead a sign-in around its limit", async () => {
    const { browser } = await app();
    const guess = (from: Browser, index: number) =>
      signIn(from, { email, password: `${another} ${index}`, current: "x" });
    expect(await judged((index) => guess(browser(), index))).toBe(10);
    const thief = browser();
    await signUp(thief, inbox, mallory);
    expect(await judged((index) => guess(thief, index))).toBe(0);
  });

  it("the field of a code doesn't lead a change of the password around its limit", async () => {
    const { browser } = await app();
    const thief = browser();
    expect(location(await signIn(thief))).toBe(home);
    const fields = { current: another, password: another, code: "123456" };
    expect(await judged(() => thief.submit("password/change", fields))).toBe(10);
  });

  it("whoever resets their own password resets nobody else's counter, and isn't known for another's address", async () => {
    const { browser } = await app();
    await signUp(browser(), inbox, mallory);
    const thief = browser();
    await thief.submit("password/forgot", { email: mallory.email });
    const { link } = inbox.newest();
    const guess = (from: Browser, index: number) =>
      signIn(from, { email, password: `${another} ${index}` });
    expect(await judged((index) => guess(browser(), index))).toBe(10);
    await thief.submit("password/forgot", { email });
    const chosen = { password: "eleven lanterns by the gate", code: "123456" };
    expect(location(await choose(thief, link, chosen))).toBe(home);
    await thief.signOut();
    expect(await judged((index) => guess(browser(), index))).toBe(0);
    expect(await judged((index) => guess(thief, index))).toBe(0);
    expect(location(await signIn(browser(), { email, password }))).toContain("error=RateLimited");
  });
});
