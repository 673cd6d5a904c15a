import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Around } from "./config.js";
import type { Kept } from "./journeys.js";
import { manifest, parsed } from "./manifest.js";
import type { Left, StoreName } from "./stores.js";

/** What a site left behind, in a file of its release. */
export interface Release extends Left {
  readonly version: string;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly store: StoreName;
  readonly strategy: Around["strategy"];
  readonly kept: Readonly<Record<string, Kept>>;
}

/** Every file that releases left behind. */
export async function readReleases(): Promise<readonly Release[]> {
  const { folder } = await manifest();
  const files = (await readdir(folder, { recursive: true })).filter((name) => /json$/.test(name));
  return Promise.all(
    files
      .toSorted()
      .map(async (name) => parsed<Release>(await readFile(join(folder, name), "utf8"))),
  );
}
