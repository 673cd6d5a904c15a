import { isRecord } from "./record.js";

/**
 * The JSON object of a provider's response. An error names the status and the host, never the body,
 * which may contain tokens.
 */
export async function readAnswer(response: Response): Promise<Record<string, unknown>> {
  const answer: unknown = await response.json().catch(() => undefined);
  if (response.ok && isRecord(answer)) return answer;
  const host = URL.canParse(response.url) ? new URL(response.url).host : "The provider";
  throw new Error(`${host} responded with status ${response.status}, not with a JSON object`);
}
