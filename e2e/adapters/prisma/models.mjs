import { mkdir, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { PrismaAdapter } from "latchkey/adapters/prisma";
import { recordTables } from "latchkey/adapters/suite";
import { describedTables } from "../../../src/adapters/sql/described.ts";
import { prismaText } from "../../../src/cli/schema/prisma.ts";
import { wantedTables } from "../../../src/cli/schema/wanted.ts";
import { asOther } from "./as-other.mjs";
import { format, generated } from "./generate.mjs";

export const plugins = [{ tables: recordTables }];

/** The head of a schema, without models. */
export const head = (provider) => `generator client {
  provider = "prisma-client-js"
  output = "."
}

datasource db {
  provider = "${provider}"
}
`;

/** Writes a schema and generates its client. The other side of each relation is added by Prisma. */
export async function clientOf(name, { base, more, home = "" }) {
  const folder = fileURLToPath(new URL(`../${home}node_modules/.models/`, import.meta.url));
  await mkdir(folder, { recursive: true });
  const output = `output   = "./${name}"`;
  const text = `${base.replace(/output\s+= ".*"/, output)}\n${more}`;
  await writeFile(`${folder}${name}.prisma`, text);
  const schema = `node_modules/.models/${name}.prisma`;
  format(schema, { folder: home });
  return generated(schema, { output: `.models/${name}`, folder: home });
}

/** Without what only SQL Server has. */
export const portable = (models) =>
  models.replaceAll(/ @db\.N?VarChar\([^)]*\)|, clustered: false/g, "");

/** The models that `latchkey schema` prints for a client without them. */
export function modelsFor(prisma, provider, options) {
  const adapter = PrismaAdapter(asOther(prisma, provider), options);
  const declared = { plugins, described: describedTables(adapter) };
  return portable(prismaText(wantedTables("prisma", { dialect: provider, declared })));
}
