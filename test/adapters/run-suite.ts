import { expect, test } from "vitest";
import { adapterCases } from "../../src/adapters/suite.js";
import type { SuiteOptions } from "../../src/adapters/suite.js";
import type { Adapter } from "../../src/adapters/index.js";

interface Options extends SuiteOptions {
  /** The cases that this store can not run, each by a part of its name; all others must run. */
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
