import type { WarningCode } from "../../types/logger.js";
import { asError } from "../errors/as-error.js";
import { AuthError, InvalidConfiguration, MissingAdapter } from "../errors/errors.js";
import type { Flow } from "../flow.js";
import type { Plugin, Runtime } from "../plugin.js";
import { missingRecords } from "../records/of.js";
import { checkTable } from "../records/table.js";
import { inProduction, type Mode } from "../values/mode.js";
import { needsRecords } from "./fold.js";
import type { Bound, Plugins } from "./folded.js";

interface CheckOptions extends Mode {
  /** The providers, whose tables plugins can't declare again. */
  readonly flows: readonly Pick<Flow, "id" | "tables">[];
  readonly warnOnce: (code: WarningCode, message: () => string) => void;
}

/** What plugins need and lack, as far as only a query can tell. */
export async function checkPlugins(
  plugins: Plugins,
  runtime: Runtime,
  options: CheckOptions,
): Promise<AuthError | undefined> {
  const { needs, check } = plugins;
  const stored = needs.find(({ plugin }) => plugin.needs?.adapter !== undefined)?.plugin;
  if (stored && !runtime.store) {
    return new MissingAdapter(
      `The plugin ${JSON.stringify(stored.name)} needs an adapter: it ${stored.needs?.adapter ?? ""}. Set the option \`adapter\`, or remove the plugin.`,
    );
  }
  const problem =
    (await stateProblem(plugins, runtime, options)) ??
    tableProblem(needs, options.flows) ??
    (await recordsProblem(needs, runtime));
  if (problem) return problem;
  for (const { plugin, call } of check ?? []) {
    try {
      const found = await call(runtime);
      if (found) return found;
    } catch (error) {
      if (error instanceof AuthError) return error;
      const err = asError(error);
      const name = JSON.stringify(plugin.name);
      return new AuthError(`The plugin ${name} failed to check its set-up: ${err.message}`, {
        err,
      });
    }
  }
  return undefined;
}

/** A single process whose state is lost on exit is enough for development only. */
async function stateProblem(
  { needs }: Plugins,
  { isStateShared }: Runtime,
  { warnOnce, ...mode }: CheckOptions,
): Promise<AuthError | undefined> {
  const found = needs.find(({ plugin }) => plugin.needs?.sharedState !== undefined)?.plugin;
  if (!found || (await isStateShared())) return undefined;
  const missing = `The plugin ${JSON.stringify(found.name)} needs shared state that outlasts this process and that all processes share: it ${found.needs?.sharedState ?? ""}. Set \`sharedState\` (\`latchkey/state/sql\` or \`latchkey/state/redis\`), use an adapter that brings one and run \`npx latchkey migrate\`, or, for a single process, set \`memoryState()\`, which loses everything at a restart`;
  if (mode.production) return new InvalidConfiguration(inProduction(mode, `${missing}.`));
  warnOnce("shared-state-missing", () => `${missing}. In production, this is an error.`);
  return undefined;
}
async function recordsProblem(
  needs: readonly Bound[],
  { store }: Runtime,
): Promise<AuthError | undefined> {
  for (const { plugin } of needs) {
    const why = needsRecords(plugin);
    if (why === undefined || (await store?.keepsRecords())) continue;
    const whose = `for the plugin ${JSON.stringify(plugin.name)}, which ${why}`;
    return missingRecords(store ? "records" : "adapter", whose);
  }
  return undefined;
}

function tableProblem(
  needs: readonly Bound[],
  flows: CheckOptions["flows"],
): AuthError | undefined {
  const owners = new Map(flows.flatMap(({ id, tables = [] }) => tables.map((t) => [t.name, id])));
  for (const { plugin } of needs) {
    for (const table of plugin.tables ?? []) {
      const why = nameProblem(plugin, table.name, owners.get(table.name)) ?? shapeProblem(table);
      if (why !== undefined) {
        return new InvalidConfiguration(`The plugin ${JSON.stringify(plugin.name)}: ${why}`);
      }
      owners.set(table.name, plugin.name);
    }
  }
  return undefined;
}

/** Without the plugin's name as prefix, it would eventually collide with a table of the app. */
function nameProblem(
  plugin: Pick<Plugin, "name">,
  name: string,
  owner: string | undefined,
): string | undefined {
  if (owner !== undefined) return `the table ${name} is declared by ${JSON.stringify(owner)}, too.`;
  const prefix = plugin.name.replaceAll("-", "_");
  if (name === prefix || name.startsWith(`${prefix}_`)) return undefined;
  return `the table ${name} must be called ${prefix}, or begin with ${prefix}_.`;
}

function shapeProblem(table: Parameters<typeof checkTable>[0]): string | undefined {
  try {
    checkTable(table);
    return undefined;
  } catch (error) {
    return asError(error).message;
  }
}
