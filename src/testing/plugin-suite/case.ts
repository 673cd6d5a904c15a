import type { Plugin } from "../../core/plugin.js";
import type { AuthConfig } from "../../types/config.js";
import type { Language } from "../../types/language.js";

/** One case of the suite for plugins. */
export interface PluginCase {
  /** A sentence about what the plugin does. */
  readonly name: string;
  /** Why it can't run, if so. */
  readonly skip?: string;
  /** Resolves when the plugin behaves, rejects with what it did otherwise. */
  run(): Promise<void>;
}

export interface PluginSuiteOptions {
  /** Other plugins it must work with, and those it needs. @default none */
  readonly with?: readonly Plugin[] | undefined;
  /** Anything else of the configuration: providers, callbacks, a provider's options. @default none */
  readonly config?: Partial<Omit<AuthConfig, "plugins" | "adapter" | "raw">> | undefined;
  /** Names of fields that its routes read, beside those in the forms of its pages. @default none */
  readonly fields?: readonly string[] | undefined;
  /** Its texts in English, and the languages that have them under its name. @default none */
  readonly texts?:
    | { readonly english: object; readonly languages: readonly Language[] }
    | undefined;
  /** Cases not to run: part of the name, and the reason. */
  readonly except?: Readonly<Record<string, string>> | undefined;
}

/** What a case runs on. */
export interface Subject {
  readonly plugin: Plugin;
  readonly options: PluginSuiteOptions;
}

export type CaseMaker = (subject: Subject) => PluginCase;

export function define(name: string, work: (subject: Subject) => Promise<void>): CaseMaker {
  return (subject) => {
    const { except = {} } = subject.options;
    const skip = Object.entries(except).find(([part]) => name.includes(part))?.[1];
    return { name, ...(skip !== undefined && { skip }), run: () => work(subject) };
  };
}

/** Fails the case with everything that is wrong. */
export function report(plugin: Plugin, problems: readonly string[]): void {
  if (problems.length === 0) return;
  const name = JSON.stringify(plugin.name);
  throw new Error(
    `The plugin ${name}:\n${[...new Set(problems)].map((one) => `- ${one}`).join("\n")}`,
  );
}
