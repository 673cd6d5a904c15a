import type { AuthConfig } from "../../core/auth-config.js";
import type { Plugin } from "../../core/plugin.js";
import type { Language } from "../../types/language.js";

/** One case of the suite for plugins. */
export interface PluginCase {
  /** A sentence that says what the plugin does. */
  readonly name: string;
  /** Why it can't run, if it can't. */
  readonly skip?: string;
  /** Resolves if the plugin passes, rejects with the difference if not. */
  run(): Promise<void>;
}

export interface PluginSuiteOptions {
  /** Plugins that it needs, or must work with. @default none */
  readonly with?: readonly Plugin[] | undefined;
  /** Further configuration: providers, callbacks, a provider's options. @default none */
  readonly config?: Partial<Omit<AuthConfig, "plugins" | "adapter" | "raw">> | undefined;
  /**
   * Names of fields that its routes read, in addition to those in the forms of its pages. @default
   * none
   */
  readonly fields?: readonly string[] | undefined;
  /** Its texts in English, and the languages that translate them. @default none */
  readonly texts?:
    | { readonly english: object; readonly languages: readonly Language[] }
    | undefined;
  /** Cases to skip: part of the name, and the reason. */
  readonly except?: Readonly<Record<string, string>> | undefined;
}

/** The plugin under test, and the suite's options. */
export interface Subject {
  readonly plugin: Plugin;
  readonly options: PluginSuiteOptions;
}

export type CaseMaker = (subject: Subject) => PluginCase;

/** A case that fails with the problems that `work` finds. */
export function define(
  name: string,
  work: (subject: Subject) => Promise<readonly string[]>,
): CaseMaker {
  return (subject) => {
    const { plugin, options } = subject;
    const skip = Object.entries(options.except ?? {}).find(([part]) => name.includes(part))?.[1];
    return {
      name,
      ...(skip !== undefined && { skip }),
      async run() {
        const lines = new Set((await work(subject)).map((problem) => `- ${problem}`));
        if (lines.size === 0) return;
        throw new Error(`The plugin ${JSON.stringify(plugin.name)}:\n${[...lines].join("\n")}`);
      },
    };
  };
}
