"use client";
import { tell } from "./channel.js";
import { withoutReads } from "./page.js";
import { goTo, submit } from "./submit.js";
import type { SignOutParams, SignOutResponse } from "./types.js";

/**
 * Signs out, here and in the other tabs. With `redirect: false` it resolves to where it would go. Where
 * the server could not answer, nobody is signed out: it resolves to that, and the page stays.
 */
export function signOut(
  options: SignOutParams<false> & { redirect: false },
): Promise<SignOutResponse>;
export function signOut(options?: SignOutParams): Promise<SignOutResponse | undefined>;
export async function signOut(options: SignOutParams = {}): Promise<SignOutResponse | undefined> {
  const { redirect = true, redirectTo, callbackUrl, provider = true } = options;
  const target = redirectTo ?? callbackUrl ?? location.href;
  const fields = { callbackUrl: target, ...(!provider && { provider: "false" }) };
  const { ok, status, url } = await withoutReads(() => submit("signout", fields));
  if (ok) tell({ kind: "signed-out" });
  // Without an answer of the library nobody is signed out, and nobody has judged the target.
  if (url === undefined) return { url: location.href, ok: false, status };
  if (redirect) return void goTo(url);
  return { url, ok, status };
}
