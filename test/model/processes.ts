import { pathToFileURL } from "node:url";
import { customFetch } from "latchkey";
import { bundleSources } from "../support/bundle-sources.js";
import type { TestConfig } from "../support/config.js";
import type * as Library from "./library.js";

/** The library as a process of its own has it: it remembers nothing of what the others know. */
export type Process = typeof Library;

export const processCount = 2;

let started: Promise<readonly Process[]> | undefined;

/** The same for all worlds: each has a secret of its own. */
export function startProcesses(): Promise<readonly Process[]> {
  return (started ??= startAll());
}

async function startAll(): Promise<readonly Process[]> {
  const library = new URL("./library.ts", import.meta.url);
  const all: Process[] = [];
  for (let index = 0; index < processCount; index++) {
    const file = await bundleSources(library, `bundled-library-${index}`);
    const loaded: unknown = await import(pathToFileURL(file).href);
    if (!isLibrary(loaded)) throw new Error("The library was not loaded.");
    all.push(loaded);
  }
  return all;
}

function isLibrary(value: unknown): value is Process {
  return typeof value === "object" && value !== null && "Auth" in value && "manage" in value;
}

/** The configuration for one of them, which has symbols of its own. */
export function configFor(config: TestConfig, process: Process): TestConfig {
  const providers = config.providers.map((provider) => {
    const answer: unknown = Reflect.get(provider, customFetch);
    if (typeof provider === "function" || answer === undefined) return provider;
    const own = { ...provider };
    Reflect.set(own, process.customFetch, answer);
    return own;
  });
  return { ...config, providers };
}
