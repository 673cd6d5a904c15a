import type { SharedState } from "latchkey/types";
import { faults, type Control, type Fault } from "./stores-faults.js";

/** Milliseconds until a state that is late has answered. */
export const lateness = 150;
const pause = () => new Promise((wake) => setTimeout(wake, lateness));

/** As those of a store; and a state may be late, and answer what isn't of its kind. */
export const stateFaults: readonly Fault[] = [
  ...faults,
  {
    name: "does its work, and answers too late",
    answers: false,
    apply: async (work) => {
      const answer = await work();
      await pause();
      return answer;
    },
  },
  {
    name: "does its work too late",
    answers: false,
    apply: async (work) => {
      await pause();
      return work();
    },
  },
  {
    name: "rejects too late",
    answers: false,
    apply: async () => {
      await pause();
      throw new Error("connection lost");
    },
  },
  ...[null, "yes", NaN, -1, [], [7], [{}], ["one", "two"]].map((value): Fault => ({
    name: `gives ${typeof value === "number" ? String(value) : JSON.stringify(value)}`,
    answers: true,
    apply: async (work) => {
      await work();
      return value;
    },
  })),
];

export const operations = ["get", "set", "take", "increment", "delete"] as const;
export type Operation = (typeof operations)[number];

/** A shared state that goes wrong as `control` says. */
export function faultyState(state: SharedState, control: Control): SharedState {
  return new Proxy(state, {
    get(target, key) {
      const real: unknown = Reflect.get(target, key);
      if (typeof real !== "function" || typeof key !== "string") return real;
      return (...args: unknown[]): unknown => {
        control.calls.add(key);
        const work = (): unknown => Reflect.apply(real, target, args);
        return control.method === key && control.fault ? control.fault.apply(work) : work();
      };
    },
  });
}
