import { Person } from "../support/authenticator-world.js";
import { SoftAuthenticator } from "../support/authenticator.js";
import { location, type Browser } from "../support/client.js";
import { backWithCode, begin } from "../support/oauth/journey.js";
import { choose } from "../support/password-world.js";
import { nextCodeOf, program, turnOn } from "../support/second-step-world.js";
import { parsed } from "./manifest.js";
import { nothing, type Site } from "./site.js";
import { idIn, inApp, inBrowser, memberOf, signInApp, who, type SignedIn } from "./signed-in.js";

/** What an upgrade finds: cookies in a browser, and what a person has in their inbox or on their phone. */
export interface Kept {
  readonly cookies: Readonly<Record<string, string>>;
  readonly has: Readonly<Record<string, string>>;
}

interface Journey {
  /** On the release that is older: as far as its name says. */
  start(site: Site, email: string): Promise<{ browser: Browser; has?: Record<string, string> }>;
  /** On the release that is newer: on to a session. */
  goOn(site: Site, browser: Browser, has: Kept["has"]): Promise<SignedIn>;
}

const password = "violins under the old bridge";

/** Signs somebody up with a password; they are signed in. */
async function signedUp(site: Site, email: string): Promise<Browser> {
  const browser = site.browser();
  await browser.submit("password/sign-up", { email, password });
  await browser.submit("callback/password", { code: (await site.outbox.take(email)).code });
  if ((await who(browser)) !== email) throw new Error(`${email} could not sign up.`);
  return browser;
}

const withPassword = (browser: Browser, email: string) =>
  browser.submit("callback/password", { email, password });

/** Signs somebody up who has two factors from then on. */
async function withTwoFactors(site: Site, email: string) {
  const { secret, codes } = await turnOn(await signedUp(site, email));
  return { phone: secret, code: codes[0] ?? "" };
}

async function withPasskey(site: Site, email: string) {
  const authenticator = new SoftAuthenticator();
  const browser = await signedUp(site, email);
  await new Person(nothing, { browser, authenticator }).register();
  return { authenticator, has: { key: await exported(authenticator) } };
}

const keyKind = { name: "ECDSA", namedCurve: "P-256" };

async function exported({ credentials: [one] }: SoftAuthenticator): Promise<string> {
  if (!one) throw new Error("No passkey was made.");
  const keys = [one.keys.privateKey, one.keys.publicKey].map((key) =>
    crypto.subtle.exportKey("jwk", key),
  );
  return JSON.stringify({ ...one, keys: await Promise.all(keys) });
}

interface ExportedPasskey {
  readonly id: string;
  readonly userHandle: string;
  readonly counter: number;
  /** The private key and the public one. */
  readonly keys: readonly [JsonWebKey, JsonWebKey];
}

async function imported(text = ""): Promise<SoftAuthenticator> {
  const { id, keys, userHandle, counter } = parsed<ExportedPasskey>(text);
  const [privateKey, publicKey] = await Promise.all([
    crypto.subtle.importKey("jwk", keys[0], keyKind, true, ["sign"]),
    crypto.subtle.importKey("jwk", keys[1], keyKind, true, ["verify"]),
  ]);
  const authenticator = new SoftAuthenticator();
  authenticator.credentials.push({ id, keys: { privateKey, publicKey }, userHandle, counter });
  return authenticator;
}

const route = (address = "") => address.slice(address.indexOf("/auth/") + "/auth/".length);

/** A journey whose steps lead to a session in the browser. */
const byBrowser =
  (steps: (...args: Parameters<Journey["goOn"]>) => Promise<unknown>): Journey["goOn"] =>
  async (site, browser, has) => {
    await steps(site, browser, has);
    return inBrowser(browser);
  };

const withCode = byBrowser((_site, browser, { code = "" }) =>
  browser.submit("callback/email", { code }),
);

/** Whoever signs in there has the address that the provider tells. */
export const atProvider = "a sign-in at a provider";

