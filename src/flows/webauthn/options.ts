import { FreshSignInRequired } from "../../errors.js";
import { crossSiteReason } from "../../http/csrf.js";
import { json, type Outcome } from "../../http/outcome.js";
import { readAction } from "./answer.js";
import { authenticationOptions } from "./authentication-options.js";
import { whoAsks } from "./asking.js";
import type { Ceremony } from "./ceremony.js";
import { decide } from "./decide.js";
import { registrantOf, registrationOptions } from "./registration-options.js";

/** Asked again at the end, where every link is made; here, so that no device makes a passkey in vain. */
async function assertFresh({ context, provider }: Ceremony, userId: string): Promise<void> {
  if (await context.isFresh(userId)) return;
  throw new FreshSignInRequired(
    "Adding a passkey takes a sign-in within the last ten minutes, with both factors if the user has two.",
    { provider: provider.id },
  );
}

/** A passkey is added to who is signed in, or, where linking is an act of its own, only when that is asked for. */
function isLinking({ context }: Ceremony): boolean {
  return !context.explicitLinking || context.query.text("link") === "true";
}

const invalid = (error: "Invalid action" | "Invalid request"): Outcome => json({ error }, 400);

/** `GET webauthn-options/{id}`: which ceremony it is to be, and its options for the browser. */
export async function ceremonyOptions(ceremony: Ceremony): Promise<Outcome> {
  const { headers, site, query } = ceremony.context;
  if (crossSiteReason(headers, site.origin) !== undefined) return invalid("Invalid request");
  const named = query.text("action");
  const action = readAction(named);
  if (named !== undefined && action === undefined) return invalid("Invalid action");
  const who = await whoAsks(ceremony, action === "register" && !isLinking(ceremony));
  const name = registrantOf(who);
  const decision = decide({ action, signedIn: who.id !== null, someone: name !== undefined });
  if (decision === undefined) return invalid("Invalid request");
  if (decision === "register" && who.id !== null) await assertFresh(ceremony, who.id);
  const options =
    decision === "register" && name !== undefined
      ? await registrationOptions(ceremony, who, name)
      : await authenticationOptions(ceremony, who);
  return json({ action: decision, options });
}
