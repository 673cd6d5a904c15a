import { memoryState } from "latchkey/state/memory";
import { describe, expect, it } from "vitest";
import { location, type Browser } from "../support/client.js";
import { day, minute, useClock } from "../support/clock.js";
import { openInbox } from "../support/inbox.js";
import { ask, mailWorld } from "../support/mail-world.js";
import { email, password, passwordWorld } from "../support/password-world.js";

const inbox = await openInbox();
const clock = useClock();

describe("state in memory, flooded:", () => {
  it("counters don't push out marks of single use, whatever their purpose", async () => {
    const state = memoryState({ entries: 100 });
    expect(await state.set("oauth:mine", "1", { ttl: 900, ifAbsent: true })).toBe(true);
    for (let index = 0; index < 1000; index++) await state.increment(`tries:${index}`, 600);
    for (let index = 0; index < 1000; index++) await state.set(`oauth:${index}`, "1", { ttl: 600 });
    expect(await state.set("oauth:mine", "1", { ttl: 900, ifAbsent: true })).toBe(false);
  });

  it("marks don't push out older marks: new ones are refused until there is room", async () => {
    const state = memoryState({ entries: 100 });
    const mark = (name: string | number) =>
      state.set(`oauth:${name}`, "1", { ttl: 900, ifAbsent: true });
    for (let index = 0; index < 100; index++) await mark(index);
    expect(() => mark("one more")).toThrow("full");
    expect(await mark(0)).toBe(false);
    expect(await state.set("mail:another purpose", "1", { ttl: 900, ifAbsent: true })).toBe(true);
    clock.pass(901);
    expect(await mark("one more")).toBe(true);
  });
});

describe("mails to one address", () => {
  const mailsAskedFor = async (browser: Browser, times: number) => {
    const sent: string[] = [];
    for (let index = 0; index < times; index++) {
      const response = await browser.submit("password/forgot", { email });
      if (location(response).includes("verify-request")) sent.push(email);
      clock.pass(3 * minute);
    }
    return sent.length;
  };

  it("are bounded per day, also when nobody asks for more than five in ten minutes", async () => {
    const { browser } = passwordWorld(inbox);
    expect(await mailsAskedFor(browser(), 60)).toBe(20);
    clock.pass(day);
    expect(await mailsAskedFor(browser(), 1)).toBe(1);
  });

  it("are bounded alike where they sign in, whoever asks for them", async () => {
    const { browser } = mailWorld(inbox);
    for (let index = 0; index < 60; index++) {
      await ask(browser(), email);
      clock.pass(3 * minute);
    }
    expect(inbox.mails).toHaveLength(20);
  });

  it("still go out to a browser that has signed in with the address before", async () => {
    const { browser } = passwordWorld(inbox);
    const owner = browser();
    await owner.submit("password/sign-up", { email, password });
    await owner.submit("callback/password", { code: inbox.newest().code });
    await owner.signOut();
    expect(await mailsAskedFor(browser(), 60)).toBeLessThanOrEqual(20);
    expect(await mailsAskedFor(owner, 1)).toBe(1);
  });
});
