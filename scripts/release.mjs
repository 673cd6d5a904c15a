// Makes a release, all but publishing it: the workflow `release` does that for the tag.
//   npm run release -- 1.0.0 --dry-run    in a clone that is removed afterwards
//   npm run release -- 1.0.0              here: a commit and a tag, to be pushed
import { execFileSync } from "node:child_process";
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { nameSection } from "./release/changelog.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const [version = "", ...flags] = process.argv.slice(2);
const isDry = flags.includes("--dry-run");

const run = (cwd, program, ...args) => {
  console.log(`\n$ ${program} ${args.join(" ")}`);
  execFileSync(program, args, { cwd, stdio: "inherit", env: { ...process.env, CI: "true" } });
};
const read = (cwd, program, ...args) => execFileSync(program, args, { cwd, encoding: "utf8" });
const edit = (folder, name, change) => {
  const path = join(folder, name);
  const before = readFileSync(path, "utf8");
  const after = change(before);
  if (after === before) throw new Error(`There is nothing to change in ${name}.`);
  writeFileSync(path, after);
};

/** The version numbers, those of the packages under other names too, and the changelog's heading. */
function nameVersion(folder) {
  const { version: before } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  if (before !== version) {
    run(folder, "npm", "version", version, "--no-git-tag-version", "--ignore-scripts");
    const ours = `(latchkey[a-z-]*(?:@\\^|": "\\^?)|^  "version": ")${before.replaceAll(".", "\\.")}(?=")`;
    const named = (text) => text.replaceAll(new RegExp(ours, "gm"), `$1${version}`);
    const packages = readdirSync(join(folder, "packages"), { withFileTypes: true });
    for (const { name } of packages.filter((entry) => entry.isDirectory())) {
      edit(folder, `packages/${name}/package.json`, named);
      edit(folder, `packages/${name}/README.md`, named);
    }
    edit(folder, "docs/moving-from-authjs.md", named);
  }
  const changelog = join(folder, "CHANGELOG.md");
  writeFileSync(changelog, nameSection(readFileSync(changelog, "utf8"), version));
}

/**
 * The API that later releases are compared with, and the data that a site on this version leaves
 * behind.
 */
function writeReports(folder) {
  run(folder, "npm", "run", "api");
  run(folder, "npm", "run", "release:fixtures");
  const released = join(folder, "api/released");
  mkdirSync(released, { recursive: true });
  for (const name of ["types.txt", "surface.txt"]) {
    copyFileSync(join(folder, "api", name), join(released, name));
  }
  writeFileSync(join(released, "version.txt"), `${version}\n`);
}

/** The tarball to publish, and its contents. */
function pack(folder) {
  run(folder, "npm", "pack");
  const sbom = ["sbom", "--sbom-format", "cyclonedx", "--omit", "dev", "--workspaces=false"];
  const { components = [] } = JSON.parse(read(folder, "npm", ...sbom));
  const tarball = readdirSync(folder).find((name) => name === `latchkey-${version}.tgz`);
  if (tarball === undefined) throw new Error(`npm pack made no latchkey-${version}.tgz.`);
  console.log(`\n${tarball}, with ${components.length} packages in its bill of materials`);
  if (isDry) return;
  rmSync(join(folder, tarball));
}

function release(folder) {
  nameVersion(folder);
  // Runs before the reports are written: the version must allow breaking changes, and the changelog
  // must mention them.
  run(folder, "npx", "vitest", "run", "test/package/api-report.test.ts");
  writeReports(folder);
  run(folder, "npm", "test", "--", ...(isDry ? ["--only", "types,docs,installed"] : ["--all"]));
  pack(folder);
}

if (!/^\d+\.\d+\.\d+(?:-(?:alpha|beta|rc)\.\d+)?$/.test(version)) {
  console.error("Which version? npm run release -- 1.2.3 [--dry-run]");
  process.exit(2);
}
if (read(root, "git", "status", "--porcelain") !== "") {
  console.error("There are changes that aren't committed.");
  process.exit(2);
}
try {
  nameSection(readFileSync(join(root, "CHANGELOG.md"), "utf8"), version);
} catch ({ message }) {
  console.error(message);
  process.exit(2);
}

if (isDry) {
  const folder = mkdtempSync(join(tmpdir(), "latchkey-release-"));
  try {
    run(root, "git", "clone", "--quiet", root, folder);
    run(folder, "npm", "run", "bootstrap");
    release(folder);
    console.log(
      `\nNothing was published, and nothing here was changed. ${version} can be released.`,
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
} else {
  release(root);
  run(root, "git", "add", "--all");
  run(root, "git", "commit", "--message", `Release ${version}`);
  run(root, "git", "tag", `v${version}`);
  console.log(`\nPush it, and the workflow publishes it as \`next\`: git push --follow-tags`);
}
