import type { Adapter } from "../../types/adapter.js";

/** One case of the suite. */
export interface AdapterCase {
  /** A sentence that begins with the ids of the statements it proves. */
  name: string;
  /** Why it can't run: an optional method is missing, or `except` names it. */
  skip?: string;
  /** Resolves if the adapter passes, rejects with the difference if not. */
  run(): Promise<void>;
}

export interface SuiteOptions {
  /** Returns an id of a user that doesn't exist, in the store's form. @default a random UUID */
  unknownId?: () => string;
  /** Your own fields of a user, with values for a test user. */
  extraUserFields?: Record<string, unknown>;
  /** Cases to skip: part of the name, and the reason. */
  except?: Record<string, string>;
}

type Method = Exclude<keyof Adapter, "records">;

/** An adapter that is known to have some optional methods. */
export type With<Name extends Method> = Adapter & Required<Pick<Adapter, Name>>;

/** The adapter under test, and the suite's options. */
export interface Subject {
  adapter: Adapter;
  options: SuiteOptions;
}

export type CaseMaker = (subject: Subject) => AdapterCase;

/** Defines a case and the methods that it needs. */
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
