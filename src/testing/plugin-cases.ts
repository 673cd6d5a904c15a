import type { Plugin } from "../core/plugin.js";
import { refuseUnlessDevelopment } from "../dev/refuse.js";
import { applicationCases } from "./plugin-suite/applications.js";
import {
  type PluginCase,
  type PluginSuiteOptions,
  define,
  report,
  type CaseMaker,
} from "./plugin-suite/case.js";
import { routeCases } from "./plugin-suite/routes.js";
import { setUpCases } from "./plugin-suite/set-up.js";
import { isRecord } from "../core/values/json.js";

/**
 * Returns the contract suite for plugins, as a list of named cases for any test runner. Each case
 * has its own application in memory, so all can run at once.
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

/** Texts that a translation lacks or has in another form. */
function lacking(english: object, translated: unknown, path: string): readonly string[] {
  return Object.entries(english).flatMap(([name, text]: [string, unknown]) => {
    const other: unknown = isRecord(translated) ? translated[name] : undefined;
    const at = `${path}.${name}`;
    if (isRecord(text)) return lacking(text, other, at);
    if (typeof other === typeof text && other !== "") return [];
    return [other === undefined ? `${at} is missing` : `${at} is not a ${typeof text}`];
  });
}

const textCases: readonly CaseMaker[] = [
  define("its texts exist in every language that it has", async ({ plugin, options }) => {
    const { english = {}, languages = [] } = options.texts ?? {};
    const problems = languages.flatMap((language) =>
      lacking(english, Reflect.get(language, plugin.name), `${language.tag}: ${plugin.name}`),
    );
    report(plugin, problems);
    return Promise.resolve();
  }),
];

export type { PluginCase, PluginSuiteOptions } from "./plugin-suite/case.js";
