import { expect, it } from "vitest";
import { openInbox } from "../support/inbox.js";
import { ask, mailWorld } from "../support/mail-world.js";

const inbox = await openInbox();

it.each([
  ["plain@example.org", "plain@example.org"],
  ["Mixed.Case@Example.ORG", "mixed.case@example.org"],
  ["o'neil+tag@example.org", "o'neil+tag@example.org"],
  ["a/b=c&d@example.org", "a/b=c&d@example.org"],
  ["{curly}@example.org", "{curly}@example.org"],
  ["a@sub.domain.example.org", "a@sub.domain.example.org"],
])(
  "H07 %s: the mail reaches the address that is stored, and no other",
  async (typed, identifier) => {
    const { browser, store } = mailWorld(inbox);
    await ask(browser(), typed);
    expect(inbox.mails.map(({ recipients }) => recipients)).toEqual([[identifier]]);
    const { parsed } = inbox.newest();
    expect(parsed.to?.map(({ address }) => address)).toEqual([identifier]);
    expect([...(parsed.cc ?? []), ...(parsed.bcc ?? [])]).toEqual([]);
    const stored = [...store.verificationTokens.values()].map((token) => token.identifier);
    expect(new Set(stored)).toEqual(new Set([identifier]));
  },
);

it.each([
  "a@example.org,b@example.org",
  "a@example.org;b@example.org",
  "<a@example.org>",
  "Pat <a@example.org>",
  "a@example.org (b@example.org)",
  '"a@example.org"@evil.example',
  "a@example.org\r\nBcc: b@example.org",
  "group:a@example.org,b@example.org;",
  "a%b@example.org@evil.example",
])("H07 %j reaches nobody", async (typed) => {
  const { browser, store } = mailWorld(inbox);
  await ask(browser(), typed);
  expect(inbox.mails).toEqual([]);
  expect(store.verificationTokens.size).toBe(0);
});
