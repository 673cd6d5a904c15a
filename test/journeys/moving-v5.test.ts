import {
  Auth as PeerAuth,
  skipCSRFCheck as peerSkip,
  type AuthConfig as PeerConfig,
} from "@auth/core";
import type { Adapter as PeerAdapter } from "@auth/core/adapters";
import { createMemoryStore, MemoryAdapter } from "latchkey/adapters/memory";
import { authjsMigration } from "latchkey/plugins/authjs-migration";
import { describe, expect, it } from "vitest";
import { Browser, textMember } from "../support/client.js";
import {
  ada,
  adasForm,
  people,
  recorder,
  secret,
  storedUser,
  strategies,
  type TestConfig,
} from "../support/config.js";
import { day, useClock } from "../support/clock.js";
import { press } from "../support/mail-world.js";

const origin = "https://app.test";
const clock = useClock();

interface Mail {
  readonly url: string;
  readonly token: string;
}

/** One database and one secret, and servers of both before it. */
function bothServers(strategy: "jwt" | "database", peersSecret = secret) {
  const store = createMemoryStore();
  store.users.set(ada.id, storedUser(ada));
  store.emails.set(ada.email, ada.id);
  const adapter = MemoryAdapter(store);
  const peersAdapter: PeerAdapter = adapter;
  const mails: Mail[] = [];
  const email = {
    id: "email",
    name: "Email",
    type: "email" as const,
    maxAge: day,
    sendVerificationRequest: ({ url, token }: Mail) => void mails.push({ url, token }),
  };
  const github = {
    id: "hub",
    name: "Hub",
    type: "oauth" as const,
    clientId: "id",
    clientSecret: "secret",
    authorization: "https://hub.test/authorize",
    token: "https://hub.test/token",
    userinfo: "https://hub.test/me",
  };
  const log = recorder();
  const config: TestConfig = {
    providers: [people, email, github],
    secret,
    trustHost: true,
    adapter,
    session: { strategy },
    logger: log.logger,
  };
  const peers: PeerConfig = {
    providers: [email, github],
    secret: peersSecret,
    trustHost: true,
    basePath: "/auth",
    adapter: peersAdapter,
    session: { strategy },
    skipCSRFCheck: peerSkip,
    logger: { error: () => undefined },
  };
  const askPeer = async (browser: Browser, route: string, init?: RequestInit) => {
    const request = new Request(`${origin}/auth/${route}`, init);
    request.headers.set("cookie", browser.cookieHeader());
    const { skipCSRFCheck: _, ...checking } = peers;
    const response = await PeerAuth(request, route === "csrf" ? checking : peers);
    browser.keep(response);
    return response;
  };
  const askForMail = (browser: Browser) =>
    askPeer(browser, "signin/email", {
      method: "POST",
      body: new URLSearchParams({ email: ada.email }),
    });
  return {
    config,
    peers,
    store,
    log,
    mails,
    askPeer,
    askForMail,
    browser: () => new Browser(config),
  };
}

const linkOf = (mails: readonly Mail[]) => {
  const { pathname, search } = new URL(mails.at(-1)?.url ?? origin);
  return (pathname + search).slice("/auth/".length);
};

