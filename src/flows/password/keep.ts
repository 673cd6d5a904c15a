import { askInTime } from "../../deadline.js";
import { AuthError } from "../../errors.js";
import { randomText } from "../../crypto/random.js";
import { normalizeIp } from "../../http/ip.js";
import { asError } from "../../thrown.js";
import type { FlowContext } from "../flow.js";
import type { PasswordConfig } from "../../types/password.js";
import type { Desk } from "./desk.js";
import {
  isCurrent,
  isOurs,
  isTooLong,
  nobodysHash,
  normalForm,
  scryptHash,
  scryptVerify,
} from "./hash.js";
import { replacePassword, type StoredPassword } from "./table.js";
import type { Turn } from "./turns.js";

type Context = Pick<
  FlowContext,
  "keys" | "timeout" | "logger" | "store" | "clientIp" | "abortSignal"
>;

function turnOf({ clientIp, abortSignal }: Context): Turn {
  return { client: normalizeIp(clientIp()), signal: abortSignal?.() };
}

/** What is stored of a password. */
export async function hashOf(
  { provider }: Desk,
  context: Context,
  password: string,
): Promise<string> {
  return makeHash(provider, context, { password, turn: turnOf(context) });
}

/** The same for a user who isn't known yet. Everybody who signs in is served first. */
export async function hashToSignUp(
  { provider }: Desk,
  context: Context,
  password: string,
): Promise<string> {
  return makeHash(provider, context, { password, turn: { ...turnOf(context), signsUp: true } });
}

async function makeHash(
  { hash }: PasswordConfig,
  { timeout }: Pick<Context, "timeout">,
  { password, turn }: { readonly password: string; readonly turn: Turn },
): Promise<string> {
  if (!hash) return scryptHash(turn, password);
  const made: unknown = await askInTime("hash", () => hash(normalForm(password)), timeout);
  if (typeof made === "string" && made !== "" && made !== password) return made;
  throw new AuthError("The provider's `hash` must return a text other than the password.");
}

type Hash = NonNullable<PasswordConfig["hash"]>;

/** Hashes of nobody's password, by the function that made them: each takes its own time to compare with. */
const standIns = new WeakMap<Hash, Promise<string>>();

/** What a password is compared with if the user has none. */
async function standInOf({ provider }: Desk, context: Context): Promise<string> {
  const { hash } = provider;
  if (!hash) return nobodysHash();
  try {
    const known = standIns.get(hash);
    const made = known ?? makeHash(provider, context, { password: randomText(16), turn: {} });
    if (!known) standIns.set(hash, made);
    return await made;
  } catch (error) {
    // The next one may be made: a failure must not go on telling who has an account.
    standIns.delete(hash);
    const message =
      "The provider's `hash` failed. Until it works again, response times can tell who has an account.";
    context.logger.error("AuthError", new AuthError(message, { err: asError(error) }));
    return nobodysHash();
  }
}

/**
 * Whether the password is right. Takes as long if there is nothing to compare with: so a stand-in is made, where
 * it takes making one, also for those who have a password.
 */
export async function isRight(
  desk: Desk,
  context: Context,
  { password, stored }: { readonly password: string; readonly stored: StoredPassword | null },
): Promise<boolean> {
  if (isTooLong(password)) return false;
  const standIn = await standInOf(desk, context);
  const right = await compare(desk, context, { password, hash: stored?.hash ?? standIn });
  return right && stored !== null;
}

async function compare(
  { provider }: Desk,
  context: Context,
  { password, hash }: { readonly password: string; readonly hash: string },
): Promise<boolean> {
  const { keys, timeout } = context;
  const ours = await scryptVerify(keys, turnOf(context), { password, hash });
  if (ours !== undefined) return ours;
  const { verify } = provider;
  const ask = () => verify?.(password, hash);
  return (await askInTime("verify", ask, timeout)) === true;
}

/**
 * A password that was right is hashed anew where its hash is cheaper to try than those of today, or came
 * from elsewhere. It is stored only where nobody changed the password meanwhile.
 */
export async function refresh(
  desk: Desk,
  context: Context,
  { userId, password, former }: { userId: string; password: string; former: StoredPassword },
): Promise<void> {
  const { store } = context;
  if (!store || (desk.provider.hash ? !isOurs(former.hash) : isCurrent(former.hash))) return;
  try {
    const hash = await hashOf(desk, context, password);
    await replacePassword(store.records, { userId, hash, former });
  } catch (error) {
    const message = "A password that was right could not be hashed anew.";
    context.logger.error("AuthError", new AuthError(message, { err: asError(error) }));
  }
}
