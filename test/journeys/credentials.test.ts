import { CredentialsSignin } from "latchkey/errors";
import Credentials from "latchkey/providers/credentials";
import type { SignInCallbackParams, User } from "latchkey/types";
import { describe, expect, it } from "vitest";
import { location, sessionCookiesSet } from "../support/client.js";
import { ada, adasForm, grace, gracesForm, strategies, world } from "../support/config.js";

const anyText: unknown = expect.any(String);

describe.each(strategies)("signing in with credentials, strategy %s", (strategy) => {
  it("[SVC-1] signs in with a credentials provider: the session is the user's", async () => {
    const browser = world(strategy).browser();
    const response = await browser.signIn(adasForm);
    expect(location(response)).toBe("https://app.test");
    expect(await browser.session()).toMatchObject({ user: { name: "Ada", email: ada.email } });
  });

  it("goes to the callbackUrl of the form, as an absolute URL", async () => {
    const browser = world(strategy).browser();
    const response = await browser.signIn({ ...adasForm, callbackUrl: "/inbox?box=1" });
    expect(location(response)).toBe("https://app.test/inbox?box=1");
  });

  it("takes the form as JSON and as a multipart form too", async () => {
    const { browser } = world(strategy);
    const [asJson, asMultipart] = [browser(), browser()];
    const csrfToken = await asJson.csrfToken();
    await asJson.postJson("callback/credentials", { ...adasForm, csrfToken });
    expect(await asJson.session()).toMatchObject({ user: { name: "Ada" } });

    const form = new FormData();
    for (const [name, value] of Object.entries(adasForm)) form.set(name, value);
    form.set("csrfToken", await asMultipart.csrfToken());
    await asMultipart.postBody("callback/credentials", form);
    expect(await asMultipart.session()).toMatchObject({ user: { name: "Ada" } });
  });

  it("[CBK-9] gives what was typed in to authorize, and what it returns is the user", async () => {
    const seen: { credentials: unknown; body: unknown; url: string; method: string }[] = [];
    const provider = Credentials({
      async authorize(credentials, request) {
        const body: unknown = await request.json();
        seen.push({ credentials, body, url: request.url, method: request.method });
        return grace;
      },
    });
    const browser = world(strategy, { providers: [provider] }).browser();
    await browser.submit("callback/credentials?next=1", { username: "g" });
    expect(await browser.session()).toMatchObject({ user: { name: "Grace" } });
    expect(seen).toEqual([
      {
        credentials: { username: "g", csrfToken: anyText },
        body: { username: "g", csrfToken: anyText },
        url: "https://app.test/auth/callback/credentials?next=1",
        method: "POST",
      },
    ]);
  });

  it("[CBK-9] sends the browser back to the sign-in page when authorize gives null", async () => {
    const browser = world(strategy).browser();
    const response = await browser.signIn({ ...adasForm, password: "wrong" });
    expect(location(response)).toBe(
      "https://app.test/auth/signin?error=CredentialsSignin&code=credentials",
    );
    expect(sessionCookiesSet(response)).toEqual([]);
    expect(await browser.session()).toBeNull();
  });

  it("[ERR-2] shows the code of a CredentialsSignin in the address and logs all of it", async () => {
    class Locked extends CredentialsSignin {
      override code = "locked";
    }
    const thrown = new Locked("Ada was locked out by an operator.");
    const provider = Credentials({
      authorize: () => {
        throw thrown;
      },
    });
    const { browser, log } = world(strategy, { providers: [provider] });
    const response = await browser().signIn(adasForm);
    expect(location(response)).toBe(
      "https://app.test/auth/signin?error=CredentialsSignin&code=locked",
    );
    expect(log.errors("CredentialsSignin")).toEqual([thrown]);
    expect(thrown.type).toBe("CredentialsSignin");
  });

  it("[ERR-2] has the code `credentials` unless it is given another", () => {
    expect(new CredentialsSignin().code).toBe("credentials");
    expect(CredentialsSignin.type).toBe("CredentialsSignin");
  });

  it("tells an error of authorize that is no CredentialsSignin only as Configuration", async () => {
    const provider = Credentials({
      authorize: () => {
        throw new Error("The LDAP server ldap.internal is down.");
      },
    });
    const { browser, log } = world(strategy, { providers: [provider] });
    const response = await browser().signIn(adasForm);
    expect(location(response)).toBe("https://app.test/auth/error?error=Configuration");
    const [error] = log.errors("CallbackRouteError");
    expect(error?.cause).toMatchObject({
      err: { message: "The LDAP server ldap.internal is down." },
      provider: "credentials",
    });
  });

  it("[CBK-7] asks the signIn callback with user, account and credentials", async () => {
    const asked: SignInCallbackParams[] = [];
    const { browser } = world(strategy, {
      callbacks: {
        signIn(params) {
          asked.push(params);
          return true;
        },
      },
    });
    await browser().signIn(adasForm);
    expect(asked).toEqual([
      {
        user: ada,
        account: { provider: "credentials", providerAccountId: "1", type: "credentials" },
        credentials: { ...adasForm, csrfToken: anyText },
      },
    ]);
  });

  it("signs in as another user when somebody is signed in already", async () => {
    const browser = world(strategy).browser();
    await browser.signIn(adasForm);
    await browser.signIn(gracesForm);
    expect(await browser.session()).toMatchObject({ user: { name: "Grace" } });
  });

  it("POST signin/credentials leads to the sign-in page, where the form is", async () => {
    const response = await world(strategy).browser().submit("signin/credentials");
    expect(location(response)).toBe("https://app.test/auth/signin");
  });
});

