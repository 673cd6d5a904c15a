import type { RequestHost } from "../actions/context.js";
import type { Plugin, PluginDefinition } from "../core/plugin.js";
import { appMaker } from "../core/plugins/app.js";
import { foldPlugins } from "../core/plugins/fold.js";
import type { PluginHost } from "../core/plugins/host.js";
import { measurer } from "../core/plugins/measure.js";
import { observers } from "../core/plugins/observers.js";
import { lazyKeeper } from "../core/records/lazy-keeper.js";
import { pluginHost } from "../symbols.js";

/** Loads what most requests don't need when one does. */
const host: PluginHost & RequestHost = {
  setUp(given, parts) {
    const plugins = foldPlugins(given, appMaker(parts));
    const { logger } = parts;
    return { plugins, observe: observers(plugins, parts), measure: measurer(plugins, logger) };
  },
  check: async (...given) => (await import("../core/plugins/check.js")).checkPlugins(...given),
  keeperOf: lazyKeeper,
  async emitter(observe, sender) {
    const { emitter, emitterOutside } = await import("../core/plugins/emit.js");
    return { emit: sender ? emitter(observe, sender) : emitterOutside(observe) };
  },
  contextFor: async (bound, context) =>
    (await import("../actions/plugin-context.js")).pluginContext(bound, context),
  runRoute: async (...given) => (await import("../actions/plugin-route.js")).runRoute(...given),
  passStages: async (...given) => (await import("../accounts/stages.js")).passStages(...given),
  endParked: async (...given) => (await import("../accounts/parked.js")).endParked(...given),
};

/**
 * Makes a plugin that an application can put into `plugins`. It brings along what runs plugins, which is in no
 * bundle without one.
 */
/* @__NO_SIDE_EFFECTS__ */
export function definePlugin<Name extends string, Adds = unknown>(
  plugin: PluginDefinition<Name, Adds>,
): Plugin<Name, Adds> {
  return { ...plugin, [pluginHost]: host };
}
