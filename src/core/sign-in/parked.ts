import type { Account, Profile } from "../../types/account.js";
import type { User } from "../../types/session.js";
import type { Store } from "../../types/store.js";
import { clearChunked } from "../cookies/chunks.js";
import type { CookieSet } from "../cookies/names.js";
import { authenticateWithAll, equalText } from "../crypto/hash.js";
import type { KeyRing } from "../crypto/keys.js";
import { clockTolerance } from "../crypto/token.js";
import { csrfToken, renewCsrfToken } from "../http/csrf.js";
import type { Parked, Pending } from "../plugin.js";
import { sealedKey, stateKey } from "../state/key.js";
import { writeSealed, readSealed, type SealedCookieContext } from "../state/sealed-cookie.js";
import { isRecord } from "../values/json.js";

export interface ParkContext extends SealedCookieContext {
  readonly cookies: CookieSet;
}

/** A parked sign-in. Nobody is signed in by it. */
export interface ParkedSignIn {
  readonly userId: string;
  readonly account: Account;
  readonly profile?: Profile | undefined;
  /** If the user isn't stored: what the app said about them. */
  readonly user?: User | undefined;
  readonly isNewUser?: boolean | undefined;
  readonly callbackUrl: string;
  readonly untilClosed: boolean;
  /** The names the user signs in under, for the cookie that marks a known browser: see `limits/device.ts`. */
  readonly subjects?: readonly string[] | undefined;
  /** The stage that parked it. */
  readonly by: string;
  /** Stages it has passed. */
  readonly passed: readonly string[];
  readonly bothFactors?: boolean | undefined;
  readonly weakened?: boolean | undefined;
}

/** The same, as read. */
export interface WaitingSignIn extends ParkedSignIn {
  /** Milliseconds since 1970. */
  readonly at: number;
  /** Its key in shared state, where it's marked as used. */
  readonly key: string;
  /** Its lifetime in seconds. */
  readonly left: number;
}

const salt = "latchkey.parked";
/** Seconds. */
const longest = 60 * 60;

/** Stores a sign-in for this browser alone. */
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
  await writeSealed(context, carrier, { claims, apart: hasTokens(signIn.account) });
}

/** This browser's parked sign-in, if it hasn't expired. */
export async function readParked(context: ParkContext): Promise<WaitingSignIn | undefined> {
  const { cookies, keys, now } = context;
  if (!hasParked(context)) return undefined;
  const carried = await readSealed(context, { cookie: cookies.parked, salt });
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

/** Maps each `Pending` to its sign-in, so plugins can't forge one. */
const waiting = new WeakMap<Pending, WaitingSignIn>();

/** This browser's parked sign-in, as a plugin sees it. */
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

/**
 * Marks a parked sign-in as used, and returns it if it was still valid: once, and not after a change of
 * credentials.
 */
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

/** The user's credentials changed, so earlier parked sign-ins become invalid. */
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

/** Whether an account contains more than its owner: the provider's tokens. */
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

/** Identifies the browser without revealing its CSRF token. */
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

/** It was sealed by the library, so it has the shape of an account. */
function isAccount(value: unknown): value is Account {
  return (
    isRecord(value) &&
    ["provider", "providerAccountId", "type"].every((name) => typeof value[name] === "string")
  );
}

function textsIn(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((one) => typeof one === "string") : [];
}
