import { allowInsecureRequests, customFetch, discoveryRequest } from "oauth4webapi";
import { libraryFetch } from "../client/fetch.js";
import type { Inquiry } from "../provider/run.js";

/** Fetches the document from the URL that follows from the issuer, by either standard. */
export function askIssuer(run: Inquiry, algorithm: "oidc" | "oauth2" = "oidc"): Promise<Response> {
  return discoveryRequest(new URL(run.provider.issuer ?? ""), {
    algorithm,
    [customFetch]: libraryFetch(run),
    // Our own fetch checks the scheme: http is allowed for this machine only.
    [allowInsecureRequests]: true,
  });
}
