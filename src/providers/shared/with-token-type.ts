import { jsonResponse } from "./json-response.js";
import { isRecord } from "./record.js";

/**
 * Mends a token response without the required `token_type` (RFC 6749, section 5.1), or with
 * members that are null instead of absent. Anything but a success is left as it is.
 */
export async function withTokenType(response: Response): Promise<Response | undefined> {
  const answer: unknown = await response
    .clone()
    .json()
    .catch(() => undefined);
  if (!response.ok || !isRecord(answer) || typeof answer["access_token"] !== "string") return;
  const present = Object.entries(answer).filter(([, value]) => value !== null);
  return jsonResponse({ token_type: "bearer", ...Object.fromEntries(present) });
}
