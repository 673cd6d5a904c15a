import { equalText } from "../../core/crypto/hash.js";
import { EmailSignInError } from "../../core/errors/errors.js";
import type { FlowContext, Screen, Verified } from "../../core/flow.js";
import type { Fields } from "../../core/http/fields.js";
import { redirectTo, type Outcome } from "../../core/http/outcome.js";
import { notFound } from "../../core/http/request-problem.js";
import { actionUrl } from "../../core/http/urls.js";
import type { Leave } from "../../core/state/state.js";
import { identifierOf } from "../mail/identifier.js";
import { ticketIn } from "../mail/owner.js";
import { readPending } from "../mail/pending.js";
import { putBack, type EmailToken } from "../mail/verification-token.js";
import { findByEmail, ownerWith, takeProof } from "./proof.js";
import { requestProof, assertMayRequest } from "./request-proof.js";
import { isBreached, judgeTyped, type PasswordFault } from "./rules.js";
import { minLengthOf, withoutForm, type PasswordSetup } from "./setup.js";
import {
  asksFields,
  inputsOf,
  packed,
  readTyped,
  unpacked,
  type FieldFault,
  type Typed,
} from "./sign-up-fields.js";
import { hashOf } from "./stored-hash.js";

type Told = Omit<Screen, "kind" | "minLength">;

export function screen({ provider }: PasswordSetup, told: Told): Screen {
  return { kind: "screen", minLength: minLengthOf(provider), ...told };
}

export function showSignUp(setup: PasswordSetup): Promise<Screen> {
  assertOpen(setup);
  return Promise.resolve(screen(setup, { screen: "sign-up", inputs: inputsOf(setup.provider) }));
}

/** `POST password/sign-up`. Nothing is stored before the address is proven. */
export async function signUp(
  setup: PasswordSetup,
  context: FlowContext,
): Promise<Screen | Outcome> {
  assertOpen(setup);
  const { email, identifier } = await addressIn(setup, context);
  const inputs = inputsOf(setup.provider, context.body);
  const refused = (error: SignUpFault, field?: string) =>
    screen(setup, { screen: "sign-up", error, email, inputs, field });
  const { user, fault: wrong, field } = readTyped(setup.provider, context.body);
  if (wrong) return refused(wrong, field);
  if (identifier === undefined) return refused("InvalidEmail");
  const typed = context.body.text("password");
  const { password, fault } = await judgeTyped(setup, context, { typed, email: identifier });
  if (fault) return refused(fault);
  // Limits come before anything expensive: a call to another server, hashing, a mail.
  const leave = await assertMayRequest(setup, withoutForm(context), identifier);
  const kept = await orGiveBack(leave, async () => {
    const breached = await isBreached(setup, context, password);
    if (breached) return undefined;
    return packed({ hash: await hashOf(setup, context, { password, signsUp: true }), user });
  });
  if (kept === undefined) return refused("PasswordBreached");
  return requestProof(setup, withoutForm(context), { identifier, kept, leave });
}

/** What a mail needs. If there's no mail to send, a failure to prepare it doesn't matter. */
async function orGiveBack<T>(leave: Leave, work: () => Promise<T>): Promise<T> {
  let made: T | undefined;
  try {
    return (made = await work());
  } finally {
    if (made === undefined) await leave.giveBack();
  }
}

function assertOpen({ provider }: PasswordSetup): void {
  if (provider.signUp === false) throw notFound();
}

export function showForgot(setup: PasswordSetup): Promise<Screen> {
  return Promise.resolve(screen(setup, { screen: "forgot" }));
}

/** `POST password/forgot`. */
export async function forgot(
  setup: PasswordSetup,
  context: FlowContext,
): Promise<Screen | Outcome> {
  const { email, identifier } = await addressIn(setup, context);
  if (identifier === undefined) {
    return screen(setup, { screen: "forgot", error: "InvalidEmail", email });
  }
  const bare = withoutForm(context);
  const leave = await assertMayRequest(setup, bare, identifier);
  return requestProof(setup, bare, { identifier, leave });
}

/** `POST password/again`: sends the same mail again. */
export async function again(setup: PasswordSetup, context: FlowContext): Promise<Outcome> {
  const pending = await readPending(context, setup.provider.id);
  if (!pending) return redirectTo(actionUrl(context.site, "signin"));
  const { identifier, kept } = pending;
  const bare = withoutForm(context);
  const leave = await assertMayRequest(setup, bare, identifier);
  return requestProof(setup, bare, { identifier, kept, leave });
}

