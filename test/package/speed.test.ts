import { beforeAll, describe, expect, it } from "vitest";
import { node, root } from "./packed.js";

/** No two runs are the same: a ratio may be missed by this much. Sizes are always the same. */
const toleranceOf = (name: string): number => (name.endsWith(", kB") ? 0 : 0.1);
const attempts = 3;

interface Ratio {
  readonly name: string;
  readonly value: number;
  readonly atLeast?: number;
  readonly atMost?: number;
  /** An aim that is known to be missed, and by how much: it mustn't get worse. */
  readonly today?: number;
}

/** The parts of the benchmark, and what each says of the library. */
const parts = {
  read: "reads sessions many times faster than the peer, near the bare decryption",
  revocable: "costs the same for sessions that can be ended, as long as a look at the marks counts",
  moved: "costs the same for an application that moved long ago",
  passwords: "goes on reading sessions while twenty people sign in with passwords",
  providers: "costs the same with one and with a hundred providers",
  import: "is imported in a third of the peer's time",
  cold: "starts a worker no slower than it did",
  bundle: "loads no more code for one OpenID provider than it should",
};

type Ratios = Readonly<Record<string, readonly Ratio[]>>;

async function measure(names: readonly string[]): Promise<Ratios> {
  const output = await node(["bench/quick.mjs", ...names], root);
  const parsed: unknown = JSON.parse(output.trim().split("\n").at(-1) ?? "");
  const ratiosOf = (name: string): Ratio[] => {
    const ratios: unknown = isObject(parsed) ? parsed[name] : undefined;
    if (!Array.isArray(ratios) || ratios.length === 0) throw new Error(`No ratios: ${output}`);
    return ratios.filter(isRatio);
  };
  return Object.fromEntries(names.map((name) => [name, ratiosOf(name)]));
}

/**
 * The ratios of one part that every attempt missed. Several attempts, since the machine is shared: this finds a
 * library that became slow; `npm run bench` says how fast it is.
 */
async function missed(part: string, first: readonly Ratio[]): Promise<string[]> {
  let left = first;
  for (let attempt = 1; attempt < attempts && left.some(isMissed); attempt++) {
    const { [part]: again = [] } = await measure([part]);
    left = left.filter((ratio) => again.some((it) => it.name === ratio.name && isMissed(it)));
  }
  return left.filter(isMissed).map(({ name, value }) => `${name}: ${value.toFixed(2)}`);
}

function isMissed({ name, value, atLeast, atMost, today }: Ratio): boolean {
  const tolerance = toleranceOf(name);
  if (today !== undefined) return atLeast === undefined ? value > today : value < today;
  if (atLeast !== undefined && !(value >= atLeast * (1 - tolerance))) return true;
  return atMost !== undefined && !(value <= atMost * (1 + tolerance));
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}

function isRatio(value: unknown): value is Ratio {
  return isObject(value) && typeof value["name"] === "string" && typeof value["value"] === "number";
}

describe("speed, as ratios in one run", { timeout: 600_000 }, () => {
  let ratios: Ratios = {};
  beforeAll(async () => {
    ratios = await measure(Object.keys(parts));
  }, 600_000);

  it.each(Object.entries(parts))("%s: %s", async (part) => {
    const first = ratios[part] ?? [];
    expect(first).not.toEqual([]);
    expect(await missed(part, first)).toEqual([]);
  });
});
