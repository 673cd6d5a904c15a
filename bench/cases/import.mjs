// How long `import` of a library takes in a new process.
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { summary, times } from "../measure.mjs";
import { distFolder, root } from "../world.mjs";

export const title = "Cold import";
export const units = { import: "ms" };

const packages = {
  nothing: "data:text/javascript,",
  latchkey: new URL(`${distFolder}/doors/index.js`, root).href,
  "@auth/core": "@auth/core",
  "better-auth": "better-auth",
  "iron-session": "iron-session",
  "express-session": "express-session",
};

/** Milliseconds of processor time, which a busy machine doesn't change. */
function timeOf(specifier) {
  const script = `const before = process.cpuUsage();
    await import(${JSON.stringify(specifier)});
    const { user, system } = process.cpuUsage(before);
    console.log((user + system) / 1000);`;
  const cwd = fileURLToPath(new URL("..", import.meta.url));
  const result = spawnSync(process.execPath, ["--input-type=module", "-e", script], {
    cwd,
    encoding: "utf8",
  });
  if (result.status !== 0) throw new Error(result.stderr);
  return Number(result.stdout);
}

/** @param {string[]} names */
export async function importTimes(names, rounds = 11) {
  const samples = names.map(() => []);
  for (let round = 0; round < rounds; round++) {
    for (const [at, name] of names.entries()) samples[at].push(timeOf(packages[name]));
  }
  return { import: Object.fromEntries(names.map((name, at) => [name, summary(samples[at])])) };
}

export const run = () => importTimes(Object.keys(packages));

export function ratios({ import: taken }) {
  return [
    {
      name: "import of latchkey, as a share of that of @auth/core",
      value: times(taken.latchkey, taken["@auth/core"]),
      atMost: 1 / 3,
    },
  ];
}