/** What is under way when a site is upgraded. */
export const journeys: Readonly<Record<string, Journey>> = {
  "a session": {
    start: async (site, email) => ({ browser: await signedUp(site, email) }),
    goOn: byBrowser((_site, browser) => browser.session()),
  },
  "a password": {
    async start(site, email) {
      await signedUp(site, email);
      return { browser: site.browser(), has: { email } };
    },
    goOn: byBrowser((_site, browser, { email = "" }) => withPassword(browser, email)),
  },
  "a mailed link": {
    async start(site, email) {
      const browser = site.browser();
      await browser.submit("signin/email", { email });
      return { browser, has: { link: route((await site.outbox.take(email)).link) } };
    },
    goOn: byBrowser((_site, browser, { link = "" }) => browser.get(link)),
  },
  "a mailed code": {
    async start(site, email) {
      const browser = site.browser();
      await browser.submit("signin/email", { email });
      return { browser, has: { code: (await site.outbox.take(email)).code } };
    },
    goOn: withCode,
  },
  "a password to reset": {
    async start(site, email) {
      await signedUp(site, email);
      const browser = site.browser();
      await browser.submit("password/forgot", { email });
      return { browser, has: { code: (await site.outbox.take(email)).code } };
    },
    goOn: byBrowser(async (_site, browser, { code = "" }) => {
      const page = new URL(location(await browser.submit("callback/password", { code })));
      return choose(browser, page, { password: "a tuba in the attic" });
    }),
  },
  [atProvider]: {
    async start(site) {
      const browser = site.browser();
      return { browser, has: { request: (await begin(browser)).href } };
    },
    goOn: byBrowser(({ rogue }, browser, { request = "" }) =>
      browser.get(backWithCode(rogue, new URL(request)), { from: rogue.issuer }),
    ),
  },
  "a second factor that is due": {
    async start(site, email) {
      const has = await withTwoFactors(site, email);
      const browser = site.browser();
      const target = location(await withPassword(browser, email));
      if (!target.endsWith("/second-step")) throw new Error(`Not asked, but sent to ${target}.`);
      return { browser, has };
    },
    // Not the code of now: setting it up has used that.
    goOn: byBrowser((_site, browser, { phone = "" }) =>
      browser.submit("second-step", { code: nextCodeOf(phone) }),
    ),
  },
  "a recovery code": {
    async start(site, email) {
      const has = { ...(await withTwoFactors(site, email)), email };
      return { browser: site.browser(), has };
    },
    goOn: byBrowser(async (_site, browser, { email = "", code = "" }) => {
      await withPassword(browser, email);
      return browser.submit("second-step", { code });
    }),
  },
  "a remembered browser": {
    async start(site, email) {
      const { code } = await withTwoFactors(site, email);
      const browser = site.browser();
      await withPassword(browser, email);
      await browser.submit("second-step", { code, rememberBrowser: "1" });
      await browser.signOut();
      return { browser, has: { email } };
    },
    goOn: byBrowser((_site, browser, { email = "" }) => withPassword(browser, email)),
  },
  "a passkey": {
    async start(site, email) {
      return { browser: site.browser(), has: (await withPasskey(site, email)).has };
    },
    goOn: byBrowser(async (_site, browser, { key }) =>
      new Person(nothing, { browser, authenticator: await imported(key) }).authenticate(),
    ),
  },
  "a passkey that is asked for": {
    async start(site, email) {
      const { has } = await withPasskey(site, email);
      const browser = site.browser();
      const person = new Person(nothing, { browser });
      const { options } = await person.options({ action: "authenticate" });
      return { browser, has: { ...has, options: JSON.stringify(options) } };
    },
    goOn: byBrowser(async (_site, browser, { key, options = "" }) => {
      const person = new Person(nothing, { browser });
      const asked: unknown = JSON.parse(options);
      return person.post("authenticate", await (await imported(key)).get(asked));
    }),
  },
  "a guest": {
    async start(site, email) {
      const browser = site.browser();
      await browser.submit("callback/guest");
      return { browser, has: { email, id: await idIn(browser) } };
    },
    /** Signs up, and stays the same user. */
    async goOn(site, browser, { email = "", id }) {
      if ((await idIn(browser)) !== id) throw new Error("It isn't the guest's session any more.");
      await browser.submit("signin/email", { email });
      const { code } = await site.outbox.take(email);
      const signedIn = await withCode(site, browser, { code });
      if ((await idIn(browser)) !== id) throw new Error("The guest has become somebody else.");
      return signedIn;
    },
  },
  "an API key": {
    async start(site, email) {
      const browser = await signedUp(site, email);
      const made = await browser.submit("api-keys/create", { name: "CI" }, program);
      const key = memberOf(await made.json(), "made");
      return {
        browser,
        has: { id: String(memberOf(key, "id")), key: String(memberOf(key, "key")) },
      };
    },
    goOn: (_site, browser, { id = "", key = "" }) =>
      Promise.resolve({
        who: (at) => who(at ? browser.copy(at) : browser, key),
        end: () => browser.submit("api-keys/revoke", { id }),
      }),
  },
  "an app": {
    async start(site, email) {
      const tokens = await signInApp(await signedUp(site, email));
      return { browser: site.browser(), has: { ...tokens } };
    },
    goOn: (_site, browser, { access = "", refresh = "" }) =>
      Promise.resolve(inApp(browser, { access, refresh })),
  },
};

export const emailOf = (journey: string) =>
  `${journey.replaceAll(" ", "-").toLowerCase()}@example.com`;
