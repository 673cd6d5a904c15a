import { pluginHost } from "../../types/symbols.js";
import type { RequestHost } from "../actions/context.js";
import { once } from "../async/once.js";
import { tellFailure } from "../events/tell-failure.js";
import type { Plugin, PluginDefinition } from "../plugin.js";
import { appMaker } from "../plugins/app.js";
import { checkPlugins } from "../plugins/check.js";
import { emitter } from "../plugins/emit.js";
import { foldPlugins } from "../plugins/fold.js";
import type { PluginHost } from "../plugins/host.js";
import { measurer } from "../plugins/measure.js";
import { observers } from "../plugins/observers.js";
import { recordsBinder } from "../records/bound.js";
import { observeSessionStart } from "../sign-in/session-started.js";
import type { MeasuringHost } from "./engine.js";
import { measured } from "./measured.js";

const requests = once(() => import("../actions/plugin-requests.js"));

const host: PluginHost & RequestHost & MeasuringHost = {
  setUp(given, parts) {
    const plugins = foldPlugins(given, appMaker(parts));
    const { logger } = parts;
    return { plugins, observe: observers(plugins, parts), measure: measurer(plugins, logger) };
  },
  check: checkPlugins,
  recordsFor: recordsBinder,
  emitter,
  contextFor: async (...given) => (await requests()).pluginContext(...given),
  runRoute: async (...given) => (await requests()).runRoute(...given),
  passStages: async (...given) => (await requests()).passStages(...given),
  endParked: async (...given) => (await requests()).endParked(...given),
  endWithPlugins: async (...given) => (await requests()).endWithPlugins(...given),
  tellSignOut: async (...given) => (await requests()).tellSignOut(...given),
  observeSessionStart,
  tellFailure,
  measured,
};

/**
 * Creates a plugin for the option `plugins`. It brings the plugin runtime with it, so bundles without plugins
 * don't contain it.
 */
/* @__NO_SIDE_EFFECTS__ */
export function definePlugin<Name extends string, Adds = unknown>(
  plugin: PluginDefinition<Name, Adds>,
): Plugin<Name, Adds> {
  return { ...plugin, [pluginHost]: host };
}
