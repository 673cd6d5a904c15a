// Asks the registry for known advisories about what ships: the dependencies of the package and theirs. Not one of the
// tests, which reach for nothing outside of the machine they run on.
//   npm run audit
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../..", import.meta.url));
const expected = 2;

/** The versions tested here, as the only dependencies of a project. */
function shippedVersions() {
  const { dependencies } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  const { packages } = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8"));
  const versionOf = (name) => packages[`node_modules/${name}`].version;
  return Object.fromEntries(Object.keys(dependencies).map((name) => [name, versionOf(name)]));
}

function npm(folder, ...args) {
  const { stdout } = spawnSync("npm", args, { cwd: folder, encoding: "utf8", timeout: 120_000 });
  try {
    return JSON.parse(stdout);
  } catch {
    return undefined;
  }
}

/**
 * The number of packages in the tree and of advisories; undefined if the registry didn't answer.
 */
function audit(folder) {
  npm(folder, "install", "--package-lock-only", "--ignore-scripts", "--json");
  const tree = npm(folder, "ls", "--all", "--json", "--package-lock-only");
  const report = npm(folder, "audit", "--json");
  return { packages: count(tree), advisories: report?.metadata?.vulnerabilities?.total };
}

function count(tree) {
  const below = Object.values(tree?.dependencies ?? {});
  return below.reduce((total, entry) => total + count(entry), below.length);
}

const folder = mkdtempSync(join(tmpdir(), "latchkey-audit-"));
try {
  const dependencies = shippedVersions();
  const manifest = { name: "audited", version: "0.0.0", private: true, dependencies };
  writeFileSync(join(folder, "package.json"), JSON.stringify(manifest));
  const { packages, advisories } = audit(folder);
  const figures = [
    {
      what: "packages that ship with it",
      value: String(packages),
      aim: `exactly ${expected}`,
      held: packages === expected,
    },
    {
      what: "known advisories about them",
      value: advisories === undefined ? "not answered" : String(advisories),
      aim: "0",
      held: advisories === 0,
    },
  ];
  for (const { what, value, aim } of figures) console.log(`${what}: ${value} (${aim})`);
  process.exitCode = figures.every(({ held }) => held) ? 0 : 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
