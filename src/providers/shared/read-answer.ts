import { isRecord } from "./record.js";

/**
 * The JSON object a provider answered with. The error names the status and the host, never the
 * body, which may hold tokens.
 */
export async function readAnswer(response: Response): Promise<Record<string, unknown>> {
  const answer: unknown = await response.json().catch(() => undefined);
  if (response.ok && isRecord(answer)) return answer;
  const host = URL.canParse(response.url) ? new URL(response.url).host : "The provider";
  throw new Error(`${host} was expected to answer with a JSON object; it sent ${response.status}`);
}
