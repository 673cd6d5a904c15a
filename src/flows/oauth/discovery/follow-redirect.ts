import { because } from "../../../core/errors/reason.js";
import { Explained } from "../client/failure.js";
import { boundedFetch, Redirected } from "../client/fetch.js";
import type { Inquiry } from "../provider/run.js";
import { askIssuer } from "./fetch-metadata.js";

/** Follows a redirect of a discovery document; otherwise returns the response unchanged. */
export async function lookElsewhere(run: Inquiry, found: Response | Redirected): Promise<Response> {
  if (found instanceof Redirected) return followOnce(run, found);
  const { issuer, wellKnown } = run.provider;
  // A failing server isn't called again.
  if (issuer === undefined || found.status >= 500) return found;
  const standards = wellKnown === undefined ? (["oauth2"] as const) : (["oidc", "oauth2"] as const);
  for (const standard of standards) {
    const response = await askIssuer(run, standard).catch(() => undefined);
    if (response?.status === 200) return response;
  }
  return found;
}

/** One redirect within the same site is followed. The document there must still name the issuer. */
async function followOnce(run: Inquiry, redirect: Redirected): Promise<Response> {
  const { target, endpoint } = redirect;
  if (target === undefined) throw redirect;
  if (target.origin === new URL(endpoint).origin) {
    const headers = { accept: "application/json" };
    const response = await boundedFetch(run)(target, { headers }).catch(() => undefined);
    if (response?.status === 200) return response;
  }
  const advice = `The discovery URL redirects to ${target.origin}${target.pathname}. If that's the provider's, set \`wellKnown\` to it, or \`issuer\` to the issuer in that document.`;
  throw because("issuer", new Explained(advice, redirect));
}
