import { Person } from "../support/authenticator-world.js";
import { SoftAuthenticator } from "../support/authenticator.js";
import { location, type Browser } from "../support/client.js";
import { backWithCode, begin } from "../support/oauth/journey.js";
import { choose } from "../support/password-world.js";
import { codeOf, turnOn } from "../support/second-step-world.js";
import { parsed } from "./manifest.js";
import { who, type Site } from "./site.js";

/** What an upgrade finds: cookies in a browser, and what a person has in their inbox or on their phone. */
export interface Kept {
  readonly cookies: Readonly<Record<string, string>>;
  readonly has: Readonly<Record<string, string>>;
}

interface Journey {
  /** On the release that is older: as far as its name says. */
  start(site: Site, email: string): Promise<{ browser: Browser; has?: Record<string, string> }>;
  /** On the release that is newer: on to a session. */
  goOn(site: Site, browser: Browser, has: Kept["has"]): Promise<unknown>;
}

const password = "violins under the old bridge";

/** Signs somebody up with a password; they are signed in. */
async function signedUp(site: Site, email: string): Promise<Browser> {
  const browser = site.browser();
  await browser.submit("password/sign-up", { email, password });
  await browser.submit("callback/password", { code: site.inbox.newest().code });
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
  await new Person(site.config, { browser, authenticator }).register();
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

/** What is under way when a site is upgraded. */
export const journeys: Readonly<Record<string, Journey>> = {
  "a session": {
    start: async (site, email) => ({ browser: await signedUp(site, email) }),
    goOn: (_site, browser) => browser.session(),
  },
  "a password": {
    async start(site, email) {
      await signedUp(site, email);
      return { browser: site.browser(), has: { email } };
    },
    goOn: (_site, browser, { email = "" }) => withPassword(browser, email),
  },
  "a mailed link": {
    async start(site, email) {
      const browser = site.browser();
      await browser.submit("signin/email", { email });
      return { browser, has: { link: route(site.inbox.newest().link.href) } };
    },
    goOn: (_site, browser, { link = "" }) => browser.get(link),
  },
  "a mailed code": {
    async start(site, email) {
      const browser = site.browser();
      await browser.submit("signin/email", { email });
      return { browser, has: { code: site.inbox.newest().code } };
    },
    goOn: (_site, browser, { code = "" }) => browser.submit("callback/email", { code }),
  },
  "a password to reset": {
    async start(site, email) {
      await signedUp(site, email);
      const browser = site.browser();
      await browser.submit("password/forgot", { email });
      return { browser, has: { code: site.inbox.newest().code } };
    },
    async goOn(_site, browser, { code = "" }) {
      const page = new URL(location(await browser.submit("callback/password", { code })));
      return choose(browser, page, { password: "a tuba in the attic" });
    },
  },
  "a sign-in at a provider": {
    async start(site) {
      const browser = site.browser();
      return { browser, has: { request: (await begin(browser)).href } };
    },
    goOn({ rogue }, browser, { request = "" }) {
      return browser.get(backWithCode(rogue, new URL(request)), { from: rogue.issuer });
    },
  },
  "a second factor that is due": {
    async start(site, email) {
      const has = await withTwoFactors(site, email);
      const browser = site.browser();
      const target = location(await withPassword(browser, email));
      if (!target.endsWith("/second-step")) throw new Error(`Not asked, but sent to ${target}.`);
      return { browser, has };
    },
    goOn: (_site, browser, { phone = "" }) =>
      browser.submit("second-step", { code: codeOf(phone) }),
  },
  "a recovery code": {
    async start(site, email) {
      const has = { ...(await withTwoFactors(site, email)), email };
      return { browser: site.browser(), has };
    },
    async goOn(_site, browser, { email = "", code = "" }) {
      await withPassword(browser, email);
      return browser.submit("second-step", { code });
    },
  },
  "a passkey": {
    async start(site, email) {
      return { browser: site.browser(), has: (await withPasskey(site, email)).has };
    },
    async goOn({ config }, browser, { key }) {
      return new Person(config, { browser, authenticator: await imported(key) }).authenticate();
    },
  },
  "a passkey that is asked for": {
    async start(site, email) {
      const { has } = await withPasskey(site, email);
      const browser = site.browser();
      const person = new Person(site.config, { browser });
      const { options } = await person.options({ action: "authenticate" });
      return { browser, has: { ...has, options: JSON.stringify(options) } };
    },
    async goOn({ config }, browser, { key, options = "" }) {
      const person = new Person(config, { browser });
      const asked: unknown = JSON.parse(options);
      return person.post("authenticate", await (await imported(key)).get(asked));
    },
  },
};

export const emailOf = (journey: string) => `${journey.replaceAll(" ", "-")}@example.com`;
