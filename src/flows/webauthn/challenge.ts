import { toBase64Url, type Bytes } from "../../core/crypto/encoding.js";
import { equalText } from "../../core/crypto/hash.js";
import { randomBytes } from "../../core/crypto/random.js";
import { clockTolerance, openToken, sealToken, type Claims } from "../../core/crypto/token.js";
import { WebAuthnVerificationError } from "../../core/errors/errors.js";
import type { FlowContext } from "../../core/flow.js";
import { sealedKey } from "../../core/state/key.js";
import { isRecord } from "../../core/values/json.js";
import type { CookieOption } from "../../types/cookies.js";
import type { User } from "../../types/session.js";
import type { Ceremony, CeremonyAction } from "./ceremony.js";

/** The user a credential is being created for. */
export interface Newcomer {
  readonly user: User;
  /** The user handle on the authenticator, base64url. */
  readonly handle: string;
  /** Set to 1 if the app said that this name is someone else's. Reported only after the ceremony. */
  readonly taken: 0 | 1;
}

/** Remembered while the user is busy with the authenticator. */
export interface PendingCeremony {
  readonly action: CeremonyAction;
  /** The user who was signed in. */
  readonly beganAs: string | null;
  /** The expected user, hashed; null for any. */
  readonly subject: string | null;
  readonly newcomer: Newcomer | null;
  /** The browser may create the passkey without asking, for a user who just signed in another way. */
  readonly upgrades: boolean;
}

const salt = "latchkey.webauthn-challenge";
const mostPending = 4;
/** Browsers don't have more pending ceremonies; further ones are ignored. */
const mostSeen = 32;
/** The part of a challenge that is in its cookie's name. */
const idLength = 12;
/** Seconds. */
const [shortest, longest] = [30, 15 * 60];

function cookieOf({ cookies }: FlowContext, id: string): CookieOption {
  return { ...cookies.challenge, name: `${cookies.challenge.name}.${id}` };
}

function pendingIds({ jar, cookies }: FlowContext): string[] {
  const prefix = `${cookies.challenge.name}.`;
  const names = jar.names().filter((name) => name.startsWith(prefix));
  return names.map((name) => name.slice(prefix.length)).slice(-mostSeen);
}

/** A new challenge, with its purpose in a cookie of its own. `timeout` is in milliseconds. */
export async function issueChallenge(
  { provider, context }: Ceremony,
  pending: PendingCeremony,
  timeout: number,
): Promise<Bytes> {
  const { jar, keys, now } = context;
  const bytes = randomBytes(32);
  const challenge = toBase64Url(bytes);
  const maxAge = Math.min(Math.max(Math.ceil(timeout / 1000), shortest), longest);
  const claims = { ...pending, challenge, provider: provider.id };
  const value = await sealToken(keys, { salt, claims, maxAge, now });
  // Browsers send the oldest first (RFC 6265, section 5.4); those make room.
  for (const id of pendingIds(context).slice(0, -(mostPending - 1))) {
    jar.clear(cookieOf(context, id));
  }
  jar.set(cookieOf(context, challenge.slice(0, idLength)), value, { maxAge });
  return bytes;
}

/** A ceremony that is being finished. */
export interface TakenChallenge extends PendingCeremony {
  /** Milliseconds since 1970. */
  readonly beganAt: number;
}

/** The challenge's purpose. It's used up, whatever the result. */
export async function takeChallenge(
  ceremony: Ceremony,
  challenge: string,
): Promise<TakenChallenge> {
  const { provider, context } = ceremony;
  const cookie = cookieOf(context, challenge.slice(0, idLength));
  const token = context.jar.get(cookie.name);
  context.jar.clear(cookie);
  if (token === undefined) throw refusal("missing");
  const opened = await openToken(context.keys, { salt, token, now: context.now });
  const sealed = opened.ok ? textOf(opened.claims, "challenge") : undefined;
  if (!opened.ok || !equalText(context.keys, sealed ?? "", challenge)) throw refusal("missing");
  const left = opened.exp + 2 * clockTolerance - Math.floor(context.now / 1000);
  const key = await sealedKey(context.keys, "webauthn", { token, id: challenge });
  if (!(await context.state.first(key, left))) throw refusal("used");
  if (opened.claims["provider"] !== provider.id) throw refusal("provider");
  return { ...readPending(opened.claims), beganAt: Number(opened.claims["iat"]) * 1000 };
}

/** Once someone has signed in, the browser's other ceremonies are pointless. */
export function forgetChallenges(context: FlowContext): void {
  for (const id of pendingIds(context)) context.jar.clear(cookieOf(context, id));
}

const refusals = {
  missing: "The challenge has expired, was used already, or was issued to another browser.",
  used: "The challenge was used already. Start again.",
  provider: "The challenge was issued by a different provider.",
} as const;

function refusal(reason: keyof typeof refusals): WebAuthnVerificationError {
  return new WebAuthnVerificationError(refusals[reason], { reason: `challenge-${reason}` });
}

function readPending(claims: Claims): PendingCeremony {
  return {
    action: claims["action"] === "register" ? "register" : "authenticate",
    beganAs: textOf(claims, "beganAs") ?? null,
    subject: textOf(claims, "subject") ?? null,
    newcomer: readNewcomer(claims["newcomer"]),
    upgrades: claims["upgrades"] === true,
  };
}

function readNewcomer(value: unknown): Newcomer | null {
  if (!isRecord(value) || !isRecord(value["user"])) return null;
  const taken = value["taken"] === 0 ? 0 : 1;
  return { user: value["user"], handle: textOf(value, "handle") ?? "", taken };
}

function textOf(claims: Claims, name: string): string | undefined {
  const value = claims[name];
  return typeof value === "string" ? value : undefined;
}
