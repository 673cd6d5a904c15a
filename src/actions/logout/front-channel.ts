import { json, type Outcome } from "../../http/outcome.js";
import { notFound } from "../../http/problem.js";
import type { Action } from "../context.js";

const longestName = 255;

/**
 * `GET frontchannel-logout/{id}`: a page of the provider shows this address in a frame when somebody signs
 * out there (OpenID Connect Front-Channel Logout 1.0). Browsers send no cookies along, so that the session
 * is found by its id there: a text that nobody can guess, and that must have brought somebody here.
 */
export const endInFrame: Action = async (context): Promise<Outcome> => {
  const { flows, providerId = "", query, keeper, keys, timeout, now } = context;
  const flow = flows.get(providerId);
  if (!flow?.isIssuer) throw notFound();
  if (!keeper?.revocable) {
    return refusal("Set `session.revocable`, so that sessions can be ended.", 501);
  }
  const [issuer, sid] = [query.text("iss"), query.text("sid")];
  if (!issuer || !sid || sid.length > longestName) {
    return refusal("The provider must tell `iss` and `sid`: ask it to by its options.");
  }
  if (!(await flow.isIssuer({ keys, timeout, now }, issuer))) {
    return refusal("The issuer is another one.");
  }
  // Anybody can ask: nothing is written about sessions that there never were.
  if (await keeper.isNotedAt(providerId, sid)) await keeper.endAtProvider(providerId, sid);
  return { kind: "empty", status: 200 };
};

function refusal(description: string, status = 400): Outcome {
  return json({ error: "invalid_request", error_description: description }, status);
}
