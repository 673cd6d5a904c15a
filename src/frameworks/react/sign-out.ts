"use client";
import { tell } from "./channel.js";
import { withoutReads } from "./page.js";
import { goTo, submit } from "./submit.js";
import type { SignOutParams, SignOutResponse } from "./types.js";

/** Signs out, here and in the other tabs. With `redirect: false` it resolves to where it would go. */
export function signOut(
  options: SignOutParams<false> & { redirect: false },
): Promise<SignOutResponse>;
export function signOut(options?: SignOutParams): Promise<SignOutResponse | undefined>;
export async function signOut(options: SignOutParams = {}): Promise<SignOutResponse | undefined> {
  const { redirect = true, redirectTo, callbackUrl } = options;
  const target = redirectTo ?? callbackUrl ?? location.href;
  const fields = { callbackUrl: target };
  const { ok, url = target } = await withoutReads(() => submit("signout", fields));
  if (ok) tell({ kind: "signed-out" });
  if (redirect) return void goTo(url);
  return { url };
}
