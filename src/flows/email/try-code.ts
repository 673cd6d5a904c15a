import type { Outcome } from "../../http/outcome.js";
import type { FlowContext, Verified } from "../flow.js";
import { wrongCode } from "../mail/ask.js";
import type { Desk } from "../mail/desk.js";
import { ownerOf } from "../mail/owner.js";
import { redeemCode } from "../mail/redeem-code.js";

/** A code was typed in: it stands for the link. */
export async function tryCode(
  desk: Desk,
  context: FlowContext,
  typed: string,
): Promise<Verified | Outcome> {
  const pending = await redeemCode(desk, context, typed);
  if (!pending) return wrongCode(desk, context);
  const { identifier, callbackUrl } = pending;
  return { ...(await ownerOf(desk, context, identifier)), callbackUrl };
}
