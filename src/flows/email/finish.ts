import { equalText } from "../../crypto/hash.js";
import { Verification } from "../../errors.js";
import type { Fields } from "../../http/fields.js";
import type { Outcome } from "../../http/outcome.js";
import { isPrefetch } from "../../http/prefetch.js";
import type { AskFirst, FlowContext, Verified } from "../flow.js";
import type { Desk } from "../mail/desk.js";
import { identifierInLink } from "../mail/identifier.js";
import { takeGuessable } from "./guess.js";
import { ownerOf } from "../mail/owner.js";
import { readPending } from "../mail/pending.js";
import { isGuessable } from "../mail/strength.js";
import { isToken, takeTicket, type Ticket } from "../mail/ticket.js";
import { tryCode } from "./try-code.js";

/** `GET callback/{id}`: the link was followed, by its reader or by software that looks ahead. */
export async function followLink(desk: Desk, context: FlowContext): Promise<Verified | AskFirst> {
  const ticket = ticketIn(desk, context.query);
  if (await mustAsk(desk, context, ticket)) return askFirst(context, ticket);
  return redeem(desk, context, ticket);
}

/** `POST callback/{id}`: the button was pressed, or a code typed in. */
export async function submit(desk: Desk, context: FlowContext): Promise<Verified | Outcome> {
  const code = context.body.text("code");
  if (code !== undefined) return tryCode(desk, context, code);
  const { body, query } = context;
  return redeem(desk, context, ticketIn(desk, body.text("token") === undefined ? query : body));
}

/** Read before the store is asked anything. */
function ticketIn({ provider }: Desk, fields: Fields): Ticket {
  const token = fields.text("token");
  const identifier = identifierInLink(provider, fields.text("email"));
  if (identifier !== undefined && isToken(token)) return { identifier, token };
  throw new Verification("The link carries no token, or no address. It was not made here.");
}

/** Mail scanners open links too. Only the browser that asked is known to be its reader's. */
async function mustAsk({ provider }: Desk, context: FlowContext, ticket: Ticket): Promise<boolean> {
  if (isPrefetch(context.headers) || provider.confirm === "always") return true;
  if (provider.confirm === "never") return false;
  const pending = await readPending(context, provider.id);
  if (pending?.identifier !== ticket.identifier) return true;
  return !equalText(context.keys, pending.token, ticket.token);
}

function askFirst({ callbackUrl }: FlowContext, { identifier, token }: Ticket): AskFirst {
  const fields = { callbackUrl, token, email: identifier };
  return { kind: "ask-first", email: identifier, fields };
}

async function redeem(desk: Desk, context: FlowContext, ticket: Ticket): Promise<Verified> {
  const take = isGuessable(ticket.token) ? takeGuessable : takeTicket;
  if (await take(desk, context, ticket)) return ownerOf(desk, context, ticket.identifier);
  throw new Verification("The link was used before, has expired, or was not made here.");
}
