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
  const home = new URL(`../${folder}`, import.meta.url);
  const require = createRequire(new URL("package.json", home));
  execFileSync(
    process.execPath,
    [require.resolve("prisma/build/index.js"), "generate", "--schema", schema],
    {
      cwd: fileURLToPath(home),
      env: { ...process.env, ...withoutEngines },
    },
  );
  return require(`./node_modules/${output}`);
}

/** A package as a folder has it installed. */
export const packageIn = (folder, name) =>
  createRequire(new URL(`../${folder}package.json`, import.meta.url))(name);
