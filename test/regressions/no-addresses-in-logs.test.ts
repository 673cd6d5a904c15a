import { inspect } from "node:util";
import { afterEach, describe, expect, it, vi } from "vitest";
import type { Recorder } from "../support/config.js";
import { openInbox } from "../support/inbox.js";
import { ask, mailWorld } from "../support/mail-world.js";
import { another, password, passwordWorld, signUp } from "../support/password-world.js";

const inbox = await openInbox();
const email = "ada.lovelace@example.org";
const whole = (value: unknown) =>
  inspect(value, { depth: 20, showHidden: true, maxStringLength: Infinity });
afterEach(() => {
  vi.restoreAllMocks();
});

/** What is left to read of the error. */
function expectAdvice(log: Recorder): void {
  const told = whole(log.errors("EmailSignInError"));
  expect(told).toContain("EENVELOPE");
  expect(told).toContain("No such inbox");
}

// The errors of nodemailer hold the recipient in their message, stack and several members.
describe("a mail that the server refuses", () => {
  it("leaves no address in what a logger is given, nor on the console", async () => {
    inbox.refuse();
    const { browser, log } = mailWorld(inbox);
    await ask(browser(), email);
    expectAdvice(log);
    expect(whole(log.entries)).not.toContain("lovelace");
    const lines: unknown[] = [];
    vi.spyOn(console, "error").mockImplementation((...line) => void lines.push(...line));
    const plain = mailWorld(inbox, {}, { logger: undefined, debug: true });
    vi.spyOn(console, "log").mockImplementation(() => undefined);
    vi.spyOn(console, "warn").mockImplementation(() => undefined);
    await ask(plain.browser(), email);
    expect(whole(lines)).toContain("No such inbox");
    expect(whole(lines)).not.toContain("lovelace");
  });

  it("leaves none either if it's a notice", async () => {
    const { browser, log } = passwordWorld(inbox);
    const owner = browser();
    await signUp(owner, inbox, { email, password });
    inbox.refuse();
    await owner.submit("password/change", { current: password, password: another });
    expectAdvice(log);
    expect(whole(log.entries)).not.toContain("lovelace");
  });

  it("leaves none either if it's an HTTP service that quotes it", async () => {
    const { browser, log } = mailWorld(inbox, {
      sendVerificationRequest: ({ identifier }) => {
        const cause = new Error(`to: ${identifier.toUpperCase()} isn't a mailbox`);
        throw Object.assign(new Error("422", { cause }), { body: { to: [identifier] } });
      },
    });
    await ask(browser(), email);
    expect(whole(log.errors("EmailSignInError"))).toContain("isn't a mailbox");
    expect(whole(log.entries)).not.toMatch(/lovelace/i);
  });
});
