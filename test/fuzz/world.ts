import type { Adapter } from "latchkey/adapters";
import { createMemoryStore, MemoryAdapter } from "latchkey/adapters/memory";
import type { EmailConfig } from "latchkey/providers";
import Passkey from "latchkey/providers/passkey";
import { SoftAuthenticator, member } from "../support/authenticator.js";
import { location } from "../support/client.js";
import {
  ada,
  adasForm,
  grace,
  people,
  recorder,
  secret,
  storedUser,
  type TestConfig,
} from "../support/config.js";
import { oauth, oidc } from "../support/oauth/journey.js";
import type { RogueProvider } from "../support/oauth/rogue.js";
import { Tape, type Draft } from "./tape.js";

/** How one application differs from the next. */
export interface Variant {
  readonly strategy: "jwt" | "database";
  readonly origin: "https://app.test" | "http://app.test:8080";
  /** The site's URL is configured, so that no header can move it. */
  readonly fixed: boolean;
  /** The application has pages of its own. */
  readonly ownPages: boolean;
  /** Every so many calls of the adapter fail. */
  readonly failing: number | null;
}

/** The one that comes in turn; every sixth has a store that fails now and then. */
export function variantAt(turn: number): Variant {
  return {
    strategy: turn % 2 === 0 ? "jwt" : "database",
    origin: turn % 4 < 2 ? "https://app.test" : "http://app.test:8080",
    fixed: turn % 3 === 0,
    ownPages: turn % 5 === 4,
    failing: turn % 6 === 5 ? 3 : null,
  };
}

export interface World {
  readonly config: TestConfig;
  readonly variant: Variant;
  readonly provider: string;
  /** A right request of every kind, none of which was sent. */
  readonly drafts: readonly Draft[];
}

interface Letter {
  readonly url: string;
  readonly token: string;
  readonly code: string | undefined;
}

/** An application with every kind of provider, in the middle of every kind of sign-in. */
export async function openWorld(variant: Variant, rogue: RogueProvider): Promise<World> {
  rogue.reset();
  const letters: Letter[] = [];
  const faults = new Faults();
  const adapter = faults.in(peopledAdapter());
  const config = configOf(variant, rogue, { letters, adapter });
  const drafts = await recordAll({ config, variant, rogue, letters });
  faults.every = variant.failing;
  return { config, variant, provider: rogue.issuer, drafts };
}

/** Makes every so many calls of an adapter fail. */
class Faults {
  every: number | null = null;
  #calls = 0;

  in<T extends Adapter>(adapter: T): T {
    return new Proxy(adapter, {
      get: (target, name) => {
        const method: unknown = Reflect.get(target, name);
        if (typeof method !== "function") return method;
        return (...given: unknown[]): unknown => {
          this.#calls += 1;
          if (this.every !== null && this.#calls % this.every === 0) {
            throw new Error("The store can't be reached.");
          }
          return Reflect.apply(method, target, given);
        };
      },
    });
  }
}

function peopledAdapter(): Required<Adapter> {
  const store = createMemoryStore();
  for (const user of [ada, grace]) {
    store.users.set(user.id, storedUser(user));
    store.emails.set(user.email, user.id);
  }
  return MemoryAdapter(store);
}

function mailTo(letters: Letter[]): EmailConfig {
  return {
    id: "email",
    name: "Email",
    type: "email",
    from: "no-reply@acme.test",
    sendVerificationRequest({ url, token, code }) {
      letters.push({ url, token, code });
    },
  };
}

function configOf(
  { strategy, origin, fixed, ownPages }: Variant,
  rogue: RogueProvider,
  { letters, adapter }: { letters: Letter[]; adapter: Adapter },
): TestConfig {
  const posted = { params: { response_mode: "form_post", scope: "openid" } };
  return {
    providers: [
      people,
      mailTo(letters),
      Passkey(),
      oidc(rogue, { checks: ["pkce", "state", "nonce"] }),
      oauth(rogue, { id: "plain" }),
      oidc(rogue, { id: "poster", authorization: posted }),
    ],
    secret,
    trustHost: true,
    logger: recorder().logger,
    adapter,
    session: { strategy },
    experimental: { enableWebAuthn: true },
    ...(fixed && { url: origin }),
    ...(ownPages && {
      pages: { signIn: "/login", error: "/oops?a=1", verifyRequest: "/mail", newUser: "/hello" },
    }),
  };
}

interface Recording {
  readonly config: TestConfig;
  readonly variant: Variant;
  readonly rogue: RogueProvider;
  readonly letters: readonly Letter[];
}

async function recordAll(recording: Recording): Promise<readonly Draft[]> {
  const { config, variant } = recording;
  const kept: Draft[] = [];
  const tape = new Tape(config, { origin: variant.origin, kept });
  const user = tape.fork();
  await user.signIn(adasForm);
  await recordPages(tape, user);
  await recordForms(tape, user);
  await recordMail(tape, recording);
  await recordProviders(tape, user, recording);
  await recordPasskeys(tape, user);
  return kept;
}

