"use client";
import { useCallback, useEffect, useState } from "react";
import type { AccountAct, AccountInfo } from "../../types/account-page.js";
import { routesUrl } from "../client/page.js";
import { report } from "../client/request.js";
import { goTo, post } from "../client/submit.js";
import { memberOf, textAt } from "../visit/shapes.js";

/** The result of a change to the account. */
export interface AccountChange {
  readonly ok: boolean;
  /**
   * The reason of a failure: `LastWay`, `NotFound`, `NotAllowed`, `FreshSignInRequired`,
   * `SessionRequired`, `Unavailable`.
   */
  readonly error?: string;
  /** The page to go to first, or next. */
  readonly url?: string;
}

export interface ChangeOptions {
  /** False: stays on the page, and you go to `url` yourself. @default true */
  redirect?: boolean | undefined;
}

export interface AccountContextValue {
  /** Null while it's unknown, or if nobody is signed in. */
  readonly data: AccountInfo | null;
  readonly status: "loading" | "authenticated" | "unauthenticated" | "unavailable";
  /** Reads it again. */
  readonly reload: () => Promise<void>;
  /**
   * Changes the account: see `AccountAct`. If the user must sign in again, or go to a provider, the
   * browser leaves the page.
   */
  readonly change: (
    act: AccountAct,
    fields?: Readonly<Record<string, string>>,
    options?: ChangeOptions,
  ) => Promise<AccountChange>;
}

interface Known {
  readonly data: AccountInfo | null;
  readonly status: AccountContextValue["status"];
}

/**
 * Reads and changes the user's account, for your own account page. Needs the plugin `accountPage`.
 *
 * ```tsx
 * const { data, change } = useAccount();
 * ```
 */
export function useAccount(): AccountContextValue {
  const [known, setKnown] = useState<Known>({ data: null, status: "loading" });
  const reload = useCallback(async () => setKnown(await read()), []);
  useEffect(() => {
    void reload();
  }, [reload]);
  const change = useCallback<AccountContextValue["change"]>(
    async (act, fields = {}, { redirect = true } = {}) => {
      const result = await send(act, fields);
      if (result.url !== undefined && redirect) goTo(result.url);
      else if (result.ok) await reload();
      return result;
    },
    [reload],
  );
  return { ...known, reload, change };
}

const headers = { accept: "application/json" };

async function read(): Promise<Known> {
  const url = `${routesUrl()}/account`;
  try {
    const response = await fetch(url, { cache: "no-store", headers });
    const body: unknown = await response.json().catch(() => undefined);
    if (response.ok && isInfo(body)) return { data: body, status: "authenticated" };
    if (response.status === 401) return { data: null, status: "unauthenticated" };
    report(`${url} responded with status ${response.status}.`);
  } catch (error) {
    report(`${url} can’t be reached.`, error);
  }
  return { data: null, status: "unavailable" };
}

function isInfo(value: unknown): value is AccountInfo {
  return typeof memberOf(value, "user") === "object" && Array.isArray(memberOf(value, "offers"));
}

async function send(
  act: AccountAct,
  fields: Readonly<Record<string, string>>,
): Promise<AccountChange> {
  const sent = await post(`account/${act}`, fields, headers);
  if (!sent) return { ok: false, error: "Unavailable" };
  const { ok, url, answer } = sent;
  const error = textAt(answer, "error") ?? (ok ? undefined : "Unavailable");
  return {
    ok: ok && error === undefined,
    ...(error !== undefined && { error }),
    ...(url !== undefined && { url }),
  };
}
