import { execFileSync } from "node:child_process";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";

const withoutEngines = {
  PRISMA_SCHEMA_ENGINE_BINARY: "/bin/true",
  PRISMA_QUERY_ENGINE_LIBRARY: "/bin/true",
  CHECKPOINT_DISABLE: "1",
};

/** Makes a client, which needs no engine; the tables are made without one. */
export function generated(schema, { output, folder = "" }) {
  const require = run(["generate", "--schema", schema], folder);
  return require(`./node_modules/${output}`);
}

/** Adds the other side of each relation to a schema. */
export function format(schema, { folder = "" } = {}) {
  run(["format", "--schema", schema], folder);
}

function run(args, folder) {
  const home = new URL(`../${folder}`, import.meta.url);
  const require = createRequire(new URL("package.json", home));
  execFileSync(process.execPath, [require.resolve("prisma/build/index.js"), ...args], {
    cwd: fileURLToPath(home),
    env: { ...process.env, ...withoutEngines },
  });
  return require;
}

/** A package as a folder has it installed. */
export const packageIn = (folder, name) =>
  createRequire(new URL(`../${folder}package.json`, import.meta.url))(name);
