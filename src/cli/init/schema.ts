import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { modelsIn } from "../../adapters/prisma/schema.js";
import type { SqlDialect } from "../../adapters/sql/model.js";
import { declaredBy } from "../declared-tables.js";
import type { Project } from "../project.js";
import { drizzleText } from "../schema/drizzle.js";
import { prismaText } from "../schema/prisma.js";
import { wantedTables } from "../schema/wanted.js";
import type { Draft } from "./frameworks.js";
import type { Choice } from "./templates.js";

/** What a project's ORM needs: its part of the schema, and the remaining steps. */
export interface OrmPart {
  readonly drafts: readonly Draft[];
  readonly steps: readonly string[];
}

/** Empty if there is no ORM. */
export async function ormPart(project: Project, choice: Choice): Promise<OrmPart> {
  if (project.packages.has("@prisma/client")) return prismaPart(project, choice);
  if (project.packages.has("drizzle-orm")) return drizzlePart(project, choice);
  return { drafts: [], steps: [] };
}

/** Providers only, since the generated config has no plugins. */
const declaredIn = ({ providers }: Choice) =>
  declaredBy(providers.filter((id) => id === "password"));

const dialects: Readonly<Record<string, SqlDialect>> = {
  postgresql: "postgres",
  mysql: "mysql",
  sqlite: "sqlite",
  turso: "sqlite",
};

/** The `provider` of the schema's `datasource`. */
function databaseIn(schema: string): string {
  const [, source = ""] = schema.split("datasource", 2);
  const [block = ""] = source.split("}", 1);
  return /provider\s*=\s*"(\w+)"/.exec(block)?.[1] ?? "";
}

async function prismaPart(project: Project, choice: Choice): Promise<OrmPart> {
  const path = "prisma/schema.prisma";
  const schema = await textOf(project, path);
  const dialect = dialects[databaseIn(schema)];
  const adapter =
    "Pass your client to the configuration: adapter: PrismaAdapter(prisma), from latchkey/adapters/prisma";
  if (!dialect) return { drafts: [], steps: [printStep("prisma"), adapter] };
  if (modelsIn(schema).has("User")) {
    const check = "See what your schema lacks: npx latchkey schema --for prisma --check";
    return { drafts: [], steps: [adapter, check] };
  }
  const text = `\n${prismaText(wantedTables("prisma", { dialect, declared: await declaredIn(choice) }))}`;
  return {
    drafts: [{ path, text, appends: true }],
    steps: [
      "Create the tables: npx prisma format && npx prisma migrate dev && npx prisma generate",
      adapter,
    ],
  };
}

async function drizzlePart(project: Project, choice: Choice): Promise<OrmPart> {
  const configs = ["drizzle.config.ts", "drizzle.config.js", "drizzle.config.mjs"];
  const texts = await Promise.all(configs.map((path) => textOf(project, path)));
  const named = /dialect:\s*["'](\w+)["']/.exec(texts.join("\n"))?.[1] ?? "";
  const dialect = dialects[named];
  const adapter =
    "Pass your database to the configuration: adapter: DrizzleAdapter(db, { usersTable: users, accountsTable: accounts, sessionsTable: sessions, verificationTokensTable: verificationTokens, authenticatorsTable: authenticators }), from latchkey/adapters/drizzle";
  if (!dialect) return { drafts: [], steps: [printStep("drizzle"), adapter] };
  const path = `src/db/auth-schema.${choice.typescript ? "ts" : "js"}`;
  const text = drizzleText(
    wantedTables("drizzle", { dialect, declared: await declaredIn(choice) }),
  );
  return {
    drafts: [{ path, text }],
    steps: [
      `Name ${path} under \`schema\` in drizzle.config.ts, and create the tables: npx drizzle-kit generate && npx drizzle-kit migrate`,
      adapter,
    ],
  };
}

const printStep = (orm: "prisma" | "drizzle"): string =>
  `Add what this prints to your schema, and migrate: npx latchkey schema --for ${orm} --dialect postgres (or mysql, sqlite)`;

const textOf = ({ folder }: Project, path: string): Promise<string> =>
  readFile(join(folder, path), "utf8").catch(() => "");
