import { coreOf } from "../../core/actions/plugin-context.js";
import { sha256 } from "../../core/crypto/sha256.js";
import { asError } from "../../core/errors/as-error.js";
import { whoIs } from "../../core/events/attempt.js";
import { normalizeIp } from "../../core/http/ip.js";
import { redirectTo, type Outcome } from "../../core/http/outcome.js";
import { withQuery } from "../../core/http/urls.js";
import { isSameAddress } from "../../core/linking/address-proof.js";
import type { Context } from "../../core/plugin.js";
import { stateKey } from "../../core/state/key.js";
import { isProven } from "../../core/values/proven.js";
import type { AdapterUser } from "../../types/adapter.js";
import { readTyped, sendLink } from "./mail.js";
import { linkLasts, type ChangeEmailDeps } from "./options.js";
import { formPage, type Problem } from "./pages.js";
import { newToken, pendingChanges, readPending, sweepOld, writePending } from "./table.js";
import { backUrl, signInHere, storedContext, userHere } from "./user.js";

/** `GET change-email`. */
export async function showForm(context: Context): Promise<Outcome> {
  const user = await userHere(context);
  if (!user) return signInHere(context);
  const pending = await readPending(context.records, String(user.id), context.now);
  return formPage(context, { user, pending });
}

/**
 * `POST change-email`: sends a mail to the new address. The response is the same if another user
 * has it.
 */
export async function begin(context: Context, deps: ChangeEmailDeps): Promise<Outcome> {
  const user = await userHere(context);
  if (!user) return signInHere(context);
  const email = await readTyped(context, deps);
  const problem =
    email === undefined ? "InvalidEmail" : await problemOf(context, deps, { user, email });
  if (email !== undefined && !problem && (await isSent(context, deps, { user, email }))) {
    const callbackUrl = backUrl(context);
    return redirectTo(withQuery(context.url("change-email"), { callbackUrl }));
  }
  const typed = context.request.body.text("email");
  return formPage(context, { user, pending: null, problem: problem ?? "EmailFailed", typed });
}

interface Wanted {
  readonly user: AdapterUser;
  readonly email: string;
}

async function problemOf(
  context: Context,
  { options }: ChangeEmailDeps,
  { user, email }: Wanted,
): Promise<Problem | undefined> {
  if (isSameAddress(user.email, email) && isProven(user)) return "SameEmail";
  const userId = String(user.id);
  if (!(await mayMail(context, userId, email))) {
    await context.tell({ type: "limit.hit", action: "change-email", ...whoIs(user) });
    return "TooManyEmails";
  }
  const isAllowed = (await options.allow?.({ user, email })) ?? true;
  return isAllowed ? undefined : "NotAllowed";
}

/**
 * Stores the change and mails its link. If another user has the address, that user is notified
 * instead.
 */
async function isSent(
  context: Context,
  deps: ChangeEmailDeps,
  { user, email }: Wanted,
): Promise<boolean> {
  const { records, now } = context;
  const userId = String(user.id);
  const owner = await storedContext(context).store.getUserByEmail(email);
  const isTaken = owner !== null && String(owner.id) !== userId;
  const token = newToken();
  const expires = new Date(now + linkLasts * 1000);
  await sweepOld(records, now);
  await writePending(records, { userId, email, token: await sha256(token), expires });
  const confirm = withQuery(context.url("change-email", "confirm"), {
    token,
    callbackUrl: backUrl(context),
  });
  const mail = isTaken
    ? ({ about: "taken", to: email, url: context.url("signin") } as const)
    : ({ about: "confirm", to: email, url: confirm, until: expires } as const);
  try {
    await sendLink(context, deps, mail);
  } catch (error) {
    deps.app.logger.error("EmailSignInError", asError(error));
    await records.remove(pendingChanges, userId);
    return false;
  }
  await context.tell({
    type: "change-email.requested",
    ...whoIs(user),
    ...(isTaken && { reason: "EmailTaken" }),
  });
  return true;
}

/** `POST change-email/cancel`: the link stops working. */
export async function cancel(context: Context): Promise<Outcome> {
  const user = await userHere(context);
  if (!user) return signInHere(context);
  if (await context.records.remove(pendingChanges, String(user.id))) {
    await context.tell({ type: "change-email.canceled", ...whoIs(user) });
  }
  return redirectTo(context.callbackUrl);
}

const hour = 60 * 60;

/** Limits of mails: requested by a user, requested by a client, and sent to an address. */
const mails = {
  user: { most: 5, window: hour },
  client: { most: 20, window: hour },
  address: { most: 5, window: 24 * hour },
} as const;

/** Whether another mail may be sent. Checked before anything is looked up. */
async function mayMail(context: Context, userId: string, email: string): Promise<boolean> {
  const { keys, state, clientIp } = coreOf(context);
  const ip = normalizeIp(clientIp());
  const counted = [
    ["user", userId],
    ...(ip === undefined ? [] : [["client", ip] as const]),
    ["address", email],
  ] as const;
  for (const [kind, who] of counted) {
    const key = await stateKey(keys, "change-email", [kind, who]);
    if ((await state.countWithin(key, mails[kind])) === false) return false;
  }
  return true;
}
