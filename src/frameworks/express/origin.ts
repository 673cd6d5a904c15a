import type { Request } from "express";
import { isHost } from "../../engine/index.js";

/**
 * Where the site is, as far as Express can tell: the forwarded headers count only when the
 * application trusts the proxy that sent them ("trust proxy"). Undefined when there is no usable host.
 */
export function originOf(req: Request): string | undefined {
  const forwarded = isProxyTrusted(req) ? req.get("x-forwarded-host") : undefined;
  const host = [forwarded, req.get("host")].find((text) => text !== undefined && isHost(text));
  if (host === undefined) return undefined;
  return `${req.protocol === "https" ? "https" : "http"}://${host.toLowerCase()}`;
}

/** Whether Express trusts the other end of the socket. */
export function isProxyTrusted(req: Request): boolean {
  const trusts: unknown = req.app.get("trust proxy fn");
  return isTrustFunction(trusts) && trusts(req.socket.remoteAddress, 0);
}

/** What Express makes of the setting "trust proxy". */
function isTrustFunction(
  value: unknown,
): value is (address: string | undefined, hop: number) => boolean {
  return typeof value === "function";
}
