import { openToken, sealToken } from "../../crypto/token.js";
import type { Fields } from "../../http/fields.js";
import { actionUrl, withQuery } from "../../http/urls.js";
import { recordLasts } from "./record.js";
import type { Run } from "./run.js";

const salt = "latchkey.oauth-proxy";

/** Where the provider sends the person back to, and what tells a proxy there to pass them on. */
export interface ReturnAddress {
  readonly redirectUri: string;
  /** Follows the state proper. */
  readonly stateSuffix: string;
}

export async function returnAddress(run: Run): Promise<ReturnAddress> {
  const { provider, context } = run;
  const own = actionUrl(context.site, "callback", provider.id);
  if (provider.proxyUrl === undefined || isProxy(run)) return { redirectUri: own, stateSuffix: "" };
  const { keys, now } = context;
  const claims = { callback: own };
  const sealed = await sealToken(keys, { salt, claims, maxAge: recordLasts, now });
  return {
    redirectUri: `${provider.proxyUrl}/callback/${encodeURIComponent(provider.id)}`,
    stateSuffix: `.${sealed}`,
  };
}

function isProxy({ provider, context }: Run): boolean {
  return (
    provider.proxyUrl !== undefined && new URL(provider.proxyUrl).origin === context.site.origin
  );
}

/**
 * Where to pass a response on to, when it is for another deployment. Only one that has the same
 * secret can have written that address.
 */
export async function onwardAddress(run: Run, response: Fields): Promise<string | undefined> {
  if (!isProxy(run)) return undefined;
  const [, , ...sealed] = (response.text("state") ?? "").split(".");
  if (sealed.length === 0) return undefined;
  const { keys, now, site } = run.context;
  const opened = await openToken(keys, { salt, token: sealed.join("."), now });
  const callback = opened.ok ? opened.claims["callback"] : undefined;
  if (typeof callback !== "string" || new URL(callback).origin === site.origin) return undefined;
  return withQuery(callback, Object.fromEntries(response.texts()));
}
