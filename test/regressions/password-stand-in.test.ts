import { describe, expect, it } from "vitest";
import { openInbox } from "../support/inbox.js";
import { location } from "../support/client.js";
import { email, password, passwordWorld, signIn, signUp } from "../support/password-world.js";

const inbox = await openInbox();
const unknown = { email: "nobody@example.org", password };

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Hashes that take a while, and count how often they are made and compared. */
function slow(cost: number) {
  const calls: string[] = [];
  return {
    calls,
    hash: async (typed: string) => {
      calls.push("hash");
      await pause(cost);
      return `slow ${cost}:${typed}`;
    },
    verify: async (typed: string, hash: string) => {
      calls.push(hash.split(":", 1)[0] ?? "");
      await pause(cost);
      return hash === `slow ${cost}:${typed}`;
    },
  };
}

async function errorOf(response: Response): Promise<string | null> {
  return new URL(location(response)).searchParams.get("error");
}

describe("an address without a password answers like one with a password,", () => {
  it("also while and after a custom `hash` fails", async () => {
    const { hash, verify } = slow(1);
    const failing = { now: false };
    const world = passwordWorld(inbox, {
      provider: {
        id: "passwords-failing",
        verify,
        hash: (typed) => (failing.now ? Promise.reject(new Error("No memory.")) : hash(typed)),
      },
    });
    const browser = world.browser();
    const sent = (form: Record<string, string>) =>
      browser.submit("callback/passwords-failing", form);
    failing.now = true;
    expect(await errorOf(await sent(unknown))).toBe("CredentialsSignin");
    failing.now = false;
    expect(await errorOf(await sent(unknown))).toBe("CredentialsSignin");
  });

  it("by the `hash` of its own configuration, not by that of another one with the same secret", async () => {
    for (const cost of [10, 20]) {
      const provider = slow(cost);
      const world = passwordWorld(inbox, { provider });
      await signUp(world.browser(), inbox, { email, password });
      provider.calls.length = 0;
      const response = await signIn(world.browser(), unknown);
      expect(await errorOf(response)).toBe("CredentialsSignin");
      expect(provider.calls.at(-1)).toBe(`slow ${cost}`);
    }
  });

  it("with as many calls if each request brings a configuration of its own", async () => {
    const calls: string[][] = [];
    const first = passwordWorld(inbox, { provider: slow(1) });
    await signUp(first.browser(), inbox, { email, password });
    for (const form of [{ email, password: "wrong, and long enough" }, unknown]) {
      const provider = slow(1);
      const { adapter } = first;
      const world = passwordWorld(inbox, { provider, overrides: { adapter } });
      expect(await errorOf(await signIn(world.browser(), form))).toBe("CredentialsSignin");
      calls.push(provider.calls);
    }
    expect(calls[1]).toEqual(calls[0]);
  });
});
