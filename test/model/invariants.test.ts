import { describe, expect, it } from "vitest";
import { start } from "../support/clock.js";
import type { Answer, Exchange } from "./answer.js";
import { explain } from "./explain.js";
import { checkFlags, checkRedirect, checkSignedOut, checkUnchanged, Ledger } from "./invariants.js";
import { cookies, type About, type Delivered } from "./message.js";
import { accountKey, emptyState, mailLasts, sessionLasts, type State } from "./state.js";
import { checkStore } from "./rows.js";
import type { Dump } from "./store.js";
import { Tally, type Invariant } from "./violation.js";

// Every check must be able to fail: each is shown an answer as no correct library gives it.

const csrf = `${"a".repeat(64)}|mac`;
const ada = "ada@example.org";
const form = { csrfToken: "a".repeat(64) };
const flags = "Path=/; HttpOnly; Secure; SameSite=Lax";
const sessionLine = (value: string) => `${cookies.session}=${value}; Max-Age=60; ${flags}`;
const cookieHeader = (values: Readonly<Record<string, string>>) =>
  Object.entries({ [cookies.csrf]: csrf, ...values })
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .join("; ");

let counted = 0;
function exchange(
  about: About,
  answer: Partial<Answer> = {},
  sent: Partial<Delivered> = {},
): Exchange {
  const request = { method: "POST", route: "", headers: {}, fields: form } as const;
  return {
    sent: { ...request, about, cookie: cookieHeader({}), at: start, number: ++counted, ...sent },
    answer: { status: 302, location: "https://app.test", lines: [], body: "", ...answer },
  };
}

function state(strategy: State["strategy"] = "database"): State {
  const made = emptyState(strategy, [ada, "grace@example.org"]);
  made.csrf.add(csrf);
  const expires = start + sessionLasts * 1000;
  made.sessions.set("live", {
    user: ada,
    issued: start,
    expires,
    ended: false,
    ...{ token: "live", of: "live", plain: true, unproven: false },
  });
  made.sessions.set("over", {
    user: ada,
    issued: start,
    expires,
    ended: true,
    ...{ token: "over", of: "over", plain: true, unproven: false },
  });
  const mail = { address: ada, code: "123456", expires: start + mailLasts * 1000, wrong: 0 };
  made.mails.set("token", { ...mail, gone: false });
  made.mails.set("gone", { ...mail, gone: true });
  return made;
}

const none: Dump = {
  users: new Map(),
  accounts: new Map(),
  sessions: new Map(),
  tokens: new Map(),
  passkeys: new Map(),
};
const users = new Map([["1", { email: ada, verified: false }]]);

function expectViolation(invariant: Invariant, check: (tally: Tally) => void): void {
  expect(() => check(new Tally())).toThrow(expect.objectContaining({ invariant }));
}

const wrongPassword: About = { kind: "credentials", user: null };
const press: About = { kind: "press", token: "token" };
const signedIn = { lines: [sessionLine("new")], holder: ada };
const refused = { location: "https://app.test/auth/error?error=Verification" };

describe("single-use things", () => {
  it.each<About>([
    press,
    { kind: "return", provider: "hub", state: "id.state", code: null },
    {
      kind: "passkey",
      action: "authenticate",
      challenge: "c",
      credential: { id: "i", account: "a", counter: 1 },
    },
  ])("a second sign-in by the same secret is noticed: $kind", (about) => {
    expectViolation("a single-use thing is consumed at most once", (tally) => {
      const ledger = new Ledger();
      for (const _ of [1, 2]) ledger.check(tally, exchange(about, signedIn));
    });
  });

  it("a link and the code of the same mail count as one", () => {
    expectViolation("a single-use thing is consumed at most once", (tally) => {
      const ledger = new Ledger();
      const mail = { address: ada, token: "token", code: "123456" };
      const lines = [`${cookies.mail}=sealed; Max-Age=900; ${flags}`];
      ledger.check(tally, exchange({ kind: "mail", address: ada }, { mail, lines }));
      const cookie = cookieHeader({ [cookies.mail]: "sealed" });
      ledger.check(tally, exchange({ kind: "code", code: "123456" }, signedIn, { cookie }));
      ledger.check(tally, exchange(press, signedIn));
    });
  });

  it("of two requests at the same moment only one may win, in whatever order", () => {
    const both = [exchange(press, signedIn), exchange(press, signedIn)];
    expectViolation("nobody gets a session without proof", () => explain([state()], both));
    const one = [exchange(press, refused), exchange(press, signedIn)];
    expect(explain([state()], one)).toHaveLength(1);
  });
});

