import type { AdapterMethod, Store } from "../../types/store.js";
import { MissingAdapterMethods, type AuthError } from "../errors/errors.js";
import type { Flow } from "../flow.js";
import type { CheckedConfig } from "./checked.js";

/** Something the configuration allows, and the adapter methods it needs. */
interface Operation {
  readonly name: string;
  readonly methods: readonly AdapterMethod[];
}

const users: Operation = {
  name: "to find and store users",
  methods: [
    "createUser",
    "getUser",
    "getUserByEmail",
    "getUserByAccount",
    "updateUser",
    "linkAccount",
  ],
};
const knownUsers: Operation = { name: "to find users", methods: ["getUser"] };
const sessions: Operation = {
  name: "to keep sessions",
  methods: ["createSession", "getSessionAndUser", "updateSession", "deleteSession"],
};

/** The methods this configuration always needs, whichever session strategy it has. */
function operations({ strategy, flows }: CheckedConfig): Operation[] {
  const stores = flows.some((flow) => flow.type !== "credentials" || flow.adapterMethods);
  const stored = strategy === "database" ? [stores ? users : knownUsers, sessions] : [];
  return [...(stores ? [users] : []), ...stored, ...flows.map(operationOf)];
}

const operationOf = ({ id, adapterMethods = [] }: Flow): Operation => ({
  name: `to sign in with ${JSON.stringify(id)}`,
  methods: adapterMethods,
});

/** The methods the adapter lacks. Checked once, when the adapter is loaded. */
export async function findAdapterProblem(
  store: Store,
  config: CheckedConfig,
): Promise<AuthError | undefined> {
  for (const { check } of config.flows) {
    const problem = await check?.(store);
    if (problem) return problem;
  }
  const needed = operations(config);
  const missing = new Set(await store.missing(needed.flatMap(({ methods }) => methods)));
  const lacking = needed.flatMap(({ name, methods }) => {
    const lost = methods.filter((method) => missing.delete(method));
    return lost.length > 0 ? [`${name}: ${lost.join(", ")}`] : [];
  });
  if (lacking.length === 0) return undefined;
  const cure = (await store.whyMissing()) ?? "Use an adapter that has them, or add them to yours.";
  return new MissingAdapterMethods(
    `The adapter lacks methods that this configuration needs ${lacking.join("; ")}. ${cure}`,
  );
}
