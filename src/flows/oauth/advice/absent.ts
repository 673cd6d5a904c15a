import type { Finding } from "../../../types/finding.js";

/** For edge bundles: the log contains the provider's response without advice. */
export function findAdvice(): undefined {
  return undefined;
}

/** No doctor either. */
export function examineProvider(): Promise<readonly Finding[]> {
  return Promise.resolve([]);
}
