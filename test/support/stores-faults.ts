import type { Adapter } from "latchkey/adapters";

/** A way in which a method of a store goes wrong. */
export interface Fault {
  readonly name: string;
  /** Whether the caller gets an answer at all, if a wrong one. */
  readonly answers: boolean;
  /** `work` is what the method does when it is well. */
  readonly apply: (work: () => unknown) => unknown;
}

const lost = () => new Error("connection lost");

/** Does its work, then gives something else. */
const giving = (name: string, value: () => unknown): Fault => ({
  name,
  answers: true,
  apply: async (work) => {
    await work();
    return value();
  },
});

export const faults: readonly Fault[] = [
  {
    name: "throws an Error",
    answers: false,
    apply: () => {
      throw lost();
    },
  },
  {
    name: "throws a text",
    answers: false,
    // The one way to throw a text that isn't an Error without writing it.
    apply: () => AbortSignal.abort("connection lost").throwIfAborted(),
  },
  { name: "rejects", answers: false, apply: () => Promise.reject(lost()) },
  { name: "never settles", answers: false, apply: () => new Promise(() => undefined) },
  {
    name: "does its work, then rejects",
    answers: false,
    apply: async (work) => {
      await work();
      throw lost();
    },
  },
  giving("gives undefined", () => undefined),
  giving("gives a number", () => 7),
  giving("gives an empty object", () => ({})),
];

/** What goes wrong now, and what was called. */
export interface Control {
  method: string | undefined;
  fault: Fault | undefined;
  readonly calls: Set<string>;
}

/** An adapter that goes wrong as `control` says, inside of transactions too. */
export function faulty(adapter: Adapter, control: Control): Adapter {
  const run = (name: string, work: () => unknown): unknown => {
    control.calls.add(name);
    return control.method === name && control.fault ? control.fault.apply(work) : work();
  };
  return new Proxy(adapter, {
    get(target, key) {
      const real: unknown = Reflect.get(target, key);
      if (typeof real !== "function" || typeof key !== "string") return real;
      if (key === "transaction") {
        return (work: (inner: Adapter) => Promise<unknown>) =>
          run(key, () => target.transaction?.((inner) => work(faulty(inner, control))));
      }
      return (...args: unknown[]) => run(key, (): unknown => Reflect.apply(real, target, args));
    },
  });
}
