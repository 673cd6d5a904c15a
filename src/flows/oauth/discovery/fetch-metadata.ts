import { discoveryRequest } from "oauth4webapi";
import { libraryOptions } from "../client/fetch.js";
import type { Inquiry } from "../provider/run.js";

/** Fetches the document from the URL that follows from the issuer, by either standard. */
export function askIssuer(run: Inquiry, algorithm: "oidc" | "oauth2" = "oidc"): Promise<Response> {
  const options = { algorithm, ...libraryOptions(run) };
  return discoveryRequest(new URL(run.provider.issuer ?? ""), options);
}
