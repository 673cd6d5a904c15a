import { AuthError } from "latchkey/errors";
import Credentials from "latchkey/providers/credentials";
import { afterEach, describe, expect, it, vi } from "vitest";
import { adasForm, people, world, type TestConfig } from "../support/config.js";

afterEach(() => {
  vi.restoreAllMocks();
});

const failing = (error: unknown) =>
  Credentials({
    authorize: () => {
      throw error;
    },
  });

/** The lines on the console when a sign-in fails in this way. */
async function linesFor(error: unknown): Promise<string[]> {
  const lines: string[] = [];
  vi.spyOn(console, "error").mockImplementation((line: unknown) => void lines.push(String(line)));
  const ours = world("jwt", { providers: [failing(error)], logger: undefined }).browser();
  await ours.signIn(adasForm);
  return lines;
}

describe("Y. logs", () => {
  it("Y06 loggers and events that reject, now or later, end nothing", async () => {
    const unhandled: unknown[] = [];
    const note = (reason: unknown) => void unhandled.push(reason);
    process.on("unhandledRejection", note);
    const later = () => new Promise<void>((_, reject) => setTimeout(reject, 5, new Error("late")));
    const now = () => Promise.reject(new Error("now"));
    const odd = () => ({
      then(_: unknown, reject: (reason: Error) => void) {
        reject(new Error("odd"));
      },
    });
    const config: Partial<TestConfig> = {
      debug: true,
      providers: [people, { ...failing(new Error("x")), id: "failing" }],
      events: { signIn: now, signOut: later, session: now },
    };
    for (const reject of [later, now, odd]) {
      const logger = { error: reject, warn: reject, debug: reject };
      const ours = world("database", { ...config, logger }).browser();
      await ours.signIn(adasForm);
      expect(await ours.session()).not.toBeNull();
      await ours.submit("callback/failing");
      await ours.signOut();
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
    process.off("unhandledRejection", note);
    expect(unhandled).toEqual([]);
  });

  it("Y07 a line on the console is at most 8 KiB of well-formed text", async () => {
    const texts = [
      "x".repeat(1_000_000),
      "é".repeat(100_000),
      "👩‍👩‍👧".repeat(10_000),
      `${"x".repeat(8191)}😀`,
      "\ud83d".repeat(5000),
      "\ude00 half \ud83d",
      "\u0000".repeat(5000),
    ];
    for (const text of texts) {
      const [line = ""] = await linesFor(new Error(text));
      expect(line).toMatch(/^\[latchkey\] error CallbackRouteError: /);
      expect(Buffer.byteLength(line)).toBeLessThanOrEqual(8192);
      expect(line).not.toMatch(/\p{Surrogate}/u);
      expect(Buffer.from(line).toString()).toBe(line);
    }
    const [short = ""] = await linesFor(new Error("a 😀 whole"));
    expect(short).toContain("a 😀 whole");
    expect(short).not.toContain("(cut)");
  });

  it("Y08 an error is told with all its causes, to the first, and those of several at once", async () => {
    const first = new Error("the disk is full");
    const chain = new Error("outer", {
      cause: new AuthError("middle", { err: first, table: "t" }),
    });
    const [line = ""] = await linesFor(chain);
    expect(line).toMatch(
      /Cause: Error: outer.*Cause: middle Details: \{"table":"t"\}.*disk is full/,
    );
    const several = new AggregateError([new Error("host a"), new Error("host b")], "no host left");
    const [all = ""] = await linesFor(new Error("connect", { cause: several }));
    expect(all).toMatch(
      /connect.*no host left.*Error 1 of 2: Error: host a.*Error 2 of 2: .*host b/,
    );
  });

  it("Y08 causes that go round in circles, or are many, end; what is no error is not told", async () => {
    const loop = new Error("loop");
    loop.cause = new Error("back", { cause: loop });
    expect((await linesFor(loop))[0]?.match(/Error: loop/g)).toHaveLength(1);
    const many = new AggregateError(Array.from({ length: 10_000 }, (_, n) => new Error(`e${n}`)));
    expect((await linesFor(many))[0]?.length).toBeLessThanOrEqual(8192);
    const answer = { body: { access_token: "canary-token" } };
    expect((await linesFor(new Error("bad answer", { cause: answer })))[0]).not.toContain("canary");
  });
});
