import type { Parts } from "../config/parts.js";
import { asError } from "../thrown.js";
import type { AuthConfig } from "../types/config.js";
import type { Finding } from "../types/finding.js";

const about = "tables";

/** What of the tables will fail for some users, where the adapter can tell. */
export async function examineTables(
  { plugins, providers }: AuthConfig,
  { store }: Pick<Parts, "store">,
): Promise<Finding[]> {
  try {
    const { warnings = [] } = (await store?.examineTables({ plugins, providers })) ?? {};
    return warnings.map((message) => ({ level: "warning", about, message }));
  } catch (thrown) {
    return [{ level: "error", about, message: asError(thrown).message }];
  }
}
