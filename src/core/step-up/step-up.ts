import type { Tell } from "../../types/events.js";
import type { Freshness, FreshOptions } from "../../types/recent-sign-in.js";
import type { Store } from "../../types/store.js";
import type { CookieJar } from "../cookies/jar.js";
import type { CookieSet } from "../cookies/names.js";
import type { KeyRing } from "../crypto/keys.js";
import type { Flow } from "../flow.js";
import { actionUrl, withQuery, type Site } from "../http/urls.js";
import type { Context } from "../plugin.js";
import type { Bound, Plugins } from "../plugins/folded.js";
import type { CurrentSession, Sessions } from "../sessions/index.js";
import { keepsProofs } from "./proof-cookie.js";
import { freshFor, isFresh, readProof, type Proof } from "./proof.js";
import { isAccepted, sealRequest } from "./request.js";

export interface StepUpContext {
  readonly jar: CookieJar;
  readonly cookies: CookieSet;
  readonly keys: KeyRing;
  readonly now: number;
  readonly sessions: Sessions;
  readonly store: Store | null;
  readonly flows: ReadonlyMap<string, Flow>;
  readonly tell?: Tell | undefined;
  readonly plugins: Plugins;
  readonly forPlugin: (bound: Bound) => Promise<Context>;
}

/** How recently, and with which methods. */
export interface Wanted extends Omit<FreshOptions, "redirectTo"> {
  /** The time in milliseconds since 1970 at which the proof must have been recent. @default now */
  readonly moment?: number | undefined;
  /** The user also types their password, which is checked separately. @default false */
  readonly withPassword?: boolean;
}

/**
 * Whether a user recently proved who they are: with both factors, if signing in takes both. A remembered
 * browser counts as one. Everything that changes how an account is protected calls this function.
 */
export async function hasFreshProof(
  context: StepUpContext,
  userId: string,
  wanted: Wanted = {},
): Promise<boolean> {
  const current = await currentSession(context);
  const own = current?.userId === userId ? current : { sid: undefined, ...unknown };
  const { sid, authTime, provider, bothFactors } = own;
  if (await isProven(context, { userId, authTime, provider, bothFactors }, wanted)) return true;
  await tellAsked(context, userId, sid);
  return false;
}

async function tellAsked(
  { tell }: StepUpContext,
  userId: string,
  sid: string | undefined,
): Promise<void> {
  await tell?.({ type: "step-up.asked", userId, ...(sid !== undefined && { sessionId: sid }) });
}

/** The same for the signed-in user, with the page where they can prove it. Changes nothing. */
export async function freshness(
  context: StepUpContext & { readonly site: Site },
  { callbackUrl, ...wanted }: Wanted & { readonly callbackUrl: string },
): Promise<Freshness> {
  const { site, keys, now } = context;
  const signInUrl = withQuery(actionUrl(site, "signin"), { callbackUrl });
  const current = await currentSession(context);
  if (!current || current.userId === null) return { ok: false, url: signInUrl };
  const { userId } = current;
  if (await isProven(context, { ...current, userId }, wanted)) return { ok: true };
  await tellAsked(context, userId, current.sid);
  const { within = freshFor / 1000, methods } = wanted;
  const prove = await sealRequest({ keys, now }, { userId, within, methods });
  return { ok: false, url: withQuery(signInUrl, { prove }) };
}

/** What a session says about its user's sign-in. */
interface Signed extends Pick<CurrentSession, "authTime" | "provider" | "bothFactors"> {
  readonly userId: string;
}

function currentSession({ jar, cookies, now, sessions }: StepUpContext) {
  return sessions.about({ jar, cookie: cookies.session, now, renew: false });
}

const unknown = { authTime: undefined, provider: undefined, bothFactors: false };

async function isProven(
  context: StepUpContext,
  signed: Signed,
  { within = freshFor / 1000, methods, moment = context.now, withPassword }: Wanted,
): Promise<boolean> {
  const { now, jar, keys, flows, cookies } = context;
  const { userId } = signed;
  const typed: Proof = { userId, provider: "", at: now, bothFactors: false };
  const accepts = (id: string) => isAccepted(methods, { id, type: flows.get(id)?.type });
  const proofs = [
    await readProof({ jar, keys, now, cookie: cookies.proof }, userId),
    keepsProofs(context) ? null : sessionProof(signed),
    withPassword ? typed : null,
  ].flatMap((proof) => {
    // The clock of the server that wrote it may be slightly ahead.
    if (!proof || proof.at - now > freshFor) return [];
    return isFresh(proof, moment, within * 1000) && accepts(proof.provider) ? [proof] : [];
  });
  if (proofs.some(({ bothFactors }) => bothFactors)) return true;
  const isOneProven = proofs.some(({ inKnownBrowser }) => !inKnownBrowser);
  return isOneProven && !(await needsBothFactors(context, userId));
}

/**
 * Signing in counts as a proof if the session knows when that was. If browsers keep proofs, a session without
 * one may be a copy.
 */
function sessionProof(signed: Signed): Proof | null {
  const { userId, authTime, provider = "", bothFactors = false } = signed;
  return authTime === undefined ? null : { userId, provider, at: authTime * 1000, bothFactors };
}

async function needsBothFactors(context: StepUpContext, userId: string): Promise<boolean> {
  for (const one of context.plugins.takesTwoFactors ?? []) {
    if (await one.call(await context.forPlugin(one), userId)) return true;
  }
  return false;
}
