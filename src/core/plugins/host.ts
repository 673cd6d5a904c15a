import { InvalidConfiguration } from "../../errors.js";
import { pluginHost } from "../../symbols.js";
import type { AuditSink, Tell } from "../../types/events.js";
import type { Measure } from "../../types/measure.js";
import type { AppParts } from "./app.js";
import type { checkPlugins } from "./check.js";
import type { Sender } from "./emit.js";
import { noPlugins, type Plugins } from "./folded.js";
import type { lazyKeeper } from "../records/lazy-keeper.js";

/** The plugins of a configuration at work. */
export interface SetUp {
  readonly plugins: Plugins;
  /** Tells everyone who observes of an event. Undefined when nobody does. */
  readonly observe: AuditSink | undefined;
  /** Measures requests and calls. Undefined when nobody does. */
  readonly measure: Measure | undefined;
}

/** What runs plugins. They bring it along: a configuration without plugins doesn't hold it. */
export interface PluginHost {
  readonly setUp: (given: unknown, parts: AppParts) => SetUp;
  check(...given: Parameters<typeof checkPlugins>): ReturnType<typeof checkPlugins>;
  readonly keeperOf: typeof lazyKeeper;
  /** Emits events of a request, or what happens outside of one. */
  emitter(observe: AuditSink, sender: Sender | undefined): Promise<{ readonly emit: Tell }>;
}

/** That of the first plugin in a list. All of one version are the same. */
export function hostOf(given: unknown): PluginHost | null {
  const plugins: readonly unknown[] = Array.isArray(given) ? given : [];
  for (const plugin of plugins) {
    if (typeof plugin !== "object" || plugin === null || !(pluginHost in plugin)) continue;
    if (isHost(plugin[pluginHost])) return plugin[pluginHost];
  }
  return null;
}

/** What a configuration has whose plugins bring no host: nothing, or something that is no plugin. */
export function withoutHost(given: unknown): SetUp {
  const setUp = { plugins: noPlugins, observe: undefined, measure: undefined };
  if (given === undefined || (Array.isArray(given) && given.length === 0)) return setUp;
  const problem = new InvalidConfiguration(
    '`plugins` must be a list of plugins, such as `plugins: [twoFactor()]`. Import the function from "latchkey/plugins/NAME" and put what it returns into the list; wrap a plugin of your own in `definePlugin`.',
  );
  return { ...setUp, plugins: { ...noPlugins, problem } };
}

function isHost(value: unknown): value is PluginHost {
  return typeof value === "object" && value !== null && "setUp" in value && "keeperOf" in value;
}