describe("sessions", () => {
  const unproven = "nobody gets a session without proof";

  it.each<[string, About]>([
    ["a wrong password", wrongPassword],
    ["a mail that was used", { kind: "press", token: "gone" }],
    [
      "a state that nobody began with",
      { kind: "return", provider: "hub", state: "x.y", code: null },
    ],
  ])("one that is given for %s is noticed", (_what, about) => {
    expectViolation(unproven, () => explain([state()], [exchange(about, signedIn)]));
  });

  it("one that is somebody else's is noticed", () => {
    const answer = { ...signedIn, holder: "grace@example.org" };
    expectViolation(unproven, () => explain([state()], [exchange(press, answer)]));
  });

  it("one that is given by a form of another site is noticed", () => {
    const headers = { "sec-fetch-site": "cross-site" };
    expectViolation(unproven, () => explain([state()], [exchange(press, signedIn, { headers })]));
  });

  it("a cookie that is set by a mere page is noticed", () => {
    const answer = { status: 200, location: null, ...signedIn };
    expectViolation(unproven, () => explain([state()], [exchange({ kind: "page" }, answer)]));
  });

  const read = (value: string, user: string | null) =>
    exchange(
      { kind: "session" },
      { status: 200, location: null, body: JSON.stringify(user && { user: { email: user } }) },
      { method: "GET", cookie: cookieHeader({ [cookies.session]: value }) },
    );

  it("one that can still be read after the sign-out is noticed", () => {
    expectViolation("sign-out is final", () => explain([state()], [read("over", ada)]));
    expect(explain([state()], [read("over", null)])).toHaveLength(1);
  });

  it("one that was never given, and one that is denied, are noticed", () => {
    expectViolation(unproven, () => explain([state()], [read("made up", ada)]));
    const denied = () => explain([state()], [read("live", null)]);
    expectViolation("the answer is the one the model gives", denied);
  });

  it.each([
    { kept: [cookies.session], reader: null },
    { kept: [], reader: ada },
  ])("a sign-out that leaves something is noticed: %o", (left) => {
    const cookie = cookieHeader({ [cookies.session]: "live" });
    const lines = [`${cookies.session}=; Max-Age=0; ${flags}`];
    const signOut = exchange({ kind: "sign-out" }, { lines }, { cookie });
    expectViolation("sign-out is final", (tally) => checkSignedOut(tally, signOut, left));
    const silent = { ...signOut, answer: { ...signOut.answer, lines: [] } };
    const nothing = { kept: [], reader: undefined };
    expectViolation("sign-out is final", (tally) => checkSignedOut(tally, silent, nothing));
  });
});

describe("sessions that can be ended", () => {
  const managed = (strategy: State["strategy"] = "jwt") => {
    const made = state(strategy);
    made.revocable = true;
    made.noted.set("live", "id-1");
    return made;
  };
  const read = (holder: string | null) => {
    const body = holder === null ? "null" : JSON.stringify({ user: { email: holder } });
    const cookie = cookieHeader({ [cookies.session]: "over" });
    return exchange({ kind: "session" }, { status: 200, location: null, body }, { cookie });
  };
  const listing = (...ids: readonly string[]) =>
    exchange(
      { kind: "manage", errand: { do: "list", user: ada } },
      { status: 200, location: null, body: JSON.stringify({ ids }) },
    );

  it.each(["jwt", "database"] as const)("one that comes back is noticed, by %s", (strategy) => {
    const ended = managed(strategy);
    ended.over.add("over");
    expectViolation("what was ended stays ended", () => explain([ended], [read(ada)]));
    expect(explain([ended], [read(null)])).toHaveLength(1);
  });

  it("a list that lacks one, or has one that is over or another's, is noticed", () => {
    const wrong = "the list is the one the model gives";
    expect(explain([managed()], [listing("id-1")])).toHaveLength(1);
    expectViolation(wrong, () => explain([managed()], [listing()]));
    expectViolation(wrong, () => explain([managed()], [listing("id-1", "id-2")]));
    const ended = managed();
    ended.over.add("live");
    expectViolation(wrong, () => explain([ended], [listing("id-1")]));
    expect(explain([ended], [listing()])).toHaveLength(1);
  });
});

describe("responses", () => {
  it.each([
    "https://evil.test/",
    "https://app.test@evil.test/",
    "https://app.test.evil.test/",
    "http://app.test/",
    "javascript:alert(1)",
    "https://user:pass@app.test/",
    "https://hub.test/authorize?redirect_uri=https://app.test/auth/callback/hub",
  ])("a redirect to %s is noticed", (location) => {
    const sent = exchange({ kind: "sign-out" }, { location });
    expectViolation("no redirect leaves the origin", (tally) => checkRedirect(tally, sent));
  });

  it.each([
    "https://hub.test/authorize?redirect_uri=https://evil.test/auth/callback/hub",
    "https://evil.test/authorize?redirect_uri=https://app.test/auth/callback/hub",
  ])("a sign-in that begins at %s is noticed", (location) => {
    const sent = exchange({ kind: "begin", provider: "hub" }, { location });
    expectViolation("no redirect leaves the origin", (tally) => checkRedirect(tally, sent));
  });

  it.each([
    `${cookies.session}=x; Max-Age=60; Path=/; Secure; SameSite=Lax`,
    `${cookies.session}=x; Max-Age=60; Path=/; HttpOnly; SameSite=Lax`,
    `${cookies.session}=x; Max-Age=60; Path=/; HttpOnly; Secure`,
    `${cookies.session}=x; Max-Age=60; Path=/; HttpOnly; Secure; SameSite=None`,
    `${cookies.session}=x; Max-Age=60; Path=/auth; HttpOnly; Secure; SameSite=Lax`,
    `${cookies.session}=x; Max-Age=60; ${flags}; Domain=app.test`,
    `${cookies.session}=x; ${flags}`,
    `${cookies.session}=; ${flags}`,
    `authjs.session-token=x; Max-Age=60; ${flags}`,
    `latchkey.csrf-token=x; ${flags}`,
  ])("the cookie %s is noticed", (line) => {
    const sent = exchange({ kind: "page" }, { lines: [line] });
    expectViolation("no cookie without its flags", (tally) => checkFlags(tally, sent));
  });
});

