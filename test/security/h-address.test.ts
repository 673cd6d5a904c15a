import { describe, expect, it, vi } from "vitest";
import { location } from "../support/client.js";
import { openInbox } from "../support/inbox.js";
import { ask, mailWorld } from "../support/mail-world.js";

const inbox = await openInbox();
const label64 = "a".repeat(64);
const longDomain = `${`${"a".repeat(61)}.`.repeat(4)}example`;

const refused: readonly (readonly [string, readonly string[]])[] = [
  [
    "H01 several addresses in one text",
    [
      "a@x.com,b@y.com",
      "a@x.com;b@y.com",
      "a@x.com b@y.com",
      "a@x.com\tb",
      "a@evil.com;corp.com",
      "a@x.com,",
      ",a@x.com",
      "a@x.com, b@y.com",
      "a,b@x.com",
    ],
  ],
  [
    "H02 quoted, doubled or missing parts",
    ['"a@evil.com"@corp.com', '"a"@corp.com', "a@b@c", "a@b@c.com", "@x.com", "a@", "a", "", "@"],
  ],
  [
    "H03 display names, brackets, comments and groups",
    [
      "Name <a@x.com>",
      "<a@x.com>",
      "a@x.com (c)",
      "(c)a@x.com",
      "a@(c)x.com",
      "group:a@x.com;",
      "mailto:a@x.com",
      "a@x.com>",
    ],
  ],
  [
    "H04 control, blank, zero-width and direction characters anywhere",
    [
      "\r",
      "\n",
      "\r\n",
      "\u0001",
      "\u007f",
      "\u00a0",
      "\u200b",
      "\u200d",
      "\ufeff",
      "\u202e",
      "\u2066",
    ].flatMap((char) => [`${char}a@x.com`, `a${char}@x.com`, `a@x${char}.com`, `a@x.com${char}`]),
  ],
  [
    "H05 look-alikes of @, of the dot and of letters",
    [
      "a\uff20x.com",
      "a\ufe6bx.com",
      "a@x\u3002com",
      "a@x\uff0ecom",
      "a@x\uff61com",
      "\u212a@x.com",
      "a@\u212a.com",
      "\u0131@x.com",
      "a@x.\u0131o",
      "\uff41@x.com",
      "a@\uff58.com",
      "a@\u017f.com",
      "ä@x.com",
      "a@bücher.example",
      "a@xn--bcher-kva.example",
    ],
  ],
  [
    "H06 parts that are too long or no host names",
    [
      `${label64}a@x.com`,
      `a@${longDomain}.com`,
      `${label64}@${"b".repeat(63)}.${"c".repeat(63)}.${"d".repeat(61)}.com`,
      `a@${label64}.com`,
      "a@x..com",
      "a@.x.com",
      "a@-x.com",
      "a@x-.com",
      "a@intranet",
      "a@localhost.",
      "a@[127.0.0.1]",
      "a@127.0.0.1",
      "a@x.com.",
      ".a@x.com",
      "a.@x.com",
      "a..b@x.com",
      "a@x_y.com",
      "a%evil.com@corp.com",
      "evil.com!a@corp.com",
      "=?utf-8?q?a=40evil.com=3e?=@corp.com",
      "=?x?q?a?=b@corp.com",
      "a@x.com/..",
      "a@x.com:25",
      "a@x.com#b",
    ],
  ],
];

describe.each([false, true])("with allowInternationalDomains %j", (allowInternationalDomains) => {
  /** With the option these are names like any other: read once, then stable. */
  const names = [
    "a@\u212a.com",
    "a@\uff58.com",
    "a@\u017f.com",
    "a@x.\u0131o",
    "a@bücher.example",
    "a@xn--bcher-kva.example",
  ];

  describe.each(refused)("%s", (_, addresses) => {
    const cases = addresses.filter(
      (address) => !allowInternationalDomains || !names.includes(address),
    );
    it.each(cases)("%j is refused before the store is asked anything", async (address) => {
      const { browser, adapter } = mailWorld(inbox, { allowInternationalDomains });
      const look = vi.spyOn(adapter, "getUserByEmail");
      const store = vi.spyOn(adapter, "createVerificationToken");
      const response = await ask(browser(), address);
      expect(location(response)).toBe("https://app.test/auth/signin?error=EmailSignin");
      expect(look).not.toHaveBeenCalled();
      expect(store).not.toHaveBeenCalled();
      expect(inbox.mails).toEqual([]);
    });
  });
});

describe("H05 names beyond ASCII, when they are allowed, are read once and then stable", () => {
  it.each([
    ["a@\u212a.com", "a@k.com"],
    ["a@\uff58.com", "a@x.com"],
    ["a@Bücher.example", "a@xn--bcher-kva.example"],
    ["a@xn--bcher-kva.example", "a@xn--bcher-kva.example"],
  ])("%j is %j", async (typed, stored) => {
    const { browser, store } = mailWorld(inbox, { allowInternationalDomains: true });
    await ask(browser(), typed);
    await ask(browser(), stored);
    const rows = [...store.verificationTokens.values()];
    expect(rows.map(({ identifier }) => identifier)).toEqual([stored, stored]);
    expect(inbox.mails.map(({ recipients }) => recipients)).toEqual([[stored], [stored]]);
  });

  it("a punycode label that says nothing is refused", async () => {
    const { browser } = mailWorld(inbox, { allowInternationalDomains: true });
    const response = await ask(browser(), "a@xn--a.example");
    expect(location(response)).toBe("https://app.test/auth/signin?error=EmailSignin");
  });
});

describe("addresses that people have", () => {
  it.each([
    "ada@example.com",
    "Ada.Lovelace+news@mail.example.co.uk",
    "o'brien@example.com",
    "a_b-c@sub-domain.example",
    "1@2.example",
    "x=y@example.com",
    `${label64}@example.com`,
  ])("%s gets a mail", async (address) => {
    const { browser } = mailWorld(inbox);
    await ask(browser(), address);
    expect(inbox.newest().recipients).toEqual([address.toLowerCase()]);
  });

  it.each([[["a@x.com", "b@y.com"]], [{ address: "a@x.com" }], [7], [null]])(
    "%j as JSON is no text, so it is refused",
    async (email) => {
      const { browser } = mailWorld(inbox);
      const own = browser();
      const response = await own.postJson("signin/email", {
        csrfToken: await own.csrfToken(),
        email,
      });
      expect(response.status).toBe(400);
      expect(inbox.mails).toEqual([]);
    },
  );

  it("no address at all is refused as a wrong one is", async () => {
    const own = mailWorld(inbox).browser();
    const response = await own.submit("signin/email", {});
    expect(location(response)).toBe("https://app.test/auth/signin?error=EmailSignin");
  });
});
