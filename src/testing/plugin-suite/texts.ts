import { isRecord } from "../../json.js";
import { define, report, type CaseMaker } from "./case.js";

/** Texts that a translation lacks, or has in another form. */
function lacking(english: object, translated: unknown, path: string): readonly string[] {
  return Object.entries(english).flatMap(([name, text]: [string, unknown]) => {
    const other: unknown = isRecord(translated) ? translated[name] : undefined;
    const at = `${path}.${name}`;
    if (isRecord(text)) return lacking(text, other, at);
    if (typeof other === typeof text && other !== "") return [];
    return [other === undefined ? `${at} is missing` : `${at} is not a ${typeof text}`];
  });
}

export const textCases: readonly CaseMaker[] = [
  define("its texts exist in every language that it has", async ({ plugin, options }) => {
    const { english = {}, languages = [] } = options.texts ?? {};
    const problems = languages.flatMap((language) =>
      lacking(english, Reflect.get(language, plugin.name), `${language.tag}: ${plugin.name}`),
    );
    report(plugin, problems);
    return Promise.resolve();
  }),
];
