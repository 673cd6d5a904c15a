import { attempt, type SignInResponse } from "./attempt.js";
import type { CeremonyAction } from "./ceremony.js";
import { providerType } from "./server.js";
import { withoutError } from "./sign-in-again.js";

export type { SignInResponse } from "./attempt.js";
export { isSupported } from "./ceremony.js";

export interface PasskeyOptions {
  /** Whose passkey it is to be, where the person said so. */
  email?: string | undefined;
  /** Where to go afterwards. @default the current page */
  redirectTo?: string | undefined;
  /** @deprecated use `redirectTo` */
  callbackUrl?: string | undefined;
  /** False: stay on the page. @default true */
  redirect?: boolean | undefined;
  /** Path of the library's routes. @default "/auth" */
  basePath?: string | undefined;
  /** `"register"` makes a passkey: for a new user, or another one for the user who is signed in. */
  action?: CeremonyAction | undefined;
  /** Further fields, for `getUserInfo`. */
  [field: string]: unknown;
}

/** Added to the address of the callback. */
export type AuthorizationParams = string | string[][] | Record<string, string> | URLSearchParams;

/**
 * Signs in with a passkey, or makes one. Call it when the person clicks.
 *
 * ```ts
 * import { signIn } from "latchkey/webauthn";
 *
 * button.onclick = () => signIn("passkey");
 * form.onsubmit = () => signIn("passkey", { email, action: "register" });
 * ```
 *
 * Goes to `redirectTo` when it worked. With `redirect: false`, and whenever the browser, the person or
 * the server refused, it stays on the page and resolves to what happened. Who is signed in and adds a
 * passkey must have signed in a few minutes ago: otherwise it goes to the sign-in page, which says so
 * and leads back here; with `redirect: false` that is the error `FreshSignInRequired`, and its `url`.
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
    throw new TypeError(`The provider "${provider}" has the type "${type}" and knows no passkeys.`);
  }
  const route = { basePath, provider, callbackUrl: target, params: authorizationParams };
  const result = await attempt(route, textsOf(fields));
  if (!redirect || result.url === null) return result;
  leave(result.url);
  return undefined;
}

/**
 * Makes another passkey for the user who is signed in.
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

function textsOf(fields: Readonly<Record<string, unknown>>): Record<string, string> {
  const texts = Object.entries(fields).filter(
    (entry): entry is [string, string] => typeof entry[1] === "string",
  );
  return Object.fromEntries(texts);
}

/** A new fragment alone would not load the page anew, and it is to show who is signed in. */
function leave(url: string): void {
  location.assign(url);
  if (url.includes("#")) location.reload();
}
