import { expect } from "vitest";
import { location, sessionCookiesSet, type Browser } from "../client.js";
import type { World } from "../config.js";

/** Pages on which a refused sign-in ends. */
export const errorPage = "https://app.test/auth/error?error=Configuration";
export const overPage = "https://app.test/auth/error?error=InvalidCheck";
export const signInPage = (error: string) => `https://app.test/auth/signin?error=${error}`;

/** Fails unless the response refuses: nobody is signed in, nothing is stored, and the log says why. */
export async function expectRefused(
  { log, store }: World,
  { tab, response, code }: { tab: Browser; response: Response; code: string },
): Promise<void> {
  expect(sessionCookiesSet(response)).toEqual([]);
  expect(await tab.session()).toBeNull();
  expect(log.codes("error")).toContain(code);
  expect([...store.users.keys()]).toEqual(["1", "2"]);
  expect(store.accounts.size).toBe(0);
  expect(pendingFlows(tab)).toEqual([]);
  expect(location(response)).toBe(pages[code] ?? errorPage);
}

/** Where errors are told that aren't the fault of the site. */
const pages: Readonly<Record<string, string>> = {
  OAuthCallbackError: signInPage("OAuthCallbackError"),
  InvalidCheck: overPage,
};

/** What the error that led to this one says. */
export function messageBehind(error: Error | undefined): string {
  const cause: unknown = error?.cause;
  const err: unknown = typeof cause === "object" && cause && "err" in cause ? cause.err : undefined;
  return err instanceof Error ? err.message : "";
}

/** Cookies of sign-ins that were begun and not finished. */
export function pendingFlows(tab: Browser): string[] {
  return tab.cookieNames().filter((name) => name.includes("latchkey.flow"));
}
