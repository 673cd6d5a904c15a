import type { Finding } from "../../types/finding.js";
import type { Store } from "../../types/store.js";
import { sharedMap } from "../async/shared-map.js";
import type { KeyRing } from "../crypto/keys.js";
import type { Flow } from "../flow.js";
import type { Runtime, StoredRuntime } from "../plugin.js";
import { noRecords } from "../records/none.js";
import type { Plugins } from "./folded.js";

/** The same without what plugins find in the store. */
export type Parts = Omit<Runtime, "records">;

/** What plugins get from a store. In a transaction, records are part of it. */
export function runtimeOf({ store, state, isStateShared, endSessions }: Parts): Runtime {
  return { store, state, isStateShared, endSessions, records: recordsIn(store) };
}

export function recordsIn(store: Store | null): Runtime["records"] {
  return store?.records ?? noRecords;
}

/** What plugins of this library may use from the core, with or without a request. */
export interface CoreParts {
  readonly keys: KeyRing;
  readonly flows: ReadonlyMap<string, Flow>;
}

const cores = sharedMap<StoredRuntime, CoreParts>("runtimes");

/** Lets plugins of this library find these parts of the core with `partsOf`. */
export function withParts<R extends StoredRuntime>(runtime: R, { keys, flows }: CoreParts): R {
  cores.set(runtime, { keys, flows });
  return runtime;
}

export function partsOf(runtime: StoredRuntime): CoreParts {
  const parts = cores.get(runtime);
  if (parts) return parts;
  throw new TypeError("This plugin runtime wasn't created by the engine.");
}

/** What plugins report about themselves. */
export async function examinePlugins(
  { examine }: Plugins,
  parts: Parts,
  core: CoreParts,
): Promise<readonly Finding[]> {
  const runtime = withParts(runtimeOf(parts), core);
  return (await Promise.all((examine ?? []).map(({ call }) => call(runtime)))).flat();
}

/** Whether signing in takes two factors of a user. Null if no plugin decides that. */
export function twoFactorCheck(
  { takesTwoFactors }: Plugins,
  runtime: StoredRuntime,
): ((userId: string) => Promise<boolean>) | null {
  if (!takesTwoFactors) return null;
  return async (userId) => {
    for (const { call } of takesTwoFactors) if (await call(runtime, userId)) return true;
    return false;
  };
}
