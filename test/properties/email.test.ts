import fc from "fast-check";
import { createTransport } from "nodemailer";
import PostalMime from "postal-mime";
import { describe, expect, it } from "vitest";
import { readAddress } from "../../src/core/values/address.js";

const nodemailer = createTransport({ streamTransport: true, buffer: true });
const runs = { numRuns: 1000 };

/** Recipients of the envelope that nodemailer makes of a text, and the mail it would send. */
async function post(to: string): Promise<{ recipients: string[]; source: string }> {
  const sent = await nodemailer.sendMail({ from: "no-reply@acme.test", to, text: "hello" });
  return {
    recipients: sent.envelope.to,
    source: Buffer.isBuffer(sent.message) ? sent.message.toString() : "",
  };
}

/** The addresses that another parser finds in a `To` header. */
async function recipientsByPostalMime(source: string): Promise<(string | undefined)[]> {
  const { to = [] } = await PostalMime.parse(source);
  return to.map(({ address }) => address);
}

/** Texts near to addresses: real ones, broken ones, and everything parsers quarrel about. */
const ordinary = fc.emailAddress();
const pieces = fc.constantFrom(
  ...[
    "a",
    "B",
    "7",
    "é",
    "ß",
    "ｘ",
    "@",
    "@",
    ".",
    "-",
    "_",
    "+",
    "'",
    "=",
    "/",
    "%",
    "!",
    "|",
    "`",
  ],
  ...[
    "#",
    "&",
    "*",
    "{",
    "}",
    "~",
    "^",
    "?",
    "$",
    '"',
    "(",
    ")",
    "<",
    ">",
    ",",
    ";",
    ":",
    "[",
    "]",
  ],
  ...["\\", " ", "\t", "\r\n", "\0", "\u00a0", "\u200b", "\u202e", "\u3002", "\uff0e", "\uff20"],
  ...[
    "\u212a",
    "\u0131",
    "example.com",
    "x.org",
    "xn--",
    "xn--bcher-kva",
    "bücher",
    "=?utf-8?q?a?=",
  ],
);
const broken = fc.array(pieces, { minLength: 1, maxLength: 12 }).map((parts) => parts.join(""));
const local = fc.stringMatching(/^[a-zA-Z0-9!#$%&'*+/=?^_`{|}~.-]{1,66}$/);
const domain = fc.oneof(
  fc.domain(),
  fc.array(pieces, { minLength: 1, maxLength: 4 }).map((parts) => `${parts.join("")}.example`),
);
const joined = fc.tuple(local, domain).map(([name, host]) => `${name}@${host}`);
const texts = fc.oneof(ordinary, broken, joined);
const rules = fc.record({ internationalDomains: fc.boolean() });

describe("every accepted address", { timeout: 60_000 }, () => {
  it("H07 is the single recipient of the envelope that nodemailer makes, and of its To header", async () => {
    let accepted = 0;
    const property = fc.asyncProperty(texts, rules, async (text, rule) => {
      const identifier = readAddress(text, rule);
      fc.pre(identifier !== undefined);
      accepted++;
      const { recipients, source } = await post(identifier);
      expect(recipients).toEqual([identifier]);
      expect(await recipientsByPostalMime(source)).toEqual([identifier]);
    });
    await fc.assert(property, { numRuns: 300, maxSkipsPerRun: 100 });
    expect(accepted).toBeGreaterThanOrEqual(300);
  });

  it("H07 is the only address that a second parser finds in it", async () => {
    const property = fc.asyncProperty(texts, rules, async (text, rule) => {
      const identifier = readAddress(text, rule);
      fc.pre(identifier !== undefined);
      const source = `To: ${identifier}\r\nCc: Somebody <${identifier}>\r\n\r\n`;
      const { to = [], cc = [] } = await PostalMime.parse(source);
      expect([...to, ...cc].map(({ address }) => address)).toEqual([identifier, identifier]);
    });
    await fc.assert(property, { ...runs, maxSkipsPerRun: 100 });
  });

  it("H05 is plain lower-case ASCII and reads as itself", () => {
    const property = fc.property(texts, rules, (text, rule) => {
      const identifier = readAddress(text, rule);
      if (identifier === undefined) return;
      expect(identifier).toMatch(/^[\x21-\x7e]{3,254}$/);
      expect(identifier).toBe(identifier.toLowerCase());
      expect(readAddress(identifier, rule)).toBe(identifier);
    });
    fc.assert(property, { numRuns: 5000 });
  });

  it("H05 stays in the query of a link as it is", () => {
    const property = fc.property(texts, (text) => {
      const identifier = readAddress(text, { internationalDomains: true });
      if (identifier === undefined) return;
      const query = new URLSearchParams({ email: identifier }).toString();
      expect(new URLSearchParams(query).get("email")).toBe(identifier);
    });
    fc.assert(property, runs);
  });
});

describe("texts that are no plain address", () => {
  it("H01 never become one by what stands around them", () => {
    const around = fc.constantFrom(",", ";", " ", "\t", "\r\n", "<", ">", "(", ")", '"', ":", "\0");
    const property = fc.property(ordinary, around, ordinary, (first, between, second) => {
      for (const internationalDomains of [false, true]) {
        const rule = { internationalDomains };
        expect(readAddress(`${first}${between}${second}`, rule)).toBeUndefined();
        expect(readAddress(`${first}${between}`, rule)).toBeUndefined();
        expect(readAddress(`${between}${first}`, rule)).toBeUndefined();
      }
    });
    fc.assert(property, runs);
  });
});
