import { askInTime } from "../../core/async/deadline.js";
import { randomText } from "../../core/crypto/random.js";
import { asError } from "../../core/errors/as-error.js";
import { AuthError } from "../../core/errors/errors.js";
import type { FlowContext } from "../../core/flow.js";
import { normalizeIp } from "../../core/http/ip.js";
import type { PasswordConfig } from "../../types/password.js";
import type { QueuedHash } from "./hash-queue.js";
import {
  isCurrent,
  isOurs,
  isTooLong,
  nobodysHash,
  normalForm,
  scryptHash,
  scryptVerify,
} from "./hash.js";
import type { PasswordSetup } from "./setup.js";
import { replacePassword, type StoredPassword } from "./table.js";

type Context = Pick<
  FlowContext,
  "keys" | "timeout" | "logger" | "store" | "clientIp" | "abortSignal"
>;

function turnOf({ clientIp, abortSignal }: Context): QueuedHash {
  return { client: normalizeIp(clientIp()), signal: abortSignal?.() };
}

/** What is stored for a password. Sign-ins are served before those who sign up. */
export async function hashOf(
  { provider }: PasswordSetup,
  context: Context,
  { password, signsUp = false }: { readonly password: string; readonly signsUp?: boolean },
): Promise<string> {
  return makeHash(provider, context, { password, turn: { ...turnOf(context), signsUp } });
}

async function makeHash(
  { hash }: PasswordConfig,
  { timeout }: Pick<Context, "timeout">,
  { password, turn }: { readonly password: string; readonly turn: QueuedHash },
): Promise<string> {
  if (!hash) return scryptHash(turn, password);
  const made: unknown = await askInTime("hash", () => hash(normalForm(password)), timeout);
  if (typeof made === "string" && made !== "" && made !== password) return made;
  throw new AuthError("The provider's `hash` must return a string other than the password.");
}

type Hash = NonNullable<PasswordConfig["hash"]>;

/** Stand-in hashes by the function that made them: each takes its own time to compare. */
const standIns = new WeakMap<Hash, Promise<string>>();

/** What a password is compared with if the user has none. */
async function standInOf({ provider }: PasswordSetup, context: Context): Promise<string> {
  const { hash } = provider;
  if (!hash) return nobodysHash();
  try {
    const known = standIns.get(hash);
    const made = known ?? makeHash(provider, context, { password: randomText(16), turn: {} });
    if (!known) standIns.set(hash, made);
    return await made;
  } catch (error) {
    // The next attempt retries: a permanent failure would reveal who has an account.
    standIns.delete(hash);
    const message =
      "The provider's `hash` failed. Fix it: until then, response times reveal who has an account.";
    context.logger.error("AuthError", new AuthError(message, { err: asError(error) }));
    return nobodysHash();
  }
}

interface Typed {
  readonly password: string;
  readonly stored: StoredPassword | null;
  /** The browser has signed in under this name before. */
  readonly isKnown?: boolean;
}

/**
 * Whether the password is right. Takes equally long if there's nothing to compare with: a stand-in hash is
 * made then, and if making one takes time, it's also made for users with a password.
 */
export async function isRight(
  setup: PasswordSetup,
  context: Context,
  { password, stored, isKnown = false }: Typed,
): Promise<boolean> {
  if (isTooLong(password)) return false;
  const standIn = await standInOf(setup, context);
  const turn = { ...turnOf(context), isKnown };
  const right = await compare(setup, context, { password, hash: stored?.hash ?? standIn, turn });
  return right && stored !== null;
}

async function compare(
  { provider }: PasswordSetup,
  context: Context,
  { password, hash, turn }: { password: string; hash: string; turn: QueuedHash },
): Promise<boolean> {
  const { keys, timeout } = context;
  const ours = await scryptVerify(keys, turn, { password, hash });
  if (ours !== undefined) return ours;
  const { verify } = provider;
  const ask = () => verify?.(password, hash);
  return (await askInTime("verify", ask, timeout)) === true;
}

/**
 * Rehashes a correct password if its hash is cheaper than today's, or imported. Stored only if the password
 * wasn't changed meanwhile.
 */
export async function refresh(
  setup: PasswordSetup,
  context: Context,
  { userId, password, former }: { userId: string; password: string; former: StoredPassword },
): Promise<void> {
  const { store } = context;
  if (!store || (setup.provider.hash ? !isOurs(former.hash) : isCurrent(former.hash))) return;
  try {
    const hash = await hashOf(setup, context, { password });
    await replacePassword(store.records, { userId, hash, former });
  } catch (error) {
    const message =
      "A correct password couldn't be rehashed. The user is signed in; the next sign-in tries again.";
    context.logger.error("AuthError", new AuthError(message, { err: asError(error) }));
  }
}
