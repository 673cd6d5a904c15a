// A cold start: what a worker in one file takes until it has told a session and shown the sign-in page. Each sample is a
// process of its own.
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build } from "esbuild";
import { summary } from "../measure.mjs";
import { distFolder, root } from "../world.mjs";

export const title = "Cold start of a worker in one file, on Node.js";

const dist = fileURLToPath(new URL(distFolder, root));
const peer = "@auth/core";
/** Set up as in production: it says where the site is, each library in its own way. */
const worker = (
  library,
  provider,
  where,
) => `import { Auth } from "${library}"; import GitHub from "${provider}";
  const config = { providers: [GitHub({ clientId: "id", clientSecret: "secret" })], ${where}, basePath: "/auth",
    secret: "a secret of the bench, longer than 32 characters: 7f3c" };
  export default (request) => Auth(request, config);`;
const ours = worker(
  `${dist}/doors/index.js`,
  `${dist}/providers/github.js`,
  `url: "https://app.test"`,
);
const workers = {
  latchkey: [ours, ["workerd"]],
  "latchkey, lean": [ours, ["workerd", "latchkey-lean"]],
  [peer]: [worker(peer, `${peer}/providers/github`, "trustHost: true"), ["workerd"]],
};

const sum = "all of it";
const parts = ["parse and run", "first session", "first sign-in page", sum];
export const units = Object.fromEntries(parts.map((part) => [part, "ms"]));

/** What a sample runs: milliseconds of processor time of each part, on standard output. */
const sample = (file) => `
  const taken = [];
  const part = async (work) => {
    const before = process.cpuUsage();
    const result = await work();
    const { user, system } = process.cpuUsage(before);
    taken.push((user + system) / 1000);
    return result;
  };
  const get = (path) => new Request("https://app.test/auth/" + path, { headers: { host: "app.test" } });
  await (await fetch("data:text/plain,warm")).text();
  const { default: auth } = await part(() => import(${JSON.stringify(file)}));
  const session = await part(async () => (await auth(get("session"))).text());
  const page = await part(async () => (await auth(get("signin"))).text());
  if (session !== "null" || !page.includes("GitHub")) throw new Error(session + page);
  console.log(JSON.stringify(taken));`;

async function bundled(folder, [name, [contents, conditions]]) {
  const outfile = join(folder, `${name.replaceAll(/\W/g, "-")}.mjs`);
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: fileURLToPath(new URL("..", import.meta.url)) },
    bundle: true,
    minify: true,
    write: false,
    format: "esm",
    platform: "node",
    absWorkingDir: fileURLToPath(root),
    external: ["@simplewebauthn/*", "nodemailer"],
    logLevel: "silent",
    conditions,
  });
  writeFileSync(outfile, outputFiles[0].text);
  return [name, pathToFileURL(outfile).href];
}

function timesOf(file) {
  const args = ["--input-type=module", "-e", sample(file)];
  const result = spawnSync(process.execPath, args, { encoding: "utf8" });
  if (result.status !== 0) throw new Error(result.stderr);
  const taken = JSON.parse(result.stdout);
  return [...taken, taken.reduce((total, one) => total + one, 0)];
}

export async function run(rounds = 15) {
  const folder = mkdtempSync(join(tmpdir(), "cold-"));
  try {
    const files = [];
    for (const entry of Object.entries(workers)) files.push(await bundled(folder, entry));
    const samples = files.map(() => []);
    for (let round = 0; round < rounds; round++) {
      for (const [at, [, file]] of files.entries()) samples[at].push(timesOf(file));
    }
    const rowsOf = (part) =>
      files.map(([name], at) => [name, summary(samples[at].map((one) => one[part]))]);
    return Object.fromEntries(parts.map((name, part) => [name, Object.fromEntries(rowsOf(part))]));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

export function ratios({ [sum]: taken }) {
  const share = (name) => taken[name].median / taken[peer].median;
  return [
    {
      name: "cold start of a worker, as a share of that on @auth/core",
      value: share("latchkey"),
      atMost: 1,
      today: 2.1,
      why: "Reading the code is half of it and takes 65 ms of processor time per MB on Node.js, whatever the code: the file is 321 kB before compression, the peer's 145. The first session takes as long as the peer's. The rest is the first page, whose functions run for the first time.",
    },
    {
      name: "  the same with the condition latchkey-lean",
      value: share("latchkey, lean"),
      atMost: 1,
      today: 1.9,
      why: "The same with 262 kB.",
    },
  ];
}
