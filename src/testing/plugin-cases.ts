import type { Plugin } from "../core/plugin.js";
import { refuseUnlessDevelopment } from "../dev/refuse.js";
import { applicationCases } from "./plugin-suite/applications.js";
import type { PluginCase, PluginSuiteOptions } from "./plugin-suite/case.js";
import { routeCases } from "./plugin-suite/routes.js";
import { setUpCases } from "./plugin-suite/set-up.js";
import { textCases } from "./plugin-suite/texts.js";

export type { PluginCase, PluginSuiteOptions } from "./plugin-suite/case.js";

/**
 * What the contract asks of every plugin, as a list of named cases for any test runner. Each has an application of its own
 * in memory, so all can run at once.
 *
 * ```ts
 * // vitest
 * for (const { name, skip, run } of pluginCases(officeHours())) test.skipIf(skip)(name, run);
 * // node:test
 * for (const { name, skip, run } of pluginCases(officeHours())) test(name, { skip }, run);
 * ```
 */
export function pluginCases(plugin: Plugin, options: PluginSuiteOptions = {}): PluginCase[] {
  refuseUnlessDevelopment("latchkey/testing");
  const subject = { plugin, options };
  return [...setUpCases, ...routeCases, ...applicationCases, ...textCases].map((makeCase) =>
    makeCase(subject),
  );
}
