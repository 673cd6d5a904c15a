import { equalText } from "../../core/crypto/hash.js";
import { Verification } from "../../core/errors/errors.js";
import type { AskFirst, FlowContext, Verified } from "../../core/flow.js";
import type { Outcome } from "../../core/http/outcome.js";
import { isPrefetch } from "../../core/http/prefetch.js";
import {
  assertClientMayTry,
  countWrong,
  keyFor,
  mailsSent,
  mayCompare,
  type Trier,
  whoTries,
} from "../mail/limits.js";
import { ownerOf, ticketIn } from "../mail/owner.js";
import { readPending } from "../mail/pending.js";
import { redeemCode } from "../mail/redeem-code.js";
import { wrongCode } from "../mail/request-mail.js";
import { maxAgeOf, type MailSetup } from "../mail/setup.js";
import { isGuessable } from "../mail/strength.js";
import {
  type EmailToken,
  maxWrongCodes,
  type TakenToken,
  takeToken,
} from "../mail/verification-token.js";

/** `GET callback/{id}`: the link was opened, by its reader or by a scanner. */
export async function followLink(
  setup: MailSetup,
  context: FlowContext,
): Promise<Verified | AskFirst> {
  const emailToken = ticketIn(setup, context.query);
  if (await mustAsk(setup, context, emailToken)) return askFirst(context, emailToken);
  return redeem(setup, context, emailToken);
}

/** `POST callback/{id}`: the user confirmed, or typed a code. */
export async function submit(setup: MailSetup, context: FlowContext): Promise<Verified | Outcome> {
  const code = context.body.text("code");
  if (code !== undefined) return tryCode(setup, context, code);
  const { body, query } = context;
  return redeem(setup, context, ticketIn(setup, body.text("token") === undefined ? query : body));
}

/** Mail scanners open links too. Only the browser that asked for the mail is known to be the reader's. */
async function mustAsk(
  { provider }: MailSetup,
  context: FlowContext,
  emailToken: EmailToken,
): Promise<boolean> {
  if (isPrefetch(context.headers) || provider.confirm === "always") return true;
  if (provider.confirm === "never") return false;
  const pending = await readPending(context, provider.id);
  if (pending?.identifier !== emailToken.identifier) return true;
  return !equalText(context.keys, pending.token, emailToken.token);
}

function askFirst({ callbackUrl }: FlowContext, { identifier, token }: EmailToken): AskFirst {
  const fields = { callbackUrl, token, email: identifier };
  return { kind: "ask-first", email: identifier, fields };
}

async function redeem(
  setup: MailSetup,
  context: FlowContext,
  emailToken: EmailToken,
): Promise<Verified> {
  const take = isGuessable(emailToken.token) ? takeGuessable : takeToken;
  if (await take(setup, context, emailToken)) return ownerOf(setup, context, emailToken.identifier);
  throw new Verification("The link was used already, has expired, or wasn't created by this site.");
}

/**
 * Redeems a token that is short enough to be guessed: an app may generate its own tokens, as short as codes.
 * After as many wrong attempts as a code allows, the tokens sent until then become invalid.
 */
async function takeGuessable(
  setup: MailSetup,
  context: FlowContext,
  emailToken: EmailToken,
): Promise<TakenToken | null> {
  const { identifier } = emailToken;
  const trier = await whoTries(setup, context, identifier);
  await assertClientMayTry(setup, context, trier);
  const sent = await mailsSent(setup, context, identifier);
  if (!(await mayCompare(setup, context, { trier, sent }))) {
    throw new Verification(
      "Too many tokens were tried for this address today. Try again tomorrow, or make \`generateVerificationToken\` return longer ones.",
    );
  }
  // Checked before the token is redeemed: if the state is down, the token can be tried again.
  const ended = await context.state.noted(await keyFor(setup, context, { kind: "ended", trier }));
  const taken = await takeToken(setup, context, emailToken);
  if (taken) return ended !== undefined && sentAt(setup, taken) <= Number(ended) ? null : taken;
  await countWrong(setup, context, trier);
  await endAfterTooMany(setup, context, trier);
  return null;
}

async function endAfterTooMany(setup: MailSetup, context: FlowContext, trier: Trier) {
  const { state, now } = context;
  const lasts = Math.ceil(maxAgeOf(setup.provider));
  const wrong = await keyFor(setup, context, { kind: "wrong-tokens", trier });
  if ((await state.count(wrong, lasts)) < maxWrongCodes) return;
  await state.note(await keyFor(setup, context, { kind: "ended", trier }), String(now), lasts);
  await state.undo(wrong);
}

/** When the mail was sent, in milliseconds since 1970. */
function sentAt({ provider }: MailSetup, { expires }: TakenToken): number {
  return expires.getTime() - maxAgeOf(provider) * 1000;
}

/** A typed code stands for the link. */
async function tryCode(
  setup: MailSetup,
  context: FlowContext,
  typed: string,
): Promise<Verified | Outcome> {
  const pending = await redeemCode(setup, context, typed);
  if (!pending) return wrongCode(setup, context);
  const { identifier, callbackUrl } = pending;
  return { ...(await ownerOf(setup, context, identifier)), callbackUrl };
}
