"use client";
import { broadcast } from "./channel.js";
import { withoutReads } from "./page.js";
import { goTo, submit } from "./submit.js";
import type { SignOutParams, SignOutResponse } from "./types.js";

/**
 * Signs out, in this tab and the others. With `redirect: false` it resolves to the URL it would go to. If the
 * server couldn't respond, nobody is signed out: it resolves to that, and stays on the page.
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
  if (ok) broadcast({ kind: "signed-out" });
  // Without a response from the library, nobody is signed out, and the target hasn't been checked.
  if (url === undefined) return { url: location.href, ok: false, status };
  if (redirect) return void goTo(url);
  return { url, ok, status };
}
