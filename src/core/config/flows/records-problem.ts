import type { Store } from "../../../types/store.js";
import { InvalidConfiguration, type AuthError } from "../../errors/errors.js";
import { completion, missingRecords } from "../../records/of.js";

interface Wanted {
  readonly id: string;
  /** Adapter methods of earlier versions. What they stored would no longer be found. */
  readonly former: readonly string[];
  /** Why records are needed: "stores passwords". */
  readonly why?: string;
}

/** What the adapter lacks for a flow with tables. */
export async function recordsProblem(
  store: Store,
  { id, former, why }: Wanted,
): Promise<AuthError | undefined> {
  const provider = `the provider ${JSON.stringify(id)}`;
  const lacking = await store.missing(former);
  const found = former.filter((method) => !lacking.includes(method));
  if (found.length > 0) {
    return new InvalidConfiguration(
      `The adapter has ${found.join(", ")}, which ${provider} no longer calls: it uses \`records\`. Run \`npx latchkey migrate\`, copy your rows to its table, and remove these methods. ${completion}`,
    );
  }
  if (why === undefined || (await store.keepsRecords())) return undefined;
  return missingRecords("records", `for ${provider}, which ${why}`);
}
