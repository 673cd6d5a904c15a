import { MissingAdapterMethods, type AuthError } from "../errors.js";
import type { AdapterMethod, Store } from "../types/store.js";
import type { CheckedConfig } from "./check.js";

const userMethods: readonly AdapterMethod[] = [
  "createUser",
  "getUser",
  "getUserByEmail",
  "getUserByAccount",
  "updateUser",
  "linkAccount",
];
const sessionMethods: readonly AdapterMethod[] = [
  "createSession",
  "getSessionAndUser",
  "updateSession",
  "deleteSession",
];

/** Which methods the configuration can not do without. */
function neededMethods({ strategy, flows }: CheckedConfig): AdapterMethod[] {
  const stored = flows.some((flow) => flow.type !== "credentials")
    ? userMethods
    : ["getUser" as const];
  return [
    ...(strategy === "database" ? [...stored, ...sessionMethods] : []),
    ...flows.flatMap((flow) => flow.adapterMethods ?? []),
  ];
}

/** What the adapter lacks. Asked once, when the adapter is there. */
export async function findAdapterProblem(
  store: Store,
  config: CheckedConfig,
): Promise<AuthError | undefined> {
  const missing = await store.missing([...new Set(neededMethods(config))]);
  if (missing.length === 0) return undefined;
  return new MissingAdapterMethods(
    `The adapter lacks methods that this configuration needs: ${missing.join(", ")}.`,
  );
}
