import { readFileSync, writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import type { Adapter } from "../../src/adapters/index.js";
import { adapterCases, recordCases } from "../../src/adapters/suite/index.js";
import type { SuiteOptions } from "../../src/adapters/suite/index.js";
import { stateOfAdapter } from "../../src/core/state/adapter-state.js";

const page = new URL("../../docs/stores.md", import.meta.url);
const isWriting = process.env["LATCHKEY_WRITE_STORES"] === "1";

/** What the table in docs/stores.md says of a store, besides what its suites find. */
export interface StoreRow {
  readonly name: string;
  /** What creates the tables. */
  readonly migrations: string;
}

/**
 * Declares that the row of this store in docs/stores.md is what its suites have found. With `LATCHKEY_WRITE_STORES=1` the
 * row is written.
 */
export function keepsRow(
  { name, migrations }: StoreRow,
  { adapter, options = {} }: { adapter: () => Adapter; options?: SuiteOptions },
): void {
  test("has the row in docs/stores.md that its suites make", async () => {
    const cells = [
      name,
      passed(adapterCases(adapter(), options)),
      adapter().records ? passed(recordCases(adapter(), options)) : "no",
      (await stateOfAdapter(adapter())) ? "yes" : "no",
      adapter().transaction ? "yes" : "undone step by step",
      "one user",
      migrations,
    ];
    if (isWriting) write(cells);
    expect(rows().find(([first]) => first === name)).toEqual(cells);
  });
}

/** The cases that run; a case that fails is a test that fails. */
function passed(cases: readonly { readonly skip?: string }[]): string {
  const run = cases.filter(({ skip }) => skip === undefined).length;
  return `${run} of ${cases.length}`;
}

const cellsIn = (line: string): string[] =>
  line
    .split("|")
    .slice(1, -1)
    .map((cell) => cell.trim());

const lines = (): string[] => readFileSync(page, "utf8").split("\n");

const rows = (): string[][] =>
  lines()
    .filter((line) => line.startsWith("|"))
    .map(cellsIn);

function write(cells: readonly string[]): void {
  const [name = ""] = cells;
  const row = `| ${cells.join(" | ")} |`;
  const all = lines();
  const at = all.findIndex((line) => cellsIn(line)[0] === name);
  const end = all.findLastIndex((line) => line.startsWith("|"));
  if (at >= 0) all[at] = row;
  else all.splice(end + 1, 0, row);
  writeFileSync(page, all.join("\n"));
}