/** `GET password/reset`: the link in a mail. Nothing is used up, because scanners open links too. */
export async function showReset(setup: PasswordSetup, context: FlowContext): Promise<Screen> {
  const emailToken = ticketIn(setup.mail, context.query);
  const kept = await keptWith(setup, context, emailToken);
  const inputs = inputsAsked(setup, context.query);
  return resetScreen(setup, context, { emailToken, isKept: kept !== undefined, inputs });
}

/** `POST password/reset`: the user confirmed, or chose a password. */
export async function reset(
  setup: PasswordSetup,
  context: FlowContext,
): Promise<Verified | Screen> {
  const emailToken = ticketIn(setup.mail, context.body);
  const email = emailToken.identifier;
  const kept =
    context.body.text("keep") === undefined
      ? undefined
      : await keptWith(setup, context, emailToken);
  if (kept !== undefined) {
    await takeProof(setup, context, emailToken);
    return ownerWith(setup, context, { email, ...unpacked(kept) });
  }
  const refused = (error: SignUpFault) => ({
    ...resetScreen(setup, context, {
      emailToken,
      isKept: false,
      inputs: inputsAsked(setup, context.body, context.body),
    }),
    error,
  });
  const chosen = await judgeTyped(setup, context, { typed: context.body.text("password"), email });
  if (chosen.fault) return refused(chosen.fault);
  // The token is taken first, so a request without one can't make the server hash.
  const taken = await takeProof(setup, context, emailToken);
  const more = await askedNow(setup, context, email);
  if (more.fault) {
    await putBack(setup.mail, context, taken);
    const inputs = inputsOf(setup.provider, context.body);
    return { ...refused(more.fault), inputs, field: more.field };
  }
  try {
    if (await isBreached(setup, context, chosen.password)) {
      await putBack(setup.mail, context, taken);
      return refused("PasswordBreached");
    }
    return await ownerWith(setup, context, {
      email,
      hash: await hashOf(setup, context, chosen),
      user: more.user,
    });
  } catch (error) {
    await putBack(setup.mail, context, taken);
    throw error;
  }
}

/** A new user who opened the link in another browser: what they typed to sign up is in the first one. */
async function askedNow(
  { provider }: PasswordSetup,
  context: FlowContext,
  email: string,
): Promise<Typed> {
  if (!asksFields(provider)) return { user: {} };
  const { user } = await findByEmail(context, email);
  return user ? { user: {} } : readTyped(provider, context.body);
}

/** The fields of a sign-up, if the link says that the address is new. */
function inputsAsked({ provider }: PasswordSetup, asked: Fields, typed?: Fields): Screen["inputs"] {
  return asked.text("new") === undefined ? undefined : inputsOf(provider, typed);
}

interface ResetProps {
  readonly emailToken: EmailToken;
  readonly isKept: boolean;
  readonly inputs: Screen["inputs"];
}

function resetScreen(
  setup: PasswordSetup,
  { callbackUrl }: FlowContext,
  props: ResetProps,
): Screen {
  const { identifier: email, token } = props.emailToken;
  const hidden = { token, email, callbackUrl };
  return props.isKept
    ? screen(setup, { screen: "confirm", email, hidden: { ...hidden, keep: "1" } })
    : screen(setup, {
        ...{ screen: "reset", email, inputs: props.inputs },
        hidden: props.inputs ? { ...hidden, new: "1" } : hidden,
      });
}

/** The password that this browser chose when it requested this mail. */
async function keptWith(
  setup: PasswordSetup,
  context: FlowContext,
  { identifier, token }: EmailToken,
): Promise<string | undefined> {
  const pending = await readPending(context, setup.provider.id);
  const [own = ""] = pending?.token.split(".", 1) ?? [];
  const isSame = pending?.identifier === identifier && equalText(context.keys, own, token);
  return isSame ? pending.kept : undefined;
}

type SignUpFault = PasswordFault | FieldFault | "InvalidEmail";

interface Address {
  /** As typed. */
  readonly email: string;
  readonly identifier?: string;
}

async function addressIn({ mail }: PasswordSetup, context: FlowContext): Promise<Address> {
  const email = context.body.text("email") ?? "";
  try {
    return { email, identifier: await identifierOf(mail.provider, context, email) };
  } catch (error) {
    if (error instanceof EmailSignInError) return { email };
    throw error;
  }
}
