"use client";
import { broadcast } from "./channel.js";
import { getProviders } from "./fetch-session.js";
import { routesUrl, withoutReads } from "./page.js";
import { goTo, submit, type Sent } from "./submit.js";
import type { SignInAuthorizationParams, SignInOptions, SignInResponse } from "./types.js";

/**
 * Signs in, or opens the sign-in page if there's no such provider. With `redirect: false` it
 * resolves to the result, for credentials and email, which don't leave the page. If the server
 * couldn't respond (an outage, too many requests), it always resolves to that and stays on the
 * page.
 *
 * ```ts
 * const { error } = await signIn("credentials", { username, password, redirect: false });
 * ```
 */
export function signIn(
  provider: string | undefined,
  options: SignInOptions<false> & { redirect: false },
  authorizationParams?: SignInAuthorizationParams,
): Promise<SignInResponse>;
export function signIn(
  provider?: string,
  options?: SignInOptions,
  authorizationParams?: SignInAuthorizationParams,
): Promise<SignInResponse | undefined>;
export async function signIn(
  provider?: string,
  options: SignInOptions = {},
  authorizationParams?: SignInAuthorizationParams,
): Promise<SignInResponse | undefined> {
  const { redirect = true, redirectTo, callbackUrl, ...fields } = options;
  const target = redirectTo ?? callbackUrl ?? location.href;
  const providers = await getProviders();
  if (!providers) {
    return redirect ? void goTo(`${routesUrl()}/error`) : outcomeOf(noAnswer);
  }
  const known = provider !== undefined && Object.hasOwn(providers, provider);
  const type = known ? providers[provider]?.type : undefined;
  // Passkeys need a script of their own, which the sign-in page has.
  if (provider === undefined || type === undefined || type === "webauthn") {
    const query = new URLSearchParams({ callbackUrl: target });
    return void goTo(`${routesUrl()}/signin?${query.toString()}`);
  }
  const action = type === "credentials" ? "callback" : "signin";
  const path = `${action}/${encodeURIComponent(provider)}`;
  const query = new URLSearchParams(authorizationParams).toString();
  const form = { ...fields, callbackUrl: target };
  const sent = await withoutReads(() => submit(query ? `${path}?${query}` : path, form));
  // Without a response from the library, nobody is signed in, and the target hasn't been checked.
  if (redirect && sent.url !== undefined) return void goTo(sent.url);
  return outcomeOf(sent);
}

const noAnswer: Sent = { status: 0, ok: false, url: undefined };

function outcomeOf({ status, ok, url }: Sent): SignInResponse {
  const query = new URL(url ?? location.href, location.href).searchParams;
  const failure = url === undefined ? "Configuration" : query.get("error");
  const error = failure ?? undefined;
  if (ok && error === undefined) broadcast({ kind: "changed" });
  const code = query.get("code") ?? undefined;
  return { error, code, status, ok: ok && error === undefined, url: error ? null : (url ?? null) };
}
