import { redirectTo, type Outcome } from "../../http/outcome.js";
import { withQuery } from "../../http/urls.js";
import type { FlowContext, Verified } from "../flow.js";
import { verifyRequestUrl } from "../mail/ask.js";
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
  if (!pending) {
    return redirectTo(withQuery(verifyRequestUrl(desk, context), { error: "Verification" }));
  }
  const { identifier, callbackUrl } = pending;
  return { ...(await ownerOf(desk, context, identifier)), callbackUrl };
}
