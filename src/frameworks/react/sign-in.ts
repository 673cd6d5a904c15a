"use client";
import { tell } from "./channel.js";
import { getProviders } from "./fetch-session.js";
import { routesUrl, withoutReads } from "./page.js";
import { goTo, submit } from "./submit.js";
import type { SignInAuthorizationParams, SignInOptions, SignInResponse } from "./types.js";

/**
 * Signs in, or goes to the sign-in page when there is no such provider. With `redirect: false` it
 * resolves to what came of it; that is for credentials and e-mail, which need not leave the page.
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
  if (!providers) return void goTo(`${routesUrl()}/error`);
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
  if (redirect) return void goTo(sent.url ?? target);
  return outcomeOf(sent);
}

interface Sent {
  readonly status: number;
  readonly ok: boolean;
  readonly url: string | undefined;
}

function outcomeOf({ status, ok, url }: Sent): SignInResponse {
  const query = new URL(url ?? location.href, location.href).searchParams;
  const told = url === undefined ? "Configuration" : query.get("error");
  const error = told ?? undefined;
  if (ok && error === undefined) tell({ kind: "changed" });
  const code = query.get("code") ?? undefined;
  return { error, code, status, ok: ok && error === undefined, url: error ? null : (url ?? null) };
}
