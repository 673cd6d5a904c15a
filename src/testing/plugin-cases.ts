import type { Plugin } from "../core/plugin.js";
import { isRecord } from "../core/values/json.js";
import { refuseUnlessDevelopment } from "../dev/refuse.js";
import { applicationCases } from "./plugin-suite/applications.js";
import { define, type PluginCase, type PluginSuiteOptions } from "./plugin-suite/case.js";
import { routeCases } from "./plugin-suite/routes.js";
import { setUpCases } from "./plugin-suite/set-up.js";

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
  const makers = [...setUpCases, ...routeCases, ...applicationCases, textCase];
  return makers.map((makeCase) => makeCase(subject));
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

const textCase = define("its texts exist in every language that it has", (subject) => {
  const { plugin, options } = subject;
  const { english = {}, languages = [] } = options.texts ?? {};
  const problems = languages.flatMap((language) =>
    lacking(english, Reflect.get(language, plugin.name), `${language.tag}: ${plugin.name}`),
  );
  return Promise.resolve(problems);
});

export type { PluginCase, PluginSuiteOptions } from "./plugin-suite/case.js";
