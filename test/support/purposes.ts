import { createMemoryStore, MemoryAdapter, type MemoryStore } from "latchkey/adapters/memory";
import { getToken } from "latchkey/jwt";
import Passkey from "latchkey/providers/passkey";
import { base64url, member, SoftAuthenticator } from "./authenticator.js";
import { Browser, location } from "./client.js";
import {
  ada,
  adasForm,
  people,
  recorder,
  secret,
  storedUser,
  type Strategy,
  type TestConfig,
} from "./config.js";
import { askForProof } from "./fresh.js";
import { oidc } from "./oauth/journey.js";
import type { RogueProvider } from "./oauth/rogue.js";

/** Everything the library mints that somebody could take for something else. */
export const secrets = [
  "CSRF token",
  "CSRF cookie",
  "CSRF code",
  "session",
  "callback-url cookie",
  "flow cookie",
  "state",
  "nonce",
  "code challenge",
  "code verifier",
  "proxied address",
  "mail token",
  "mail code",
  "mail cookie",
  "stored mail token",
  "challenge",
  "challenge cookie",
  "user handle",
  "proof cookie",
  "ask for a proof",
] as const;
export type Secret = (typeof secrets)[number];

const cookieNames = {
  session: "__Secure-authjs.session-token",
  csrf: "__Host-latchkey.csrf-token",
  callbackUrl: "__Host-latchkey.callback-url",
  flow: "__Host-latchkey.flow",
  mail: "__Host-latchkey.mail",
  challenge: "__Host-latchkey.challenge",
  proof: "__Host-latchkey.proof",
  prove: "__Host-latchkey.prove",
} as const;

interface Letter {
  readonly url: string;
  readonly token: string;
  readonly code: string | undefined;
}

/** An application with every kind of sign-in, one of them by way of a proxy. */
export class Mint {
  readonly #config: TestConfig;
  readonly #rogue: RogueProvider;
  readonly #store: MemoryStore = createMemoryStore();
  readonly #letters: Letter[] = [];
  readonly authenticator = new SoftAuthenticator();
  #count = 0;

  constructor(strategy: Strategy, rogue: RogueProvider, options: Partial<TestConfig> = {}) {
    this.#rogue = rogue;
    this.#store.users.set(ada.id, storedUser(ada));
    this.#store.emails.set(ada.email, ada.id);
    const letters = this.#letters;
    const checks: ("pkce" | "state" | "nonce")[] = ["pkce", "state", "nonce"];
    this.#config = {
      providers: [
        people,
        Passkey(),
        oidc(rogue, { checks }),
        oidc(rogue, { id: "far", checks, redirectProxyUrl: "https://proxy.test/auth" }),
        {
          id: "email",
          type: "email",
          from: "no-reply@acme.test",
          sendVerificationRequest({ url, token, code }) {
            letters.push({ url, token, code });
          },
        },
      ],
      secret,
      redirectProxyOrigins: ["https://app.test"],
      trustHost: true,
      logger: recorder().logger,
      adapter: MemoryAdapter(this.#store),
      session: { strategy },
      experimental: { enableWebAuthn: true },
      ...options,
    };
  }

