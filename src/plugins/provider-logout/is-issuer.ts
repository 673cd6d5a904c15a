import type { Inquiry } from "../../flows/oauth/provider/run.js";
import { findServer } from "../../flows/oauth/discovery/server.js";

/** Whether this is the issuer that the provider is known by. */
export async function isIssuer(run: Inquiry, issuer: string): Promise<boolean> {
  const { issuerKnown, metadata } = await findServer(run);
  return issuerKnown && metadata.issuer === issuer;
}
