import type { Parked, Pending } from "../core/plugin.js";
import { clearChunked } from "../cookies/chunks.js";
import type { CookieSet } from "../cookies/names.js";
import { authenticateWithAll, equalText } from "../crypto/hash.js";
import type { KeyRing } from "../crypto/keys.js";
import { clockTolerance } from "../crypto/token.js";
import { csrfToken, renewCsrfToken } from "../http/csrf.js";
import { isRecord } from "../json.js";
import { carry, readCarried, type CarryContext } from "../state/carried.js";
import { sealedKey, stateKey } from "../state/key.js";
import type { Account, Profile } from "../types/account.js";
import type { User } from "../types/session.js";
import type { Store } from "../types/store.js";

export interface ParkContext extends CarryContext {
  readonly cookies: CookieSet;
}

/** A sign-in that waits for an answer to a plugin. Nobody is signed in by it. */
export interface ParkedSignIn {
  readonly userId: string;
  readonly account: Account;
  readonly profile?: Profile | undefined;
  /** If nothing is stored of the user: what the application said about them. */
  readonly user?: User | undefined;
  readonly isNewUser?: boolean | undefined;
  readonly callbackUrl: string;
  readonly untilClosed: boolean;
  /** The names under which the user signs in, for the cookie of a browser that has: see `limits/device.ts`. */
  readonly subjects?: readonly string[] | undefined;
  /** The stage that parked it. */
  readonly by: string;
  /** Stages that it has passed. */
  readonly passed: readonly string[];
  readonly bothFactors?: boolean | undefined;
  readonly weakened?: boolean | undefined;
}

/** The same, as it was read. */
export interface WaitingSignIn extends ParkedSignIn {
  /** Milliseconds since 1970. */
  readonly at: number;
  /** Names it in shared state, where it is used up. */
  readonly key: string;
  /** Seconds for which it could be used. */
  readonly left: number;
}

const salt = "latchkey.parked";
/** Seconds. */
const longest = 60 * 60;

/** Keeps a sign-in for this browser alone. */
export async function park(
  context: ParkContext,
  signIn: ParkedSignIn,
  { seconds }: Parked,
): Promise<void> {
  const { cookies, keys, now } = context;
  const browser = await renewCsrfToken(context);
  const [bound = ""] = await namesOf(keys, browser);
  const { userId, ...rest } = signIn;
  const claims = { ...rest, sub: userId, browser: bound, at: now };
  const carrier = { cookie: cookies.parked, salt, maxAge: Math.min(seconds, longest) };
  await carry(context, carrier, { claims, apart: hasTokens(signIn.account) });
}

/** The sign-in that waits in this browser, if it isn't over. */
export async function readParked(context: ParkContext): Promise<WaitingSignIn | undefined> {
  const { cookies, keys, now } = context;
  if (!hasParked(context)) return undefined;
  const carried = await readCarried(context, { cookie: cookies.parked, salt });
  const parked = carried && readClaims(carried.claims);
  if (!carried || !parked) return undefined;
  const { browser, jti } = carried.claims;
  if (typeof browser !== "string" || typeof jti !== "string") return undefined;
  const names = await namesOf(keys, await csrfToken(context));
  if (!names.some((name) => equalText(keys, name, browser))) return undefined;
  const { token, exp } = carried;
  const key = await sealedKey(keys, "parked", { token, id: jti });
  return { ...parked, key, left: exp + 2 * clockTolerance - Math.floor(now / 1000) };
}

/** What each `Pending` stands for: a plugin can't make one up. */
const waiting = new WeakMap<Pending, WaitingSignIn>();

/** The sign-in that a plugin parked in this browser, as the plugin sees it. */
export async function pendingOf(
  context: ParkContext & { readonly store: Store | null },
  plugin: string,
): Promise<Pending | null> {
  const parked = await readParked(context);
  if (!parked || parked.by.split(".", 1)[0] !== plugin) return null;
  if (!(await isValid(context, parked))) return null;
  const user = await context.store?.getUser(parked.userId);
  if (!user) return null;
  const { account, at, passed, callbackUrl } = parked;
  const pending = { user, account, at, passed, callbackUrl };
  waiting.set(pending, parked);
  return pending;
}

/** Uses a sign-in up, and returns it if it could still be used: once, and not after a change of credentials. */
export async function takePending(
  context: ParkContext,
  pending: Pending,
): Promise<WaitingSignIn | undefined> {
  const parked = waiting.get(pending);
  forgetParked(context);
  if (!parked) return undefined;
  const isUsable =
    (await isValid(context, parked)) && (await context.state.first(parked.key, parked.left));
  return isUsable ? parked : undefined;
}

/** Not after a change of the user's credentials. */
async function isValid(context: ParkContext, { at, userId }: WaitingSignIn): Promise<boolean> {
  return at >= Number((await context.state.noted(await sinceKey(context, userId))) ?? 0);
}

/** The user's credentials changed: sign-ins that were parked before are worth nothing. */
export async function endParked(
  context: Pick<ParkContext, "keys" | "now" | "state">,
  userId: string,
): Promise<void> {
  await context.state.note(await sinceKey(context, userId), String(context.now), longest);
}

function sinceKey({ keys }: Pick<ParkContext, "keys">, userId: string): Promise<string> {
  return stateKey(keys, "parked-since", [userId]);
}

const whose: ReadonlySet<string> = new Set(["provider", "providerAccountId", "type", "userId"]);

/** Whether an account holds more than whose it is: what a provider's token endpoint gave. */
function hasTokens(account: Account): boolean {
  return Object.keys(account).some((name) => !whose.has(name));
}

export function forgetParked({ jar, cookies }: Pick<ParkContext, "jar" | "cookies">): void {
  clearChunked(jar, cookies.parked);
}

/** Whether the browser may have one: most never do. */
export function hasParked({ jar, cookies }: Pick<ParkContext, "jar" | "cookies">): boolean {
  return jar.get(cookies.parked.name) !== undefined;
}

/** What stands for the browser: nobody can make its CSRF token out of it. */
function namesOf(keys: KeyRing, browser: string): Promise<readonly string[]> {
  return authenticateWithAll(keys, "parked-browser", browser);
}

function readClaims(claims: Readonly<Record<string, unknown>>) {
  const { sub, account, profile, user, isNewUser, callbackUrl, at, by } = claims;
  if (typeof sub !== "string" || typeof callbackUrl !== "string" || typeof at !== "number") {
    return undefined;
  }
  if (!isAccount(account) || typeof by !== "string") return undefined;
  return {
    userId: sub,
    account,
    callbackUrl,
    at,
    by,
    passed: textsIn(claims["passed"]),
    untilClosed: claims["untilClosed"] === true,
    bothFactors: claims["bothFactors"] === true,
    weakened: claims["weakened"] === true,
    ...(isRecord(profile) && { profile }),
    ...(isRecord(user) && { user }),
    ...(typeof isNewUser === "boolean" && { isNewUser }),
    ...(Array.isArray(claims["subjects"]) && { subjects: textsIn(claims["subjects"]) }),
  };
}

/** It was sealed by us, so that its form is that of an account. */
function isAccount(value: unknown): value is Account {
  return (
    isRecord(value) &&
    ["provider", "providerAccountId", "type"].every((name) => typeof value[name] === "string")
  );
}

function textsIn(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((one) => typeof one === "string") : [];
}
