import { equalText } from "../../crypto/hash.js";
import { notFound } from "../../http/problem.js";
import { redirectTo, type Outcome } from "../../http/outcome.js";
import { actionUrl } from "../../http/urls.js";
import type { FlowContext, Screen, Verified } from "../flow.js";
import { identifierInLink, identifierOf } from "../mail/identifier.js";
import { readPending, type Pending } from "../mail/pending.js";
import { isToken, putBack, type Ticket } from "../mail/ticket.js";
import { EmailSignInError, Verification } from "../../errors.js";
import type { Leave } from "../../state/state.js";
import type { Fields } from "../../http/fields.js";
import { askForProof, leaveToAsk } from "./ask.js";
import { minLengthOf, withoutForm, type Desk } from "./desk.js";
import { hashOf, hashToSignUp } from "./keep.js";
import { ownerWith, takeProof } from "./proof.js";
import { findByEmail } from "./find.js";
import { isBreached, judgeTyped, type PasswordFault } from "./rules.js";
import {
  asksFields,
  inputsOf,
  packed,
  readTyped,
  unpacked,
  type FieldFault,
  type Typed,
} from "./sign-up-fields.js";

type Told = Omit<Screen, "kind" | "minLength">;

export function screen({ provider }: Desk, told: Told): Screen {
  return { kind: "screen", minLength: minLengthOf(provider), ...told };
}

export function showSignUp(desk: Desk): Promise<Screen> {
  assertOpen(desk);
  return Promise.resolve(screen(desk, { screen: "sign-up", inputs: inputsOf(desk.provider) }));
}

/** `POST password/sign-up`. Nothing is stored before the address is proven. */
export async function signUp(desk: Desk, context: FlowContext): Promise<Screen | Outcome> {
  assertOpen(desk);
  const { email, identifier } = await addressIn(desk, context);
  const inputs = inputsOf(desk.provider, context.body);
  const refused = (error: SignUpFault, field?: string) =>
    screen(desk, { screen: "sign-up", error, email, inputs, field });
  const { user, fault: wrong, field } = readTyped(desk.provider, context.body);
  if (wrong) return refused(wrong, field);
  if (identifier === undefined) return refused("InvalidEmail");
  const typed = context.body.text("password");
  const { password, fault } = await judgeTyped(desk, context, { typed, email: identifier });
  if (fault) return refused(fault);
  // Limits come before what costs something: a question to another server, hashing, a mail.
  const leave = await leaveToAsk(desk, withoutForm(context), identifier);
  const kept = await orGiveBack(leave, async () => {
    const breached = await isBreached(desk, context, password);
    if (breached) return undefined;
    return packed({ hash: await hashToSignUp(desk, context, password), user });
  });
  if (kept === undefined) return refused("PasswordBreached");
  return askForProof(desk, withoutForm(context), { identifier, kept, leave });
}

/** What is needed for a mail. If there is none, the mail that isn't sent doesn't count. */
async function orGiveBack<T>(leave: Leave, work: () => Promise<T>): Promise<T> {
  let made: T | undefined;
  try {
    return (made = await work());
  } finally {
    if (made === undefined) await leave.giveBack();
  }
}

function assertOpen({ provider }: Desk): void {
  if (provider.signUp === false) throw notFound();
}

export function showForgot(desk: Desk): Promise<Screen> {
  return Promise.resolve(screen(desk, { screen: "forgot" }));
}

/** `POST password/forgot`. */
export async function forgot(desk: Desk, context: FlowContext): Promise<Screen | Outcome> {
  const { email, identifier } = await addressIn(desk, context);
  if (identifier === undefined) return screen(desk, { ...invalidAddress, screen: "forgot", email });
  const bare = withoutForm(context);
  const leave = await leaveToAsk(desk, bare, identifier);
  return askForProof(desk, bare, { identifier, leave });
}

/** `POST password/again`: the same mail once more. */
export async function again(desk: Desk, context: FlowContext): Promise<Outcome> {
  const pending = await readPending(context, desk.provider.id);
  if (!pending) return redirectTo(actionUrl(context.site, "signin"));
  const { identifier, kept } = pending;
  const bare = withoutForm(context);
  const leave = await leaveToAsk(desk, bare, identifier);
  return askForProof(desk, bare, { identifier, kept, leave });
}

