import type { Finding } from "../../../types/finding.js";

/** For bundles of edge functions: the log says what a provider answered, and nothing on top. */
export function findAdvice(): undefined {
  return undefined;
}

/** There is no doctor either. */
export function examineProvider(): Promise<readonly Finding[]> {
  return Promise.resolve([]);
}
