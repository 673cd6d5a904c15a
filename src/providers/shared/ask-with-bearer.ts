import type { TokenSet } from "../../types/account.js";
import type { FetchLike } from "../../types/providers.js";
import { readAnswer } from "./read-answer.js";

/** Some APIs refuse requests without a user agent. */
const userAgent = "latchkey";

export interface BearerRequest {
  url: URL | string;
  tokens: TokenSet;
  fetch: FetchLike;
  method?: "GET" | "POST";
  headers?: Readonly<Record<string, string>>;
}

/** Calls an API with the user's access token (RFC 6750, section 2.1). */
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

/** Like `fetchWithBearer`, for the JSON object in the response. */
export async function askWithBearer(request: BearerRequest): Promise<Record<string, unknown>> {
  return readAnswer(await fetchWithBearer(request));
}
