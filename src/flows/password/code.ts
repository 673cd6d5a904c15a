import { randomHex } from "../../crypto/random.js";
import { Verification } from "../../errors.js";
import { redirectTo, type Outcome } from "../../http/outcome.js";
import type { FlowContext, Verified } from "../flow.js";
import { wrongCode } from "../mail/ask.js";
import { redeemCode } from "../mail/redeem-code.js";
import { maxAgeOf } from "../mail/max-age.js";
import { forgetPending } from "../mail/pending.js";
import { storeTicket } from "../mail/ticket.js";
import { linkTo } from "./ask.js";
import type { Desk } from "./desk.js";
import { bound, mayHave, ownerWith } from "./proof.js";
import { findByEmail } from "./find.js";
import type { StoredPassword } from "./table.js";
import { unpacked } from "./sign-up-fields.js";

/**
 * The code of a mail was typed in by the browser that asked for it. The password that was chosen there is
 * the person's from now on; where none was, they choose one.
 */
export async function redeem(
  desk: Desk,
  context: FlowContext,
  typed: string,
): Promise<Verified | Outcome> {
  const pending = await redeemCode(desk.mail, context, typed);
  if (!pending) return wrongCode(desk.mail, context);
  const { identifier, callbackUrl, kept } = pending;
  const { user, stored } = await findByEmail(context, identifier);
  const [token = ""] = pending.token.split(".", 1);
  const isOld = pending.token !== (await bound(context, { token, stored }));
  if (isOld || !mayHave(desk, user !== null)) {
    throw new Verification("The password was changed after this code had been asked for.");
  }
  if (kept === undefined) {
    return chooseNow(desk, { ...context, callbackUrl }, { identifier, stored });
  }
  return {
    ...(await ownerWith(desk, context, { email: identifier, ...unpacked(kept) })),
    callbackUrl,
  };
}

/** The code was as good as the link, and is used up: so there is a new link, for this browser alone. */
async function chooseNow(
  desk: Desk,
  context: FlowContext,
  { identifier, stored }: { readonly identifier: string; readonly stored: StoredPassword | null },
): Promise<Outcome> {
  forgetPending(context);
  const token = randomHex(32);
  const expires = new Date(context.now + maxAgeOf(desk.mail.provider) * 1000);
  const ticket = { identifier, token: await bound(context, { token, stored }) };
  await storeTicket(desk.mail, context, { ...ticket, expires, wrongCodes: 0 });
  return redirectTo(linkTo(context, { identifier, token }));
}
