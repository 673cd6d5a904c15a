import { createHash } from "node:crypto";
import { createMemoryStore, MemoryAdapter } from "latchkey/adapters/memory";
import Nodemailer from "latchkey/providers/nodemailer";
import Password, { type PasswordUserConfig } from "latchkey/providers/password";
import { Browser } from "./client.js";
import { recorder, secret, type Strategy, type TestConfig } from "./config.js";
import type { Inbox } from "./inbox.js";
import { passwordsIn } from "./user-rows.js";

export const email = "ada@example.org";
export const password = "violins under the old bridge";
export const another = "seven kettles on a quiet shelf";

/** Hashes that cost nothing, where it isn't about them. */
export const fast = {
  hash: (typed: string): string => `fast:${digest(typed)}`,
  verify: (typed: string, hash: string): boolean =>
    hash === `fast:${digest(typed.normalize("NFKC"))}`,
};

function digest(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

export interface PasswordWorldOptions {
  /** Hashes as an application does, which takes half a second each. */
  readonly scrypt?: boolean;
  readonly strategy?: Strategy;
  readonly provider?: PasswordUserConfig;
  readonly overrides?: Partial<TestConfig>;
}

/** An application where people sign in with passwords, and what is in its store. */
export function passwordWorld(inbox: Pick<Inbox, "server">, options: PasswordWorldOptions = {}) {
  const { strategy = "database", scrypt = false, overrides = {} } = options;
  const provider = { ...(!scrypt && fast), ...options.provider };
  const log = recorder();
  const store = createMemoryStore();
  const adapter = MemoryAdapter(store);
  const mailer = Nodemailer({ server: inbox.server, from: "Acme <no-reply@acme.test>" });
  const config: TestConfig = {
    providers: [Password({ email: mailer, ...provider })],
    secret,
    trustHost: true,
    logger: log.logger,
    adapter,
    session: { strategy },
    ...overrides,
  };
  const passwords = passwordsIn(store);
  return { config, log, store, passwords, adapter, browser: () => new Browser(config) };
}

/** Makes an account, with the code of the mail. */
export async function signUp(
  browser: Browser,
  inbox: Pick<Inbox, "newest">,
  fields: Readonly<Record<string, string>> = { email, password },
): Promise<Response> {
  const asked = await browser.submit("password/sign-up", fields);
  const place = asked.headers.get("location") ?? "no redirect";
  if (!place.includes("verify-request")) throw new Error(`No mail: ${asked.status}, ${place}`);
  return browser.submit("callback/password", { code: inbox.newest().code });
}

export function signIn(
  browser: Browser,
  fields: Readonly<Record<string, string>> = { email, password },
): Promise<Response> {
  return browser.submit("callback/password", fields);
}

/** Chooses a password on the page that a link of a mail opens. */
export function choose(
  browser: Browser,
  link: URL,
  fields: Readonly<Record<string, string>>,
): Promise<Response> {
  return browser.submit("password/reset", { ...Object.fromEntries(link.searchParams), ...fields });
}
