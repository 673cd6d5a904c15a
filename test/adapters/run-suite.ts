import { expect, test } from "vitest";
import { adapterCases, recordCases } from "../../src/adapters/suite/index.js";
import type { SuiteOptions } from "../../src/adapters/suite/index.js";
import { stateCases } from "../../src/adapters/suite/state.js";
import type { Adapter } from "../../src/adapters/index.js";
import { MemoryAdapter } from "../../src/adapters/memory/index.js";
import { memoryState } from "../../src/core/state/memory.js";
import { stateOfAdapter } from "../../src/core/state/adapter-state.js";
import type { SharedState } from "../../src/types/state.js";

interface Options extends SuiteOptions {
  /** The cases that this store can't run, each by a part of its name; all others must run. */
  leavesOut?: readonly string[];
}

/** Declares one test for each case of the compatibility suite. */
export function runSuite(
  adapter: Adapter | (() => Adapter),
  { leavesOut = [], ...options }: Options = {},
): void {
  const cases = adapterCases(adapter, options);
  const runnable = cases.filter(({ skip }) => skip === undefined);
  for (const { name, run } of runnable) test(name, run);

  test(`runs every case${leavesOut.length > 0 ? ` but ${leavesOut.join(", ")}` : ""}`, () => {
    const expected = cases.filter(({ name }) => !leavesOut.some((part) => name.includes(part)));
    expect(runnable.map(({ name }) => name)).toEqual(expected.map(({ name }) => name));
  });
}

interface RunOptions extends SuiteOptions {
  /** Part of the name of what this store can't do; everything else must run. */
  readonly leavesOut?: string;
}

/** Declares a test for each case of records. The adapter is there once the tests run. */
export function runRecords(
  adapter: () => Adapter,
  { leavesOut, ...options }: RunOptions = {},
): void {
  const all = recordCases(MemoryAdapter()).map(({ name }) => name);
  const names = all.filter((name) => leavesOut === undefined || !name.includes(leavesOut));
  const cases = () => recordCases(adapter(), options);
  for (const name of names) {
    test(name, () =>
      cases()
        .find((one) => one.name === name)
        ?.run(),
    );
  }
  test(`runs every case${leavesOut === undefined ? "" : ` but those of ${leavesOut}`}`, () => {
    const runnable = cases().filter(({ skip }) => skip === undefined);
    expect(runnable.map(({ name }) => name)).toEqual(names);
  });
}

/** Declares a test for each case of shared state, which these adapters bring, each as a process of its own has it. */
export function runState(...adapters: readonly (() => Adapter)[]): void {
  const states = async (): Promise<[SharedState, ...SharedState[]]> => {
    const brought = await Promise.all(adapters.map((adapter) => stateOfAdapter(adapter())));
    const [first, ...others] = brought.flatMap((state) => state ?? []);
    if (!first || others.length + 1 < adapters.length) throw new Error("An adapter has no state");
    return [first, ...others];
  };
  for (const { name } of stateCases([memoryState()])) {
    test(name, async () => {
      const found = stateCases(await states()).find((one) => one.name === name);
      expect(found).toBeDefined();
      await found?.run();
    });
  }
}
