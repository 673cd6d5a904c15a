import { askInTime } from "../../deadline.js";
import { AuthError } from "../../errors.js";
import { randomText } from "../../crypto/random.js";
import { Kept } from "../../state/kept.js";
import { ofSecrets } from "../../state/secrets.js";
import { asError } from "../../thrown.js";
import type { FlowContext } from "../flow.js";
import type { Desk } from "./desk.js";
import { isCurrent, isOurs, normalForm, scryptHash, scryptVerify } from "./hash.js";

type Context = Pick<FlowContext, "keys" | "timeout" | "logger" | "store">;

/** What is stored of a password. */
export async function hashOf(
  { provider }: Desk,
  { timeout }: Context,
  password: string,
): Promise<string> {
  const { hash } = provider;
  if (!hash) return scryptHash(password);
  const made: unknown = await askInTime("hash", () => hash(normalForm(password)), timeout);
  if (typeof made === "string" && made !== "" && made !== password) return made;
  throw new AuthError("The provider's `hash` must return a text other than the password.");
}

/** Hashes that nobody's password has, for those who have none: to compare with one takes as long. */
const nobodys = ofSecrets(() => new Kept<Promise<string>>(100));

/** Whether the password is right. Takes as long where there is nothing to compare with. */
export async function isRight(
  desk: Desk,
  context: Context,
  { password, hash }: { readonly password: string; readonly hash: string | null },
): Promise<boolean> {
  const make = () => hashOf(desk, context, randomText(16));
  const compared = hash ?? (await nobodys(context.keys).get(desk.provider.id, make));
  const right = await compare(desk, context, { password, hash: compared });
  return right && hash !== null;
}

async function compare(
  { provider }: Desk,
  { keys, timeout }: Context,
  { password, hash }: { readonly password: string; readonly hash: string },
): Promise<boolean> {
  const ours = await scryptVerify(keys, password, hash);
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
  { userId, password, hash }: { userId: string; password: string; hash: string },
): Promise<void> {
  if (desk.provider.hash ? !isOurs(hash) : isCurrent(hash)) return;
  try {
    const made = await hashOf(desk, context, password);
    await context.store?.setPassword(userId, made, hash);
  } catch (error) {
    const message = "A password that was right could not be hashed anew.";
    context.logger.error("AuthError", new AuthError(message, { err: asError(error) }));
  }
}
