import { allowInsecureRequests, customFetch, discoveryRequest } from "oauth4webapi";
import { libraryFetch } from "../client/fetch.js";
import type { Inquiry } from "../provider/run.js";

/** Asks for the document at the address that follows from the issuer, by either standard. */
export function askIssuer(run: Inquiry, algorithm: "oidc" | "oauth2" = "oidc"): Promise<Response> {
  return discoveryRequest(new URL(run.provider.issuer ?? ""), {
    algorithm,
    [customFetch]: libraryFetch(run),
    // The scheme is judged by our own fetch, which lets http pass for this machine only.
    [allowInsecureRequests]: true,
  });
}
