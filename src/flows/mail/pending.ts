import { openToken, sealToken } from "../../crypto/token.js";
import type { FlowContext } from "../flow.js";
import type { Ticket } from "./ticket.js";

/**
 * What the browser that asked for a mail remembers, encrypted. It proves that this browser asked,
 * and lets the short code stand for the long token. It holds no counter: an old copy of the cookie
 * is worth no more than the newest.
 */
export interface Pending extends Ticket {
  readonly provider: string;
  readonly callbackUrl: string;
  /** How many mails had gone to the address that day, this one included. */
  readonly sent: number;
  /** Absent when the mail carries no code. */
  readonly code?: string;
  /** What the flow keeps beside. */
  readonly kept?: string;
}

export async function rememberPending(
  { jar, cookies, keys, now }: FlowContext,
  pending: Pending,
  maxAge: number,
): Promise<void> {
  const salt = cookies.mail.name;
  // Always as long: the length of a cookie must not tell how many there were.
  const claims = { ...pending, sent: String(pending.sent).padStart(6, "0") };
  const value = await sealToken(keys, { salt, claims, maxAge, now });
  jar.set(cookies.mail, value, { maxAge });
}

/** What this browser asked this provider for last. */
export async function readPending(
  { jar, cookies, keys, now }: FlowContext,
  providerId: string,
): Promise<Pending | undefined> {
  const token = jar.get(cookies.mail.name);
  if (token === undefined) return undefined;
  const opened = await openToken(keys, { salt: cookies.mail.name, token, now });
  if (!opened.ok) return undefined;
  const { provider, identifier, token: secret, callbackUrl, code, sent, kept } = opened.claims;
  if (provider !== providerId || typeof identifier !== "string") return undefined;
  if (typeof secret !== "string" || typeof callbackUrl !== "string") return undefined;
  const mails = typeof sent === "string" ? Number(sent) : 1;
  return {
    ...{ provider, identifier, token: secret, callbackUrl, sent: mails },
    ...(typeof code === "string" && { code }),
    ...(typeof kept === "string" && { kept }),
  };
}

export function forgetPending({ jar, cookies }: FlowContext): void {
  jar.clear(cookies.mail);
}
