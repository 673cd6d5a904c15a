import { askIssuer } from "./ask-issuer.js";
import { Explained } from "../client/failure.js";
import { boundedFetch, Redirected } from "../client/fetch.js";
import type { Inquiry } from "../provider/run.js";

/** Finds a discovery document that is not where it was looked for; else gives back what was there. */
export async function lookElsewhere(run: Inquiry, found: Response | Redirected): Promise<Response> {
  if (found instanceof Redirected) return followOnce(run, found);
  const { issuer, wellKnown } = run.provider;
  // A server that is out of order is not asked more.
  if (issuer === undefined || found.status >= 500) return found;
  const standards = wellKnown === undefined ? (["oauth2"] as const) : (["oidc", "oauth2"] as const);
  for (const standard of standards) {
    const response = await askIssuer(run, standard).catch(() => undefined);
    if (response?.status === 200) return response;
  }
  return found;
}

/** Within its own site an address may lead on, once. What is found there must still name the issuer. */
async function followOnce(run: Inquiry, redirect: Redirected): Promise<Response> {
  const { target, endpoint } = redirect;
  if (target === undefined) throw redirect;
  if (target.origin === new URL(endpoint).origin) {
    const headers = { accept: "application/json" };
    const response = await boundedFetch(run)(target, { headers }).catch(() => undefined);
    if (response?.status === 200) return response;
  }
  throw new Explained(
    `The discovery document is not there: the address leads on to ${target.origin}${target.pathname}. If that is the provider's, set \`wellKnown\` to it, or \`issuer\` to what the document there names.`,
    redirect,
  );
}
