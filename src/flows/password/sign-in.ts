import { randomHex } from "../../core/crypto/random.js";
import { AdapterError, CredentialsSignin, Verification } from "../../core/errors/errors.js";
import { because } from "../../core/errors/reason.js";
import type { FlowContext, Verified } from "../../core/flow.js";
import { type Outcome, redirectTo } from "../../core/http/outcome.js";
import { knownDevice, subjectsOf } from "../../core/rate-limit/known-device.js";
import type { AdapterUser } from "../../types/adapter.js";
import { identifierOf } from "../mail/identifier.js";
import { forgetPending } from "../mail/pending.js";
import { redeemCode } from "../mail/redeem-code.js";
import { wrongCode } from "../mail/request-mail.js";
import { maxAgeOf } from "../mail/setup.js";
import { storeToken } from "../mail/verification-token.js";
import { bound, findByEmail, mayHave, ownerWith, type FoundUser } from "./proof.js";
import { linkTo } from "./request-proof.js";
import { type PasswordSetup, withoutForm } from "./setup.js";
import { unpacked } from "./sign-up-fields.js";
import { isRight, refresh } from "./stored-hash.js";

/** `POST callback/{id}`: an address and a password, or the code of a mail. */
export async function submit(
  setup: PasswordSetup,
  context: FlowContext,
): Promise<Verified | Outcome> {
  const code = context.body.text("code");
  return code === undefined ? signIn(setup, context) : redeem(setup, withoutForm(context), code);
}

/**
 * Responds the same way, in the same time, for an unknown address, one without a password, an unproven one
 * and a wrong password.
 */
async function signIn(setup: PasswordSetup, context: FlowContext): Promise<Verified> {
  const password = context.body.text("password") ?? "";
  const email = await addressIn(setup, context);
  const { user, stored } =
    email === undefined ? { user: null, stored: null } : await findByEmail(context, email);
  const isKnown = await isKnownBrowser(setup, context);
  const right = await isRight(setup, context, { password, stored, isKnown });
  if (!right || !user || !stored || !user.emailVerified) {
    const message = "No user with a proven email address has this password.";
    const details = { provider: setup.provider.id };
    throw because("wrong-password", new CredentialsSignin(message, details));
  }
  await refresh(setup, context, { userId: String(user.id), password, former: stored });
  return verifiedAs(setup, user);
}

/** Whether this browser has signed in under this name before. */
async function isKnownBrowser(setup: PasswordSetup, context: FlowContext): Promise<boolean> {
  const names = await addressKeys(setup, context);
  const subjects = await subjectsOf(context, { provider: setup.provider.id, names });
  return (await knownDevice(context, subjects)) !== undefined;
}

/** A stored user has proven who they are. */
export function verifiedAs({ provider }: PasswordSetup, user: AdapterUser): Verified {
  const providerAccountId = String(user.id);
  const account = { provider: provider.id, providerAccountId, type: "credentials" } as const;
  return { kind: "verified", trust: "none", user, account };
}

async function addressIn(
  { mail }: PasswordSetup,
  context: FlowContext,
): Promise<string | undefined> {
  try {
    return await identifierOf(mail.provider, context, context.body.text("email"));
  } catch (error) {
    if (error instanceof AdapterError) throw error;
    return undefined;
  }
}

/** The user a sign-in concerns: the address a code was sent to, from the sealed record, or the one that was typed. */
export async function limitKeys(setup: PasswordSetup, context: FlowContext): Promise<string[]> {
  if (context.body.text("code") === undefined) return addressKeys(setup, context);
  const { readPending } = await import("../mail/pending.js");
  const pending = await readPending(context, setup.provider.id);
  return pending ? [`email:${pending.identifier}`] : [];
}

/** The address that was typed. */
export async function addressKeys(setup: PasswordSetup, context: FlowContext): Promise<string[]> {
  const email = await addressIn(setup, context);
  return email === undefined ? [] : [`name:${email}`];
}

/** Counts attempts of the signed-in user separately: someone who finds an open browser mustn't lock out its owner. */
export async function userKeys(context: FlowContext): Promise<string[]> {
  const id = await context.signedInAs();
  return id === null ? [] : [`name:user ${id}`];
}

/**
 * The code of a mail was typed in the browser that asked for it. The password chosen there becomes the
 * user's; if none was, they choose one.
 */
async function redeem(
  setup: PasswordSetup,
  context: FlowContext,
  typed: string,
): Promise<Verified | Outcome> {
  const pending = await redeemCode(setup.mail, context, typed);
  if (!pending) return wrongCode(setup.mail, context);
  const { identifier, callbackUrl, kept } = pending;
  const { user, stored } = await findByEmail(context, identifier);
  const [token = ""] = pending.token.split(".", 1);
  const isOld = pending.token !== (await bound(context, { token, stored }));
  if (isOld || !mayHave(setup, user !== null)) {
    throw new Verification(
      "The password was changed after this code was requested. Request a new one.",
    );
  }
  if (kept === undefined) {
    return chooseNow(setup, { ...context, callbackUrl }, { identifier, stored, user });
  }
  return {
    ...(await ownerWith(setup, context, { email: identifier, ...unpacked(kept) })),
    callbackUrl,
  };
}

/** The code was as good as the link, and is used up, so this browser gets a new link. */
async function chooseNow(
  setup: PasswordSetup,
  context: FlowContext,
  { identifier, stored, user }: FoundUser & { readonly identifier: string },
): Promise<Outcome> {
  forgetPending(context);
  const token = randomHex(32);
  const expires = new Date(context.now + maxAgeOf(setup.mail.provider) * 1000);
  const emailToken = { identifier, token: await bound(context, { token, stored }) };
  await storeToken(setup.mail, context, { ...emailToken, expires, wrongCodes: 0 });
  return redirectTo(linkTo(setup, context, { identifier, token, user }));
}