/** `GET password/reset`: the link of a mail. Nothing is used up: software opens links too. */
export async function showReset(desk: Desk, context: FlowContext): Promise<Screen> {
  const ticket = ticketIn(desk, context.query);
  const kept = await keptWith(desk, context, ticket);
  return resetScreen(desk, context, { ticket, isKept: kept !== undefined });
}

/** `POST password/reset`: the button was pressed, or a password chosen. */
export async function reset(desk: Desk, context: FlowContext): Promise<Verified | Screen> {
  const ticket = ticketIn(desk, context.body);
  const email = ticket.identifier;
  const kept =
    context.body.text("keep") === undefined ? undefined : await keptWith(desk, context, ticket);
  if (kept !== undefined) {
    await takeProof(desk, context, ticket);
    return ownerWith(desk, context, { email, ...unpacked(kept) });
  }
  const refused = (error: SignUpFault) => ({
    ...resetScreen(desk, context, { ticket, isKept: false }),
    error,
  });
  const chosen = await judgeTyped(desk, context, { typed: context.body.text("password"), email });
  if (chosen.fault) return refused(chosen.fault);
  // First the ticket, so that nobody without one can make the server hash.
  const taken = await takeProof(desk, context, ticket);
  const more = await askedNow(desk, context, email);
  if (more.fault) {
    await putBack(desk.mail, context, taken);
    const inputs = inputsOf(desk.provider, context.body);
    return { ...refused(more.fault), inputs, field: more.field };
  }
  try {
    if (await isBreached(desk, context, chosen.password)) {
      await putBack(desk.mail, context, taken);
      return refused("PasswordBreached");
    }
    return await ownerWith(desk, context, {
      email,
      hash: await hashOf(desk, context, chosen.password),
      user: more.user,
    });
  } catch (error) {
    await putBack(desk.mail, context, taken);
    throw error;
  }
}

/** Someone new who opened the link in another browser: what they typed in to sign up is in the first one. */
async function askedNow({ provider }: Desk, context: FlowContext, email: string): Promise<Typed> {
  if (!asksFields(provider)) return { user: {} };
  const { user } = await findByEmail(context, email);
  return user ? { user: {} } : readTyped(provider, context.body);
}

interface ResetProps {
  readonly ticket: Ticket;
  readonly isKept: boolean;
}

function resetScreen(desk: Desk, { callbackUrl }: FlowContext, props: ResetProps): Screen {
  const { identifier: email, token } = props.ticket;
  const hidden = { token, email, callbackUrl };
  return props.isKept
    ? screen(desk, { screen: "confirm", email, hidden: { ...hidden, keep: "1" } })
    : screen(desk, { screen: "reset", email, hidden });
}

/** The password that this browser chose when it asked for this very mail. */
async function keptWith(
  desk: Desk,
  context: FlowContext,
  { identifier, token }: Ticket,
): Promise<string | undefined> {
  const pending: Pending | undefined = await readPending(context, desk.provider.id);
  const [own = ""] = pending?.token.split(".", 1) ?? [];
  const isSame = pending?.identifier === identifier && equalText(context.keys, own, token);
  return isSame ? pending.kept : undefined;
}

/** Read before the store is asked anything. */
function ticketIn({ mail }: Desk, fields: Fields): Ticket {
  const token = fields.text("token");
  const identifier = identifierInLink(mail.provider, fields.text("email"));
  if (identifier !== undefined && isToken(token)) return { identifier, token };
  throw new Verification("The link carries no token, or no address. It was not made here.");
}

const invalidAddress = { error: "InvalidEmail" } as const;

type SignUpFault = PasswordFault | FieldFault | "InvalidEmail";

interface Address {
  /** As it was typed in. */
  readonly email: string;
  readonly identifier?: string;
}

async function addressIn({ mail }: Desk, context: FlowContext): Promise<Address> {
  const email = context.body.text("email") ?? "";
  try {
    return { email, identifier: await identifierOf(mail.provider, context, email) };
  } catch (error) {
    if (error instanceof EmailSignInError) return { email };
    throw error;
  }
}
