import { randomText } from "../../../core/crypto/random.js";
import { json, type Outcome } from "../../../core/http/outcome.js";
import { clientIdOf } from "../client/client.js";
import type { Run } from "../provider/run.js";
import { askedIn, newRecord, requestedParams } from "./begin.js";
import { keepRecord } from "./record.js";

/** Starts a sign-in with an ID token: the token must contain this nonce, and is posted with this state. */
export async function issueNonce(run: Run): Promise<Outcome> {
  const { provider, context } = run;
  const clientId = clientIdOf(provider);
  const begun = await newRecord(run);
  const [nonce, state] = [randomText(32), `${begun.id}.${randomText(32)}`];
  const request = new URL(context.site.origin);
  request.search = new URLSearchParams(requestedParams(run)).toString();
  const asked = await askedIn(request);
  const record = { ...begun, nonce, state, verifier: undefined, posted: true } as const;
  await keepRecord(run, { ...record, ...(asked && { asked }) });
  await context.tell?.({ type: "sign-in.began", provider: provider.id });
  return json({ nonce, state, clientId });
}
