import type { Adapter } from "../../types/adapter.js";

/** One case of the suite. */
export interface AdapterCase {
  /** A sentence that begins with the numbers of the statements it proves. */
  name: string;
  /** Why it can not run, if so: an optional method is missing, or the suite was told so. */
  skip?: string;
  /** Resolves when the adapter behaves, rejects with what it did otherwise. */
  run(): Promise<void>;
}

export interface SuiteOptions {
  /** An id in the form the store uses, of a user it does not have. Default: a random UUID. */
  unknownId?: () => string;
  /** Fields of your own that the store keeps with a user, with values for a test user. */
  extraUserFields?: Record<string, unknown>;
  /** Cases not to run: part of the name, and the reason. */
  except?: Record<string, string>;
}

type Method = Exclude<keyof Adapter, "records">;

/** An adapter of which some methods are known to exist. */
export type With<Name extends Method> = Adapter & Required<Pick<Adapter, Name>>;

/** What a case runs on. */
export interface Subject {
  adapter: Adapter;
  options: SuiteOptions;
}

export type CaseMaker = (subject: Subject) => AdapterCase;

/** Describes a case by the methods it can not do without. */
export function define<Name extends Method>(
  name: string,
  methods: readonly Name[],
  work: (adapter: With<Name>, options: SuiteOptions) => Promise<void>,
): CaseMaker {
  return ({ adapter, options }) => {
    const reason = exceptionOf(name, options) ?? missingMethods(adapter, methods);
    return {
      name,
      ...(reason === undefined ? {} : { skip: reason }),
      async run() {
        if (!has(adapter, methods)) throw new Error(missingMethods(adapter, methods));
        await work(adapter, options);
      },
    };
  };
}

function has<Name extends Method>(
  adapter: Adapter,
  methods: readonly Name[],
): adapter is With<Name> {
  return methods.every((method) => typeof adapter[method] === "function");
}

function missingMethods(adapter: Adapter, methods: readonly Method[]): string | undefined {
  const missing = methods.filter((method) => typeof adapter[method] !== "function");
  return missing.length === 0 ? undefined : `The adapter has no ${missing.join(", ")}`;
}

function exceptionOf(name: string, { except = {} }: SuiteOptions): string | undefined {
  return Object.entries(except).find(([part]) => name.includes(part))?.[1];
}