describe("links that Auth.js sent before the move", () => {
  it.each(strategies)("sign in here, once, with a button (%s)", async (strategy) => {
    const { browser, mails, askForMail, store } = bothServers(strategy);
    await askForMail(browser());
    expect(store.verificationTokens.size).toBe(1);
    const reader = browser();
    await press(reader, await reader.get(linkOf(mails)));
    expect(await reader.session()).toMatchObject({ user: { email: ada.email } });
    const second = browser();
    const again = await press(second, await second.get(linkOf(mails)));
    expect(again.headers.get("location")).toContain("error=Verification");
    expect(await second.session()).toBeNull();
  });

  it("not when they have expired, are of another address, or of another secret", async () => {
    const { browser, mails, askForMail } = bothServers("jwt");
    const tryLink = async (link: string) => {
      const reader = browser();
      await press(reader, await reader.get(link));
      return reader.session();
    };
    await askForMail(browser());
    expect(await tryLink(linkOf(mails).replace("ada%40", "grace%40"))).toBeNull();
    expect(await tryLink(linkOf(mails).replace(/token=\w{4}/, "token=zzzz"))).toBeNull();
    clock.pass(day + 1);
    expect(await tryLink(linkOf(mails))).toBeNull();
    const other = bothServers("jwt", "another secret, which is long enough");
    await other.askForMail(other.browser());
    const reader = other.browser();
    await press(reader, await reader.get(linkOf(other.mails)));
    expect(await reader.session()).toBeNull();
  });

  it("of a secret that was too short, while `authjsMigration` names it", async () => {
    const { config, mails, askForMail } = bothServers("jwt", "too short");
    const until = new Date(clock.now() + day * 1000);
    const reader = new Browser({
      ...config,
      plugins: [authjsMigration({ secret: "too short", until, weakSecret: true })],
    });
    await askForMail(reader);
    await press(reader, await reader.get(linkOf(mails)));
    expect(await reader.session()).toMatchObject({ user: { email: ada.email } });
  });
});

describe("sign-ins under way during the move are begun again", () => {
  it("OAuth: the page says so, and it is not called a fault of the configuration", async () => {
    const { browser, askPeer, log } = bothServers("jwt");
    const person = browser();
    const begun = await askPeer(person, "signin/hub", { method: "POST" });
    const there = new URL(begun.headers.get("location") ?? origin);
    const state = there.searchParams.get("state") ?? "none";
    const back = await person.get(`callback/hub?code=abc&state=${encodeURIComponent(state)}`);
    const page = new URL(back.headers.get("location") ?? origin);
    expect(page.searchParams.get("error")).toBe("InvalidCheck");
    expect(log.codes("error")).toEqual(["InvalidCheck"]);
    const html = await (await person.get(`error${page.search}`)).text();
    expect(html).toMatch(/again/i);
  });

  it("forms: a CSRF token of Auth.js leads to the sign-in page, with a sentence", async () => {
    const { browser, askPeer } = bothServers("jwt");
    const person = browser();
    const csrfToken = textMember(await (await askPeer(person, "csrf")).json(), "csrfToken");
    const answer = await person.post("callback/credentials", { ...adasForm, csrfToken });
    const page = new URL(answer.headers.get("location") ?? origin);
    expect([page.pathname, page.searchParams.get("error")]).toEqual([
      "/auth/signin",
      "MissingCSRF",
    ]);
    expect(await (await person.get(`signin${page.search}`)).text()).toMatch(/again/i);
  });
});

describe("servers of both side by side, one database, one secret", () => {
  it.each(strategies)("people stay signed in, whichever answers (%s)", async (strategy) => {
    const { browser, askPeer } = bothServers(strategy);
    const person = browser();
    await person.signIn(adasForm);
    for (let turn = 0; turn < 6; turn++) {
      clock.pass(day);
      const theirs: unknown = await (await askPeer(person, "session")).json();
      expect(theirs).toMatchObject({ user: { email: ada.email } });
      expect(await person.session()).toMatchObject({ user: { email: ada.email } });
    }
  });

  it.each(strategies)(
    "a link sent by one is good at the other, ours too (%s)",
    async (strategy) => {
      const { browser, askPeer, mails, askForMail } = bothServers(strategy);
      const person = browser();
      await askForMail(person);
      const signedIn = await askPeer(person, linkOf(mails));
      expect(signedIn.status).toBe(302);
      expect(await person.session()).toMatchObject({ user: { email: ada.email } });
    },
  );

  it.each(strategies)("signed out at one is signed out at the other (%s)", async (strategy) => {
    const { browser, askPeer } = bothServers(strategy);
    const person = browser();
    await person.signIn(adasForm);
    await askPeer(person, "signout", { method: "POST" });
    expect(await person.session()).toBeNull();
  });
});