describe("the store", () => {
  const unchanged = "a refused request changes nothing";
  const signIn = exchange(wrongPassword, refused);

  it.each<[string, Dump, Dump]>([
    ["a user is made", none, { ...none, users }],
    ["a user is removed", { ...none, users }, none],
    [
      "a user is changed",
      { ...none, users },
      { ...none, users: new Map([["1", { email: ada, verified: true }]]) },
    ],
    ["an account is linked", none, { ...none, accounts: new Map([["hub h1", { user: "1" }]]) }],
    [
      "a session is made",
      none,
      { ...none, sessions: new Map([["s", { user: "1", expires: start + 1 }]]) },
    ],
    [
      "a live session is removed",
      { ...none, sessions: new Map([["s", { user: "1", expires: start + 1 }]]) },
      none,
    ],
    [
      "a token is made",
      none,
      { ...none, tokens: new Map([["t", { email: ada, expires: start }]]) },
    ],
    [
      "a counter is changed",
      { ...none, passkeys: new Map([["p", { user: "1", counter: 1 }]]) },
      { ...none, passkeys: new Map([["p", { user: "1", counter: 2 }]]) },
    ],
  ])("a refusal by which %s is noticed", (_what, before, after) => {
    expectViolation(unchanged, (tally) => checkUnchanged(tally, signIn, { before, after }));
  });

  it("a refusal may use up a token and clear away an expired session", () => {
    const tokens = new Map([["t", { email: ada, expires: start }]]);
    const sessions = new Map([["s", { user: "1", expires: start }]]);
    const before = { ...none, tokens, sessions };
    expect(() => checkUnchanged(new Tally(), signIn, { before, after: none })).not.toThrow();
  });

  it.each([
    sessionLine("new"),
    `${cookies.session}=; Max-Age=0; ${flags}`,
    `${cookies.csrf}=x; ${flags}`,
    `${cookies.target}=https://app.test/; ${flags}`,
    `${cookies.proof}=x; Max-Age=60; ${flags}`,
  ])("a refusal that sets %s is noticed", (line) => {
    const sent = exchange(wrongPassword, { status: 400, location: null, lines: [line] });
    const same = { before: none, after: none };
    expectViolation(unchanged, (tally) => checkUnchanged(tally, sent, same));
  });

  it("a page that changes something is noticed", () => {
    const page = exchange({ kind: "page" }, { status: 200, location: null });
    const stores = { before: none, after: { ...none, users } };
    expectViolation(unchanged, (tally) => checkUnchanged(tally, page, stores));
  });

  it("a store that is not the model's is noticed", () => {
    const check = (tally: Tally) => checkStore(tally, [state()], { ...none, users });
    expectViolation("the store holds what the model holds", check);
  });
});

describe("the model", () => {
  it("a request that must be accepted and is not is noticed", () => {
    const check = () => explain([state()], [exchange(press, refused)]);
    expectViolation("the answer is the one the model gives", check);
  });

  it("a server that fails is noticed", () => {
    const check = () => explain([state()], [exchange(press, { status: 500, location: null })]);
    expectViolation("the answer is the one the model gives", check);
  });

  it("an account that is linked without anybody signed in is noticed", () => {
    const check = () => explain([state()], [exchange(press)]);
    expectViolation("nobody gets a session without proof", check);
  });

  it("keeps every state that explains what was seen", () => {
    const cookie = cookieHeader({ [cookies.session]: "live" });
    const location = "https://hub.test/authorize?state=id.x";
    const lines = [`${cookies.flow}id=sealed; Max-Age=900; ${flags}`];
    const begin = exchange({ kind: "begin", provider: "hub" }, { location, lines }, { cookie });
    const cleared = [`${cookies.session}=; Max-Age=0; ${flags}`];
    const signOut = exchange({ kind: "sign-out" }, { lines: cleared }, { cookie });
    const began = explain([state()], [begin, signOut]).map(
      ({ flows }) => flows.get("sealed")?.beganAs,
    );
    expect(began.sort()).toEqual([ada, null]);
    expect(accountKey("hub", "h1")).toBe("hub h1");
  });
});
