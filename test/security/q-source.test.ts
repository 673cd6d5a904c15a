import ts from "typescript";
import { afterEach, describe, expect, it, vi } from "vitest";
import { adasForm, world } from "../support/config.js";
import { openInbox } from "../support/inbox.js";
import { ask, follow, formFields, mailWorld, otherCode } from "../support/mail-world.js";
import { backWithCode, begin, oidc } from "../support/oauth/journey.js";
import { RogueProvider } from "../support/oauth/rogue.js";
import { librarySources, nodesOf } from "../static/sources.js";

/** Every regular expression that is written in the library. */
const patterns = new Set(
  librarySources()
    .flatMap(({ tree }) => [...nodesOf(tree)])
    .filter(ts.isRegularExpressionLiteral)
    .map(({ text }) => text),
);

/** Long texts near to what a pattern accepts: one of its characters over and over, and then another. */
function* pathological(source: string): Generator<string> {
  const length = 100 * 1024;
  const own = [...new Set(source.replace(/\\[dws]/g, "0a "))];
  for (const piece of [...own, "a", "0", " ", "/", "a.", "a-", "a ", "\\a", "[a]", "{a", "é"]) {
    const long = piece.repeat(Math.ceil(length / piece.length));
    for (const end of ["", "!", "\0", "\n"]) yield long + end;
    yield `https://${long}\0`;
  }
}

/** Whether it is read within 5 ms. Several attempts: the machine does other things too. */
function isSlow(pattern: RegExp, text: string): boolean {
  return Array.from({ length: 10 }).every(() => {
    const started = performance.now();
    pattern.lastIndex = 0;
    pattern.test(text);
    return performance.now() - started >= 5;
  });
}

describe("regular expressions of the library", () => {
  it("Q05 are found", () => {
    expect(patterns.size).toBeGreaterThan(50);
  });

  it.each([...patterns])("Q05 %s reads 100 KiB of anything in no time", (literal) => {
    const end = literal.lastIndexOf("/");
    const pattern = new RegExp(literal.slice(1, end), literal.slice(end + 1));
    const slow = [...pathological(pattern.source)].filter((text) => isSlow(pattern, text));
    expect(slow.map((text) => text.slice(0, 20))).toEqual([]);
  });
});

describe("what only its owner knows", () => {
  const inbox = openInbox();
  /** The bytes that were compared, as text. */
  const watch = () => {
    const spy = vi.spyOn(process.getBuiltinModule("node:crypto"), "timingSafeEqual");
    const text = (value: unknown) =>
      value instanceof Uint8Array ? Buffer.from(value).toString() : "";
    return () => spy.mock.calls.flatMap((pair) => pair.map(text));
  };
  afterEach(() => {
    vi.restoreAllMocks();
  });

  it("Q06 a CSRF token is compared in constant time, right or wrong", async () => {
    const tab = world("jwt").browser();
    const right = await tab.csrfToken();
    for (const csrfToken of [right, "0".repeat(64)]) {
      const compared = watch();
      await tab.post("callback/credentials", { ...adasForm, csrfToken });
      expect(compared()).toContain(csrfToken);
      vi.restoreAllMocks();
    }
  });

  it("Q06 the state of an OAuth sign-in is compared in constant time", async () => {
    const rogue = await RogueProvider.start();
    try {
      const tab = world("database", { providers: [oidc(rogue)] }).browser();
      const request = await begin(tab);
      const right = request.searchParams.get("state") ?? "";
      const state = `${right.slice(0, -1)}${right.endsWith("A") ? "B" : "A"}`;
      const compared = watch();
      await tab.get(backWithCode(rogue, request, { state }));
      expect(compared()).toContain(state);
    } finally {
      await rogue.stop();
    }
  });

  it("Q06 the token of a link and the code of a mail are compared in constant time", async () => {
    const { browser } = mailWorld(await inbox);
    const tab = browser();
    const sent = await ask(tab, "pat@example.org");
    const { link, code } = (await inbox).newest();
    const wrong = otherCode(code);
    const compared = watch();
    const page = await tab.get(String(sent.headers.get("location")).split("/auth/")[1] ?? "");
    await tab.post("callback/email", { ...formFields(await page.text()), code: wrong });
    expect(compared()).toContain(wrong);
    await follow(tab, link);
    expect(compared()).toContain(link.searchParams.get("token"));
  });
});
