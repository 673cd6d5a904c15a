import { openCookie, sealCookie } from "../../core/cookies/sealed.js";
import type { FlowContext } from "../../core/flow.js";
import type { EmailToken } from "./verification-token.js";

/**
 * What the browser that asked for a mail remembers, encrypted. It proves that this browser asked, and lets
 * the short code stand for the long token. It contains no counter: an old copy of the cookie is worth no more
 * than the newest.
 */
export interface PendingMail extends EmailToken {
  readonly provider: string;
  readonly callbackUrl: string;
  /** The number of mails to the address that day, including this one. */
  readonly sent: number;
  /** Absent if the mail has no code. */
  readonly code?: string;
  /** Data of the flow. */
  readonly kept?: string;
}

export async function rememberPending(
  context: FlowContext,
  pending: PendingMail,
  maxAge: number,
): Promise<void> {
  const { mail } = context.cookies;
  // Padded: the cookie's length mustn't reveal how many there were.
  const claims = { ...pending, sent: String(pending.sent).padStart(6, "0") };
  await sealCookie(context, mail, { salt: mail.name, claims, maxAge });
}

/** What this browser last asked this provider for. */
export async function readPending(
  context: FlowContext,
  providerId: string,
): Promise<PendingMail | undefined> {
  const { mail } = context.cookies;
  const claims = (await openCookie(context, mail, mail.name)) ?? {};
  const { provider, identifier, token: secret, callbackUrl, code, sent, kept } = claims;
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
