import type { AuditSink, Tell } from "../../types/events.js";
import type { Measure } from "../../types/measure.js";
import { pluginHost } from "../../types/symbols.js";
import { InvalidConfiguration } from "../errors/errors.js";
import type { recordsBinder } from "../records/bound.js";
import type { AppParts } from "./app.js";
import type { checkPlugins } from "./check.js";
import type { Sender } from "./emit.js";
import { isRecord } from "../values/json.js";
import { noPlugins, type Plugins } from "./folded.js";

/** The running plugins of a configuration. */
export interface SetUp {
  readonly plugins: Plugins;
  /** Emits an event to all observers. Undefined if there are none. */
  readonly observe: AuditSink | undefined;
  /** Measures requests and calls. Undefined without a telemetry plugin. */
  readonly measure: Measure | undefined;
}

/** The plugin runtime. Plugins bring it with them, so a configuration without plugins doesn't contain it. */
export interface PluginHost {
  readonly setUp: (given: unknown, parts: AppParts) => SetUp;
  check(...given: Parameters<typeof checkPlugins>): ReturnType<typeof checkPlugins>;
  readonly recordsFor: typeof recordsBinder;
  /** Emits events of a request, or outside of one. */
  emitter(observe: AuditSink, sender?: Sender): Tell;
}

/** The runtime of the first plugin in a list. All of one version are the same. */
export function hostOf(given: unknown): PluginHost | null {
  const plugins: readonly unknown[] = Array.isArray(given) ? given : [];
  for (const plugin of plugins) {
    if (typeof plugin !== "object" || plugin === null || !(pluginHost in plugin)) continue;
    if (isHost(plugin[pluginHost])) return plugin[pluginHost];
  }
  return null;
}

/** For a configuration whose plugins bring no runtime: there are none, or one isn't a plugin. */
export function withoutHost(given: unknown): SetUp {
  const setUp = { plugins: noPlugins, observe: undefined, measure: undefined };
  if (given === undefined || (Array.isArray(given) && given.length === 0)) return setUp;
  const problem = new InvalidConfiguration(
    '`plugins` must be a list of plugins. Import the function from "latchkey/plugins/NAME" and put what it returns into the list; wrap a plugin of your own in `definePlugin`.',
  );
  return { ...setUp, plugins: { ...noPlugins, problem } };
}

function isHost(value: unknown): value is PluginHost {
  return isRecord(value) && "setUp" in value && "recordsFor" in value;
}
