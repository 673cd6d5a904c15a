import { join } from "node:path";
import { build } from "esbuild";
import { expect, test } from "vitest";
import { root } from "../support/bundle-sources.js";

const inputsOf = async (adapter: string): Promise<string[]> => {
  const { metafile } = await build({
    entryPoints: [join(root, `src/adapters/${adapter}/index.ts`)],
    ...{ bundle: true, write: false, metafile: true, platform: "node", format: "esm" },
    external: ["drizzle-orm", "pg", "mysql2", "libsql"],
    logLevel: "error",
  });
  return Object.keys(metafile.inputs);
};

const ofKysely = (inputs: readonly string[]) =>
  inputs.filter((file) => file.includes("node_modules/kysely/"));

test.each(["d1", "drizzle", "prisma"])(
  "the adapter for %s ships without Kysely",
  async (adapter) => {
    const inputs = await inputsOf(adapter);
    expect(inputs).toContain(`src/adapters/${adapter}/index.ts`);
    expect(ofKysely(inputs)).toEqual([]);
  },
);

test("the adapter for SQL has it, so that the tests above can fail", async () => {
  expect(ofKysely(await inputsOf("sql")).length).toBeGreaterThan(0);
});
