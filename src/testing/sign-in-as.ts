import type { AnyProviders, AuthConfig, CommonOptions } from "../core/auth-config.js";
import { CookieJar } from "../core/cookies/jar.js";
import { serializeCookie, setEnvDefaults } from "../core/engine/index.js";
import { processEnvironment } from "../core/values/mode.js";
import { refuseUnlessDevelopment } from "../dev/refuse.js";
import { engineFor } from "../doors/engine.js";
import type { Account } from "../types/account.js";
import type { UserToCreate } from "../types/adapter.js";
import type { ResponseCookie } from "../types/http.js";
import type { User } from "../types/session.js";
import type { Store } from "../types/store.js";

export interface SignInAsOptions {
  /**
   * The application's origin: cookies on https differ from those on http. @default
   * "http://localhost:3000"
   */
  readonly origin?: string | undefined;
  /**
   * How the user signed in, for the `jwt` callback. @default { provider: "test", type:
   * "credentials" }
   */
  readonly account?: Partial<Account> | undefined;
  /** Whether the `jwt` callback gets `isNewUser`. @default false */
  readonly isNewUser?: boolean | undefined;
}

/** A signed-in user, in the forms that tests need. */
export interface SignedInPerson {
  /** The user as stored, with an id. */
  readonly user: User & { id: string };
  readonly cookies: readonly ResponseCookie[];
  /** The value of a `Cookie` header. */
  readonly cookie: string;
  /** For `fetch`, `app.request`, supertest: `{ cookie }`. */
  readonly headers: { readonly cookie: string };
  /** For `browser.newContext({ storageState })` of Playwright. */
  readonly storageState: StorageState;
}

/** A cookie in Playwright's form. */
export interface StoredCookie {
  readonly name: string;
  readonly value: string;
  readonly domain: string;
  readonly path: string;
  /** Seconds since 1970; -1 for a session cookie. */
  readonly expires: number;
  readonly httpOnly: boolean;
  readonly secure: boolean;
  readonly sameSite: "Strict" | "Lax" | "None";
}

/** Playwright's `storageState`. */
export interface StorageState {
  readonly cookies: StoredCookie[];
  readonly origins: [];
}

type AnyConfig<Columns> = CommonOptions<AnyProviders, Columns> & {
  readonly callbacks?: AuthConfig["callbacks"];
};

/**
 * Creates a session without signing in, for tests of what comes after. The configuration itself
 * creates it, with its callbacks, strategy, store and cookie names. With an adapter, the user is
 * looked up by id or email and updated, or created if missing. The `signIn` callback and events
 * aren't called.
 *
 * ```ts
 * const { headers } = await signInAs(config, { email: "ada@example.com", role: "admin" });
 * const response = await fetch("http://localhost:3000/api/me", { headers });
 * ```
 */
export function signInAs<Columns>(
  config: AnyConfig<Columns>,
  user: UserToCreate<Columns> & Readonly<Record<string, unknown>>,
  options?: SignInAsOptions,
): Promise<SignedInPerson>;
export async function signInAs(
  config: AnyConfig<unknown>,
  user: UserToCreate,
  options: SignInAsOptions = {},
): Promise<SignedInPerson> {
  refuseUnlessDevelopment("latchkey/testing");
  const complete: AuthConfig = { ...config };
  setEnvDefaults(processEnvironment(), complete);
  const { settings } = engineFor(complete);
  const { problem, sessions, store } = await settings.ready();
  if (problem) throw problem;
  const person = await personOf(user, store);
  const origin = settings.origin ?? options.origin ?? "http://localhost:3000";
  const jar = new CookieJar(undefined);
  const cookie = settings.cookies(settings.isSecure(origin)).session;
  const given = { provider: "test", providerAccountId: person.id, type: "credentials" } as const;
  const account = { ...given, ...options.account };
  const known = await sessions.start(
    { jar, cookie, now: Date.now() },
    { user: person, account, isNewUser: options.isNewUser ?? false },
  );
  if (known === null) throw new Error("The `jwt` callback returned null: nobody is signed in.");
  const cookies = jar.changes();
  const header = cookieHeader(cookies);
  const { hostname } = new URL(origin);
  return {
    user: person,
    cookies,
    cookie: header,
    headers: { cookie: header },
    storageState: { cookies: cookies.map((one) => stored(hostname, one)), origins: [] },
  };
}

async function personOf(user: UserToCreate, store: Store | null): Promise<User & { id: string }> {
  const { email, id = crypto.randomUUID(), ...rest } = user;
  const given = { ...rest, ...(email != null && { email }) };
  if (!store) return { ...given, id };
  const found =
    user.id !== undefined
      ? await store.getUser(user.id)
      : email
        ? await store.getUserByEmail(email)
        : null;
  if (!found) return store.createUser({ emailVerified: new Date(), ...given, id });
  const changed = Object.entries(given).some(([name, value]) => Reflect.get(found, name) !== value);
  return changed ? store.updateUser({ ...given, id: found.id }) : found;
}

/** The value of a `Cookie` header. */
function cookieHeader(cookies: readonly ResponseCookie[]): string {
  return cookies.map((cookie) => serializeCookie(cookie).split(";", 1)[0]).join("; ");
}

function stored(host: string, cookie: ResponseCookie): StoredCookie {
  const { domain = host, path = "/", expires, httpOnly, secure, sameSite } = cookie.options;
  const [name = "", value = ""] = cookieHeader([cookie]).split(/=(.*)/s);
  return {
    name,
    value,
    domain,
    path,
    expires: expires ? Math.floor(expires.getTime() / 1000) : -1,
    httpOnly: httpOnly ?? false,
    secure: secure ?? false,
    sameSite: sameSite === "strict" ? "Strict" : sameSite === "none" ? "None" : "Lax",
  };
}