  browser(origin?: string): Browser {
    return new Browser(this.#config, origin === undefined ? {} : { origin });
  }

  /** One of each, fresh, in the hands of whoever got it. */
  async strike(): Promise<Struck> {
    this.#count += 1;
    const email = `reader-${this.#count}@example.org`;
    const [owner, asker] = [this.browser(), this.browser()];
    await this.#learnPasskey();
    await owner.signIn(adasForm);
    await asker.get("signin?callbackUrl=/inside");
    await asker.submit("signin/email", { email });
    const letter = this.#letters.at(-1);
    if (!letter) throw new Error("No mail was sent.");
    const request = new URL(location(await asker.submit("signin/rogue")));
    const far = new URL(location(await asker.submit("signin/far")));
    const options = member(
      await (await asker.get("webauthn-options/passkey?action=authenticate")).json(),
      "options",
    );
    const state = request.searchParams.get("state") ?? "";
    const [flowId = ""] = state.split(".");
    const challenge = String(member(options, "challenge"));
    const challengeCookie = `${cookieNames.challenge}.${challenge.slice(0, 12)}`;
    const flowCookie = `${cookieNames.flow}.${flowId}`;
    const csrf = asker.cookie(cookieNames.csrf) ?? "";
    const [csrfToken = "", csrfCode = ""] = csrf.split("|");
    const [, , ...sealed] = (far.searchParams.get("state") ?? "").split(".");
    const rows = [...this.#store.verificationTokens.values()];
    const values: Record<Secret, string> = {
      "CSRF token": csrfToken,
      "CSRF cookie": csrf,
      "CSRF code": csrfCode,
      session: owner.sessionToken() ?? "",
      "callback-url cookie": asker.cookie(cookieNames.callbackUrl) ?? "",
      "flow cookie": asker.cookie(flowCookie) ?? "",
      state,
      nonce: request.searchParams.get("nonce") ?? "",
      "code challenge": request.searchParams.get("code_challenge") ?? "",
      "code verifier": await this.#usedVerifier(),
      "proxied address": sealed.join("."),
      "mail token": letter.token,
      "mail code": letter.code ?? "",
      "mail cookie": asker.cookie(cookieNames.mail) ?? "",
      "stored mail token": rows.find(({ identifier }) => identifier === email)?.token ?? "",
      challenge,
      "challenge cookie": asker.cookie(challengeCookie) ?? "",
      "user handle": this.authenticator.credentials[0]?.userHandle ?? "",
      "proof cookie": owner.cookie(cookieNames.proof) ?? "",
      "ask for a proof": await this.#askFor(owner),
    };
    const cookies = { ...cookieNames, flow: flowCookie, challenge: challengeCookie };
    return { mint: this, asker, email, request, options, cookies, values };
  }

  async #learnPasskey(): Promise<void> {
    if (this.authenticator.credentials.length > 0) return;
    const browser = this.browser();
    await browser.signIn(adasForm);
    const response = await browser.get("webauthn-options/passkey?action=register");
    const options = member(await response.json(), "options");
    const data = await this.authenticator.create(options);
    await browser.submit("callback/passkey", { action: "register", data });
  }

  /** What the application gets that wants a proof which nobody has given. */
  async #askFor(owner: Browser): Promise<string> {
    const answer = await askForProof(this.#config, owner, { methods: ["another way"] });
    return (answer.ok ? null : new URL(answer.url).searchParams.get("prove")) ?? "";
  }

  /** What the provider was shown when a sign-in was finished. */
  async #usedVerifier(): Promise<string> {
    const known = this.#rogue.hits.find(({ form }) => form.has("code_verifier"));
    if (known) return known.form.get("code_verifier") ?? "";
    const browser = this.browser();
    const request = new URL(location(await browser.submit("signin/rogue")));
    await browser.get(this.back(request, request.searchParams.get("state") ?? ""));
    return this.#usedVerifier();
  }

  /** The route by which the provider sends somebody back. */
  back(request: URL, state: string): string {
    const code = this.#rogue.issueCode(request);
    return `callback/rogue?${new URLSearchParams({ code, state }).toString()}`;
  }

  /** The provider puts this nonce into its next ID tokens; its own when there is none. */
  say(nonce: string | undefined): void {
    this.#rogue.idToken = nonce === undefined ? {} : { claims: { nonce } };
  }
}

/** One of each, and the browser that is in the middle of every kind of sign-in. */
export interface Struck {
  readonly mint: Mint;
  readonly asker: Browser;
  readonly email: string;
  /** The request for the provider. */
  readonly request: URL;
  readonly options: unknown;
  readonly cookies: Readonly<Record<keyof typeof cookieNames, string>>;
  readonly values: Readonly<Record<Secret, string>>;
}

/** Tries a value where a secret is redeemed, with all else as it should be: whether it is accepted. */
export type Redeem = (struck: Struck, value: string) => Promise<boolean>;

const isSignedIn = async (browser: Browser) => (await browser.session()) !== null;
const isOwnForm = (response: Response) => !location(response).includes("MissingCSRF");
const arrives = (response: Response, place: string) => location(response) === place;

const comesBack = async ({ mint, asker, request }: Struck, state: string): Promise<boolean> => {
  await asker.get(mint.back(request, state));
  return isSignedIn(asker);
};
const answers = async (
  { asker, options, mint }: Struck,
  twist: Parameters<SoftAuthenticator["get"]>[1],
): Promise<boolean> => {
  const data = await mint.authenticator.get(options, twist);
  await asker.submit("callback/passkey", { action: "authenticate", data });
  return isSignedIn(asker);
};
const linkOf = (email: string, token: string) =>
  `callback/email?${new URLSearchParams({ email, token }).toString()}`;

