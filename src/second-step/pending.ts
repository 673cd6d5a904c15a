import { clearChunked } from "../cookies/chunks.js";
import type { CookieSet } from "../cookies/names.js";
import { authenticateWithAll, equalText } from "../crypto/hash.js";
import type { KeyRing } from "../crypto/keys.js";
import { clockTolerance } from "../crypto/token.js";
import { csrfToken, renewCsrfToken } from "../http/csrf.js";
import { isRecord } from "../json.js";
import { carry, readCarried, type CarryContext } from "../state/carried.js";
import { sealedKey } from "../state/key.js";
import type { Account, Profile } from "../types/account.js";
import type { User } from "../types/session.js";

/** What a record of a first step needs of one request. */
export interface PendingContext extends CarryContext {
  readonly cookies: CookieSet;
}

/** Somebody has taken the first step. Nobody is signed in by it. */
export interface FirstStep {
  readonly userId: string;
  readonly account: Account;
  readonly profile?: Profile | undefined;
  /** Where nothing is stored of the user: as the application told of them. */
  readonly user?: User | undefined;
  readonly isNewUser?: boolean | undefined;
  readonly callbackUrl: string;
  readonly untilClosed: boolean;
  /** The names under which the user signs in, for the cookie of a browser that has: see `limits/device.ts`. */
  readonly subjects?: readonly string[] | undefined;
}

/** The same, as it was read. */
export interface Pending extends FirstStep {
  /** Milliseconds since 1970. */
  readonly at: number;
  /** Names it in shared state, where it is used up. */
  readonly key: string;
  /** Seconds for which it could be used. */
  readonly left: number;
}

const salt = "latchkey.first-step";
/** Seconds. */
const lasts = 10 * 60;

/** Keeps the first step for this browser alone. */
export async function keepFirstStep(context: PendingContext, first: FirstStep): Promise<void> {
  const { cookies, keys, now } = context;
  const browser = await renewCsrfToken(context);
  const [bound = ""] = await namesOf(keys, browser);
  const { userId, ...rest } = first;
  const claims = { ...rest, sub: userId, browser: bound, at: now };
  const carrier = { cookie: cookies.firstStep, salt, maxAge: lasts };
  await carry(context, carrier, { claims, apart: hasTokens(first.account) });
}

/** The first step that was taken in this browser, if it is not over. */
export async function readFirstStep(context: PendingContext): Promise<Pending | undefined> {
  const { cookies, keys, now } = context;
  const carried = await readCarried(context, { cookie: cookies.firstStep, salt });
  const first = carried && readClaims(carried.claims);
  if (!carried || !first) return undefined;
  const { browser, jti } = carried.claims;
  if (typeof browser !== "string" || typeof jti !== "string") return undefined;
  const names = await namesOf(keys, await csrfToken(context));
  if (!names.some((name) => equalText(keys, name, browser))) return undefined;
  const { token, exp } = carried;
  const key = await sealedKey(keys, "first-step", { token, id: jti });
  return { ...first, key, left: exp + 2 * clockTolerance - Math.floor(now / 1000) };
}

const whose: ReadonlySet<string> = new Set(["provider", "providerAccountId", "type", "userId"]);

/** Whether an account holds more than whose it is: what a provider's token endpoint gave. */
function hasTokens(account: Account): boolean {
  return Object.keys(account).some((name) => !whose.has(name));
}

export function forgetFirstStep({ jar, cookies }: Pick<PendingContext, "jar" | "cookies">): void {
  clearChunked(jar, cookies.firstStep);
}

/** Whether the browser may have one: most never do. */
export function hasFirstStep({ jar, cookies }: Pick<PendingContext, "jar" | "cookies">): boolean {
  return jar.get(cookies.firstStep.name) !== undefined;
}

/** What stands for the browser: nobody can make its CSRF token out of it. */
function namesOf(keys: KeyRing, browser: string): Promise<readonly string[]> {
  return authenticateWithAll(keys, "first-step-browser", browser);
}

function readClaims(claims: Readonly<Record<string, unknown>>) {
  const { sub, account, profile, user, isNewUser, callbackUrl, untilClosed, at, subjects } = claims;
  if (typeof sub !== "string" || typeof callbackUrl !== "string" || typeof at !== "number") {
    return undefined;
  }
  if (!isAccount(account)) return undefined;
  return {
    userId: sub,
    account,
    callbackUrl,
    at,
    untilClosed: untilClosed === true,
    ...(isRecord(profile) && { profile }),
    ...(isRecord(user) && { user }),
    ...(typeof isNewUser === "boolean" && { isNewUser }),
    ...(Array.isArray(subjects) && { subjects: subjects.filter(isText) }),
  };
}

/** It was sealed by us, so that its form is that of an account. */
function isAccount(value: unknown): value is Account {
  return (
    isRecord(value) &&
    ["provider", "providerAccountId", "type"].every((name) => typeof value[name] === "string")
  );
}

function isText(value: unknown): value is string {
  return typeof value === "string";
}
