import { attempt, type SignInResponse } from "./attempt.js";
import { type CeremonyAction, isSupported } from "./ceremony.js";
import { statics } from "./options.js";
import { providerType, routeOf } from "./server.js";
import { signalAll, signalUnknown } from "./signal.js";
import { withoutError } from "./sign-in-again.js";

export type { SignInResponse } from "./attempt.js";
export { isSupported } from "./ceremony.js";

export interface PasskeyOptions {
  /** The email address of the passkey's user, if it was entered. */
  email?: string | undefined;
  /** Where to go afterwards. @default the current page */
  redirectTo?: string | undefined;
  /** @deprecated use `redirectTo` */
  callbackUrl?: string | undefined;
  /** False: stay on the page. @default true */
  redirect?: boolean | undefined;
  /** Path of the library's routes. @default "/auth" */
  basePath?: string | undefined;
  /** `"register"` creates a passkey: for a new user, or another one for the signed-in user. */
  action?: CeremonyAction | undefined;
  /** Further fields, for `getUserInfo`. */
  [field: string]: unknown;
}

/** Added to the address of the callback. */
export type AuthorizationParams = string | string[][] | Record<string, string> | URLSearchParams;

/**
 * Signs in with a passkey, or creates one. Call it in a click handler.
 *
 * ```ts
 * import { signIn } from "latchkey/webauthn";
 *
 * button.onclick = () => signIn("passkey");
 * form.onsubmit = () => signIn("passkey", { email, action: "register" });
 * ```
 *
 * On success the browser goes to `redirectTo`. With `redirect: false`, and on every failure, it
 * stays on the page and resolves to the result. To add a passkey, a signed-in user must have signed
 * in a few minutes ago: otherwise the browser goes to the sign-in page, which explains this and
 * returns here; with `redirect: false` the error is `FreshSignInRequired`, with its `url`.
 */
export async function signIn(
  provider?: string,
  options: PasskeyOptions = {},
  authorizationParams?: AuthorizationParams,
): Promise<SignInResponse | undefined> {
  const { basePath = "/auth", redirect = true, callbackUrl, redirectTo, ...fields } = options;
  const target = withoutError(redirectTo ?? callbackUrl ?? location.href);
  const type = await providerType(basePath, provider);
  if (provider === undefined || type === undefined) {
    const query = new URLSearchParams({ callbackUrl: target });
    location.assign(`${basePath}/signin?${query.toString()}`);
    return undefined;
  }
  if (type !== "webauthn") {
    throw new TypeError(
      `The provider "${provider}" has the type "${type}", which doesn't support passkeys.`,
    );
  }
  const route = { basePath, provider, callbackUrl: target, params: authorizationParams };
  const result = await attempt(route, textsOf(fields));
  if (!redirect || result.url === null) return result;
  leave(result.url);
  return undefined;
}

/**
 * Creates another passkey for the signed-in user.
 *
 * ```ts
 * import { register } from "latchkey/webauthn";
 *
 * const result = await register("passkey", { redirect: false });
 * if (result?.error === "AlreadyRegistered") say("This device has a passkey already.");
 * ```
 */
export function register(
  provider: string,
  options: Omit<PasskeyOptions, "action"> = {},
): Promise<SignInResponse | undefined> {
  return signIn(provider, { ...options, action: "register", link: "true" });
}

/** Where the routes are. */
export interface PasskeyRoute {
  /** Path of the library's routes. @default "/auth" */
  basePath?: string | undefined;
}

/**
 * Creates a passkey without asking, if the browser has just filled in a password from a manager that also
 * keeps passkeys. Call it on the page after a sign-in with a password. Resolves to whether there is a new
 * passkey; false, too, in browsers that can't do this, and whenever anything is in the way.
 *
 * ```ts
 * if (await upgrade("passkey")) say("From now on you can sign in with a passkey.");
 * ```
 */
export async function upgrade(provider: string, options: PasskeyRoute = {}): Promise<boolean> {
  if (!isSupported() || !(await canCreateQuietly())) return false;
  const { basePath = "/auth" } = options;
  const route = { basePath, provider, callbackUrl: location.href, params: undefined };
  const fields = { action: "register", link: "true", upgrade: "true" };
  try {
    // Some browsers neither create one nor refuse.
    const signal = AbortSignal.timeout(longestUpgrade);
    return (await attempt(route, fields, { conditional: true, signal })).ok;
  } catch {
    return false; // nobody asked for it
  }
}

/** Milliseconds. */
const longestUpgrade = 15_000;

async function canCreateQuietly(): Promise<boolean> {
  const capabilities = await statics().getClientCapabilities?.call(PublicKeyCredential);
  return capabilities?.["conditionalCreate"] === true;
}

/**
 * Tells the browser's passkey managers which passkeys the signed-in user has, and their current name and
 * address. Call it after the user renamed themselves or changed their address. Resolves to whether the
 * browser was told: not all can be.
 *
 * ```ts
 * await signalPasskeys("passkey");
 * ```
 */
export async function signalPasskeys(
  provider: string,
  { basePath = "/auth" }: PasskeyRoute = {},
): Promise<boolean> {
  return signalAll(optionsUrlOf(basePath, provider)).catch(() => false);
}

/**
 * Tells the browser's passkey managers that a passkey was removed, by its id in base64url. A failed sign-in
 * with one that was removed tells them by itself.
 *
 * ```ts
 * await signalRemoved("passkey", removed.id);
 * ```
 */
export async function signalRemoved(
  provider: string,
  credentialId: string,
  { basePath = "/auth" }: PasskeyRoute = {},
): Promise<boolean> {
  return signalUnknown(optionsUrlOf(basePath, provider), credentialId).catch(() => false);
}

const optionsUrlOf = (basePath: string, provider: string): string =>
  routeOf({ basePath, provider, callbackUrl: "", params: undefined }, "webauthn-options");

function textsOf(fields: Readonly<Record<string, unknown>>): Record<string, string> {
  const texts = Object.entries(fields).filter(
    (entry): entry is [string, string] => typeof entry[1] === "string",
  );
  return Object.fromEntries(texts);
}

/**
 * A URL that differs only in its fragment wouldn't reload the page, which must show the new user.
 */
function leave(url: string): void {
  location.assign(url);
  if (url.includes("#")) location.reload();
}
