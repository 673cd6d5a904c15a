import { AdapterError, CredentialsSignin } from "../../errors.js";
import type { Outcome } from "../../http/outcome.js";
import type { AdapterUser } from "../../types/adapter.js";
import type { FlowContext, Verified } from "../flow.js";
import { identifierOf } from "../mail/identifier.js";
import { noteTyped } from "../typed-address.js";
import { redeem } from "./code.js";
import { withoutForm, type Desk } from "./desk.js";
import { findByEmail, type Found } from "./find.js";
import { isRight, refresh } from "./keep.js";

/** `POST callback/{id}`: an address and a password, or the code of a mail. */
export async function submit(desk: Desk, context: FlowContext): Promise<Verified | Outcome> {
  const code = context.body.text("code");
  return code === undefined ? signIn(desk, context) : redeem(desk, withoutForm(context), code);
}

/**
 * One answer, in one time, for an address that nobody has, for one without a password, for one that is not
 * proven and for a wrong password.
 */
async function signIn(desk: Desk, context: FlowContext): Promise<Verified> {
  const password = context.body.text("password") ?? "";
  const { user, stored } = await find(desk, context);
  const right = await isRight(desk, context, { password, stored });
  if (!right || !user || !stored || !user.emailVerified) {
    await noteTyped(context);
    throw new CredentialsSignin("No proven address has this password.", {
      provider: desk.provider.id,
    });
  }
  await refresh(desk, context, { userId: String(user.id), password, former: stored });
  return verifiedAs(desk, user);
}

/** Somebody who is in the store has proven who they are. */
export function verifiedAs({ provider }: Desk, user: AdapterUser): Verified {
  const providerAccountId = String(user.id);
  const account = { provider: provider.id, providerAccountId, type: "credentials" } as const;
  return { kind: "verified", trust: "none", user, account };
}

async function find(desk: Desk, context: FlowContext): Promise<Found> {
  const email = await addressIn(desk, context);
  return email === undefined ? { user: null, stored: null } : findByEmail(context, email);
}

async function addressIn({ mail }: Desk, context: FlowContext): Promise<string | undefined> {
  try {
    return await identifierOf(mail.provider, context, context.body.text("email"));
  } catch (error) {
    if (error instanceof AdapterError) throw error;
    return undefined;
  }
}

/** Whom a sign-in is about: the address a code was sent to, which is in the sealed record, or the one typed in. */
export async function limitKeys(desk: Desk, context: FlowContext): Promise<string[]> {
  if (context.body.text("code") === undefined) return addressKeys(desk, context);
  const { readPending } = await import("../mail/pending.js");
  const pending = await readPending(context, desk.provider.id);
  return pending ? [`email:${pending.identifier}`] : [];
}

/** The address that is typed in. */
export async function addressKeys(desk: Desk, context: FlowContext): Promise<string[]> {
  const email = await addressIn(desk, context);
  return email === undefined ? [] : [`name:${email}`];
}

/** Who is signed in, apart from who signs in: whoever found a browser open must not keep its owner out. */
export async function userKeys(context: FlowContext): Promise<string[]> {
  const id = await context.signedInAs();
  return id === null ? [] : [`name:user ${id}`];
}