/** Every place where a secret is redeemed. */
export const places = {
  "the session cookie": async ({ mint, cookies }, value) => {
    const browser = mint.browser();
    browser.plant(cookies.session, value);
    return isSignedIn(browser);
  },
  "a bearer token": async (_, value) => {
    const headers = { authorization: `Bearer ${encodeURIComponent(value)}` };
    const logger = recorder().logger;
    const token = await getToken({ req: { headers }, secret, secureCookie: true, logger });
    return token !== null;
  },
  "the CSRF cookie": async ({ mint, cookies }, value) => {
    const browser = mint.browser();
    browser.plant(cookies.csrf, value);
    return isOwnForm(await browser.post("signout", { csrfToken: value.split("|")[0] ?? "" }));
  },
  "the field csrfToken": async ({ asker }, value) =>
    isOwnForm(await asker.post("signout", { csrfToken: value })),
  "the callback-url cookie": async ({ mint, cookies, values }, value) => {
    const browser = mint.browser();
    browser.plant(cookies.callbackUrl, value);
    return arrives(await browser.signIn(adasForm), values["callback-url cookie"]);
  },
  "the field callbackUrl": async ({ mint, values }, value) => {
    const fields = { ...adasForm, callbackUrl: value };
    return arrives(await mint.browser().signIn(fields), values["callback-url cookie"]);
  },
  "a flow cookie": async (struck, value) => {
    struck.asker.plant(struck.cookies.flow, value);
    return comesBack(struck, struck.values.state);
  },
  "the parameter state": (struck, value) => comesBack(struck, value),
  "the nonce of an ID token": async (struck, value) => {
    struck.mint.say(value);
    const accepted = await comesBack(struck, struck.values.state);
    struck.mint.say(undefined);
    return accepted;
  },
  "the state that a proxy passes on": async ({ mint }, value) => {
    const query = new URLSearchParams({ code: "1", state: `a.b.${value}` }).toString();
    const response = await mint.browser("https://proxy.test").get(`callback/far?${query}`);
    return location(response).startsWith("https://app.test/");
  },
  "the mail cookie": async ({ asker, cookies, email, values }, value) => {
    asker.plant(cookies.mail, value);
    await asker.get(linkOf(email, values["mail token"]));
    return isSignedIn(asker);
  },
  "the token of a link": async ({ asker, email }, value) => {
    await asker.get(linkOf(email, value));
    return isSignedIn(asker);
  },
  "the field token": async ({ mint, email }, value) => {
    const browser = mint.browser();
    await browser.submit("callback/email", { email, token: value });
    return isSignedIn(browser);
  },
  "the field code": async ({ asker }, value) => {
    await asker.submit("callback/email", { code: value });
    return isSignedIn(asker);
  },
  "the proof cookie": async ({ mint, cookies, values }, value) => {
    const browser = mint.browser();
    browser.plant(cookies.session, values.session);
    browser.plant(cookies.proof, value);
    return (await browser.get("webauthn-options/passkey?action=register")).status === 200;
  },
  "the parameter prove": async ({ mint, cookies, values }, value) => {
    const browser = mint.browser();
    browser.plant(cookies.session, values.session);
    await browser.get(`signin?${new URLSearchParams({ prove: value }).toString()}`);
    return browser.cookie(cookies.prove) !== undefined;
  },
  "the cookie that asks for a proof": async ({ mint, cookies, values }, value) => {
    const browser = mint.browser();
    browser.plant(cookies.session, values.session);
    browser.plant(cookies.prove, value);
    await browser.get("signin?error=FreshSignInRequired");
    return browser.cookie(cookies.prove) !== undefined;
  },
  "a challenge cookie": async (struck, value) => {
    struck.asker.plant(struck.cookies.challenge, value);
    return answers(struck, {});
  },
  "the challenge of an authenticator": async (struck, value) => {
    const sealed = struck.values["challenge cookie"];
    struck.asker.plant(`${cookieNames.challenge}.${value.slice(0, 12)}`, sealed);
    return answers(struck, { challenge: value });
  },
  "the challenge of an authenticator, encoded": (struck, value) =>
    answers(struck, { challenge: base64url(new TextEncoder().encode(value)) }),
  "the user handle of an authenticator": (struck, value) => answers(struck, { userHandle: value }),
} satisfies Record<string, Redeem>;
export type Place = keyof typeof places;
