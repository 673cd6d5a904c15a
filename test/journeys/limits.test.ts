import { describe, expect, it } from "vitest";
import { location, textMember, type Browser } from "../support/client.js";
import { hour, start, useClock } from "../support/clock.js";
import { adasForm, strategies, world } from "../support/config.js";
import { openInbox } from "../support/inbox.js";
import { passwordWorld, signUp, email } from "../support/password-world.js";

const inbox = await openInbox();
const clock = useClock();
const program = { headers: { "x-auth-return-redirect": "1" } };
const wrong = { ...adasForm, password: "wrong" };
const window = 600;
/** Windows follow one another since 1970. */
const leftOf = (seconds: number, moment = start) => seconds - ((moment / 1000) % seconds);

async function tries(browser: Browser, times: number): Promise<Response> {
  for (let time = 1; time < times; time++) await browser.signIn(wrong, program);
  return browser.signIn(wrong, program);
}

describe.each(strategies)("a limit that was hit, strategy %s", (strategy) => {
  it("tells programs how long to wait; who waits is let in, and not a second before", async () => {
    const ours = world(strategy).browser();
    expect((await tries(ours, 10)).headers.get("retry-after")).toBeNull();
    const refused = await tries(ours, 1);
    expect(textMember(await refused.json(), "url")).toContain("error=RateLimited");
    const wait = Number(refused.headers.get("retry-after"));
    expect(wait).toBe(leftOf(window));
    clock.pass(wait - 1);
    const early = await ours.signIn(adasForm, program);
    expect(early.headers.get("retry-after")).toBe("1");
    expect(await ours.session()).toBeNull();
    clock.pass(1);
    await ours.signIn(adasForm, program);
    expect(await ours.session()).toMatchObject({ user: { name: "Ada" } });
  });

  it("tells the longest wait where several limits are hit: an hour at most", async () => {
    const ours = world(strategy, { rateLimit: { perName: 3, perNameAndDay: 1 } }).browser();
    // The one of the day, and two of the hour.
    expect((await tries(ours, 3)).headers.get("retry-after")).toBeNull();
    expect((await tries(ours, 1)).headers.get("retry-after")).toBe(String(leftOf(hour)));
    clock.pass(leftOf(hour));
    expect((await tries(ours, 2)).headers.get("retry-after")).toBeNull();
    expect((await tries(ours, 1)).headers.get("retry-after")).toBe(String(hour));
  });

  it("tells people in a sentence, and their browsers nothing that holds up a redirect", async () => {
    const ours = world(strategy, { rateLimit: { perName: 1 } }).browser();
    await ours.signIn(wrong);
    const refused = await ours.signIn(wrong);
    expect(refused.headers.get("retry-after")).toBeNull();
    const page = await ours.get(new URL(location(refused)).href.split("/auth/")[1] ?? "");
    expect(await page.text()).toContain("Too many attempts. Wait a few minutes");
  });

  it("counts for one client whoever it says to be", async () => {
    const clientIp = (request: Request) => request.headers.get("x-real-ip");
    const { browser } = world(strategy, { clientIp, rateLimit: { perClient: 2 } });
    const from = (ip: string, username: string) =>
      browser().signIn(
        { username, password: "wrong" },
        { headers: { ...program.headers, "x-real-ip": ip } },
      );
    await from("192.0.2.7", "ada");
    await from("192.0.2.7", "grace");
    const refused = await from("192.0.2.7", "lin");
    expect(refused.headers.get("retry-after")).toBe(String(leftOf(window)));
    expect((await from("192.0.2.8", "lin")).headers.get("retry-after")).toBeNull();
  });
});

it("passwords are limited alike, and the right one is not tried either", async () => {
  const app = passwordWorld(inbox, { overrides: { rateLimit: { perName: 1 } } });
  await signUp(app.browser(), inbox);
  const ours = app.browser();
  const guess = (password: string) =>
    ours.submit("callback/password", { email, password }, program);
  await guess("something else, but long");
  const refused = await guess("violins under the old bridge");
  expect(refused.headers.get("retry-after")).toBe(String(leftOf(window)));
  expect(await ours.session()).toBeNull();
});
