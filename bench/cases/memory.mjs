// What reading 10,000 sessions, each of another person, leaves behind in memory.
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { summary } from "../measure.mjs";

export const title = "Memory after 10,000 sessions read";
export const units = { "kept after 10,000 reads": "kB" };

const worker = fileURLToPath(new URL("../servers/memory.mjs", import.meta.url));

export async function run() {
  const names = ["latchkey", "@auth/core"];
  const samples = names.map(() => []);
  for (let round = 0; round < 1; round++) {
    for (const [at, name] of names.entries()) {
      const result = spawnSync(process.execPath, ["--expose-gc", worker, name], {
        encoding: "utf8",
      });
      if (result.status !== 0) throw new Error(result.stderr);
      samples[at].push(Number(result.stdout));
    }
  }
  return {
    "kept after 10,000 reads": Object.fromEntries(
      names.map((name, at) => [name, summary(samples[at])]),
    ),
  };
}