const pages = [
  ...["session", "providers", "signin", "signin?callbackUrl=/a%3Fb", "signout", "verify-request"],
  ...["signin?error=CredentialsSignin&code=credentials", "error?error=AccessDenied", "error"],
  ...["signin?error=OAuthAccountNotLinked&email=ada%40example.org", "callback/credentials"],
  ...["csrf/", "assets/webauthn.0123456789abcdef.js"],
];

async function recordPages(tape: Tape, user: Tape): Promise<void> {
  for (const route of pages) {
    await tape.hold(() => tape.get(route));
    await user.hold(() => user.get(route));
  }
  for (const method of ["HEAD", "OPTIONS", "PUT"]) {
    await tape.hold(() => tape.send(new Request(tape.url("signin"), { method })));
  }
}

async function recordForms(tape: Tape, user: Tape): Promise<void> {
  await tape.hold(() => tape.signIn(adasForm));
  await tape.hold(() => tape.signIn({ username: "ada", password: "wrong", callbackUrl: "/a" }));
  await tape.hold(() => tape.submit("signin", { callbackUrl: "/a" }));
  await user.hold(() => user.signOut({ callbackUrl: "/bye" }));
  await user.hold(() => user.update({ name: "Countess", nested: { list: [1, null, true] } }));
  await user.hold(async () => {
    const csrfToken = await user.csrfToken();
    const headers = { "x-auth-return-redirect": "1" };
    return user.postJson("signout", { csrfToken, callbackUrl: "/bye" }, { headers });
  });
}

async function recordMail(tape: Tape, { letters }: Recording): Promise<void> {
  await tape.hold(() => tape.submit("signin/email", { email: "new@example.org" }));
  const asking = tape.fork();
  await asking.submit("signin/email", { email: "reader@example.org", callbackUrl: "/inbox" });
  const { url, code = "" } = letters.at(-1) ?? { url: asking.url("callback/email") };
  const link = new URL(url);
  const { pathname, search, searchParams } = link;
  await asking.hold(() => asking.get("verify-request?provider=email&type=email"));
  await asking.hold(() => asking.send(new Request(asking.origin + pathname + search)));
  await asking.hold(() => asking.submit("callback/email", { code }));
  const elsewhere = tape.fork();
  await elsewhere.hold(() => elsewhere.send(new Request(elsewhere.origin + pathname + search)));
  const fields = Object.fromEntries(searchParams);
  await elsewhere.hold(() => elsewhere.submit("callback/email", fields));
}

async function recordProviders(tape: Tape, user: Tape, { rogue }: Recording): Promise<void> {
  for (const id of ["rogue", "plain", "poster"]) {
    await tape.hold(() => tape.submit(`signin/${id}?login_hint=ada&prompt=login`));
    for (const browser of [tape.fork(), user.fork()]) {
      const request = new URL(location(await browser.submit(`signin/${id}`)));
      const state = request.searchParams.get("state") ?? "";
      const fields = { code: rogue.issueCode(request), state };
      const query = new URLSearchParams(fields).toString();
      if (id === "poster") await browser.hold(() => browser.post(`callback/${id}`, fields));
      else await browser.hold(() => browser.get(`callback/${id}?${query}`));
    }
  }
  const refused = new URLSearchParams({ error: "access_denied", error_description: "No <b>" });
  const browser = tape.fork();
  const request = new URL(location(await browser.submit("signin/rogue")));
  refused.set("state", request.searchParams.get("state") ?? "");
  await browser.hold(() => browser.get(`callback/rogue?${refused.toString()}`));
}

async function recordPasskeys(tape: Tape, user: Tape): Promise<void> {
  const authenticator = new SoftAuthenticator(tape.origin);
  const optionsOf = async (browser: Tape, query: string): Promise<unknown> => {
    await browser.hold(() => browser.get(`webauthn-options/passkey?${query}`));
    const response = await browser.get(`webauthn-options/passkey?${query}`);
    return member(await response.json(), "options");
  };
  const owner = user.fork();
  const made = await authenticator.create(await optionsOf(owner, "action=register"));
  await owner.submit("callback/passkey", { action: "register", data: made });
  const newcomer = tape.fork();
  const query = "action=register&email=newcomer%40example.org";
  const data = await authenticator.create(await optionsOf(newcomer, query));
  await newcomer.hold(() => newcomer.submit("callback/passkey", { action: "register", data }));
  const again = tape.fork();
  const got = await authenticator.get(await optionsOf(again, "action=authenticate"));
  const answer = { action: "authenticate", data: got };
  await again.hold(() => again.submit("callback/passkey", answer));
}