describe("decision 15: credentials obey the session strategy", () => {
  it("decision 15: with `database` the session is a row and the cookie holds only its key", async () => {
    const { browser, store } = world("database");
    const ours = browser();
    await ours.signIn(adasForm);
    expect([...store.sessions.values()]).toMatchObject([{ userId: "1" }]);
    expect([...store.sessions.keys()]).toEqual([ours.sessionToken()]);
  });

  it("decision 15: a user who is not in the store gets a clear error and no cookie", async () => {
    const provider = Credentials({ authorize: () => ({ id: "404", name: "Nobody" }) });
    const { browser, log, store } = world("database", { providers: [provider] });
    const response = await browser().signIn(adasForm);
    expect(location(response)).toBe("https://app.test/auth/error?error=Configuration");
    expect(sessionCookiesSet(response)).toEqual([]);
    expect(store.sessions.size).toBe(0);
    expect(log.errors("AdapterError")[0]?.message).toContain(
      "`authorize` must return a user who is in the database",
    );
  });

  it("decision 15: with `jwt` beside an adapter nothing is written to the store", async () => {
    const { browser, store, adapter } = world("jwt");
    const other = world("jwt", { adapter, session: { strategy: "jwt" } });
    const ours = other.browser();
    await ours.signIn(adasForm);
    expect(await ours.session()).toMatchObject({ user: { name: "Ada" } });
    expect(store.sessions.size + store.accounts.size).toBe(0);
    expect(await browser().session()).toBeNull();
  });
});

describe("decision 26: ids are texts", () => {
  const accountOf = async (user: User): Promise<SignInCallbackParams["account"]> => {
    let account: SignInCallbackParams["account"];
    const { browser } = world("jwt", {
      providers: [Credentials({ authorize: () => user })],
      callbacks: {
        signIn(params) {
          account = params.account;
          return true;
        },
      },
    });
    await browser().signIn({});
    return account;
  };

  it("decision 26: makes a text of a number that authorize gives as id", async () => {
    const numbered: { name: string } = Object.assign({ name: "Ada" }, { id: 42 });
    expect(await accountOf(numbered)).toMatchObject({ providerAccountId: "42" });
  });

  it("decision 26: a user without an id, or with null, gets a random one", async () => {
    const uuid: unknown = expect.stringMatching(/^[0-9a-f-]{36}$/);
    const nulled: { name: string } = Object.assign({ name: "Ada" }, { id: null });
    expect(await accountOf({ name: "Ada" })).toMatchObject({ providerAccountId: uuid });
    expect(await accountOf(nulled)).toMatchObject({ providerAccountId: uuid });
  });
});
