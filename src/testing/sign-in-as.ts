import { CookieJar } from "../cookies/jar.js";
import { refuseUnlessDevelopment } from "../dev/refuse.js";
import { engineFor } from "../doors/engine.js";
import { setEnvDefaults } from "../engine/index.js";
import { processEnvironment } from "../mode.js";
import type { Account } from "../types/account.js";
import type { UserToCreate } from "../types/adapter.js";
import type { AnyProviders, AuthConfig, CommonOptions } from "../types/config.js";
import type { ResponseCookie } from "../types/http.js";
import type { User } from "../types/session.js";
import type { Store } from "../types/store.js";
import { cookieHeader, storageStateOf, type StorageState } from "./cookies.js";

export interface SignInAsOptions {
  /** Where the application is: https has other cookies than http. @default "http://localhost:3000" */
  readonly origin?: string | undefined;
  /** How the person signed in, for the `jwt` callback. @default { provider: "test", type: "credentials" } */
  readonly account?: Partial<Account> | undefined;
  /** Whether the `jwt` callback is told of a sign-up. @default false */
  readonly isNewUser?: boolean | undefined;
}

/** Somebody who is signed in, in every form that a test may need. */
export interface SignedInPerson {
  /** As the store has them, with their id. */
  readonly user: User & { id: string };
  readonly cookies: readonly ResponseCookie[];
  /** The value of a `Cookie` header. */
  readonly cookie: string;
  /** For `fetch`, `app.request`, supertest: `{ cookie }`. */
  readonly headers: { readonly cookie: string };
  /** For `browser.newContext({ storageState })` of Playwright. */
  readonly storageState: StorageState;
}

type AnyConfig<Columns> = CommonOptions<AnyProviders, Columns> & {
  readonly callbacks?: AuthConfig["callbacks"];
};

/**
 * A session of the application's own, without signing in: for tests of what comes after. It is made by the
 * configuration itself, so that its callbacks, its strategy, its store and its cookie names count. With an
 * adapter the user is found by id or address, or created. The `signIn` callback and the events are not asked.
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
  const { account, isNewUser = false } = options;
  const whole: Account = {
    provider: "test",
    providerAccountId: person.id,
    type: "credentials",
    ...account,
  };
  const known = await sessions.start(
    { jar, cookie, now: Date.now() },
    { user: person, account: whole, isNewUser },
  );
  if (known === null) throw new Error("The `jwt` callback returned null: nobody is signed in.");
  const cookies = jar.changes();
  return {
    user: person,
    cookies,
    cookie: cookieHeader(cookies),
    headers: { cookie: cookieHeader(cookies) },
    storageState: storageStateOf(origin, cookies),
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
