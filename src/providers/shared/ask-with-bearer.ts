import type { TokenSet } from "../../types/account.js";
import type { FetchLike } from "../../types/providers.js";
import { readAnswer } from "./read-answer.js";

/** Some APIs refuse a request that does not say who asks. */
const userAgent = "latchkey";

export interface BearerRequest {
  url: URL | string;
  tokens: TokenSet;
  fetch: FetchLike;
  method?: "GET" | "POST";
  headers?: Readonly<Record<string, string>>;
}

/** Asks an API in the name of the person (RFC 6750, section 2.1). */
export function fetchWithBearer(request: BearerRequest): Promise<Response> {
  return request.fetch(request.url, {
    method: request.method ?? "GET",
    headers: {
      accept: "application/json",
      authorization: `Bearer ${request.tokens.access_token ?? ""}`,
      "user-agent": userAgent,
      ...request.headers,
    },
  });
}

/** The same, for the JSON object the API answers with. */
export async function askWithBearer(request: BearerRequest): Promise<Record<string, unknown>> {
  return readAnswer(await fetchWithBearer(request));
}
