import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { schema } from "latchkey/adapters/sql";
import * as errors from "latchkey/errors";
import Passkey from "latchkey/providers/passkey";
import Password from "latchkey/providers/password";
import { commands, main } from "../../../src/cli/main.js";
import { cookieSet } from "../../../src/core/cookies/names.js";
import { allPlugins } from "../../support/all-plugins.js";
import { manifestField, root } from "../packed.js";
import { answers } from "./answers.js";
import { coreRoutes, pluginRoutes, source } from "./routes.js";
import type { Line } from "./signatures.js";

/** What applications depend on beside types: routes, cookies, tables, variables, errors, commands and versions. */
export async function surface(): Promise<Line[]> {
  return [
    ...(await routes()),
    ...cookies(),
    ...tables(),
    ...(await variables()),
    ...errorTypes(),
    ...(await commandLine()),
    ...(await versions()),
  ];
}

async function routes(): Promise<Line[]> {
  const all = [...(await coreRoutes()), ...pluginRoutes()].toSorted();
  return [...all.map((route) => ({ key: `route ${route}`, text: "" })), ...(await answers(all))];
}

function cookies(): Line[] {
  return Object.entries(cookieSet(true, {})).map(([purpose, { name, options }]) => ({
    key: `cookie ${purpose}`,
    text: `${name} ${JSON.stringify(options)}`,
  }));
}

/** Each column, key and index of each database, with every provider and plugin that has tables. */
function tables(): Line[] {
  const declared = { providers: [Password(), Passkey()], plugins: allPlugins() };
  return (["postgres", "mysql", "sqlite"] as const).flatMap((dialect) =>
    schema(dialect, declared)
      .split(/;\n+/)
      .flatMap((statement) => linesOf(dialect, statement.trim())),
  );
}

/** A statement makes a table, in a line for each of its columns and keys, or an index. */
function linesOf(dialect: string, statement: string): Line[] {
  const [, table = "", columns = ""] = /^create table (\S+) \((.*)\)$/is.exec(statement) ?? [];
  if (table === "") return statement === "" ? [] : [{ key: `sql ${dialect}`, text: statement }];
  return columns
    .split(/,(?![^(]*\))/)
    .map((column) => column.trim().replace(/\s+/g, " "))
    .map((column) => ({
      key: `column ${dialect} ${table}.${column.split(" ")[0] ?? ""}`,
      text: column,
    }));
}

/** Read anywhere but in the apps that `latchkey init` writes. `AUTH_{}_ID` has the id of a provider in it. */
async function variables(): Promise<Line[]> {
  const names = new Set<string>();
  for (const file of await readdir(join(root, "src"), { recursive: true })) {
    if (!/(?<!\.test)\.ts$/.test(file) || file.startsWith("cli/init")) continue;
    const { text } = await source(file);
    const read = text.matchAll(/\benv(?:Object)?\["([A-Z_\d]+)"\]|"(AUTH_SECRET_\d)"/g);
    const ofProviders = text.matchAll(/\benv\[`\$\{name\}(_[A-Z]+)`\]/g);
    const taken = text.matchAll(/\{ ([A-Z_]+(?:, [A-Z_]+)*) \}: Environment/g);
    for (const [, name, secret = ""] of read) names.add(name ?? secret);
    for (const [, end = ""] of ofProviders) names.add(`AUTH_{}${end}`);
    for (const [, list = ""] of taken) for (const name of list.split(", ")) names.add(name);
  }
  const ofTheSystem = ["NODE_OPTIONS", "TERM"];
  const ours = [...names].filter((name) => !ofTheSystem.includes(name));
  return ours.toSorted().map((name) => ({ key: `variable ${name}`, text: "" }));
}

function errorTypes(): Line[] {
  return Object.values<unknown>(errors)
    .filter((one): one is typeof errors.AuthError => typeof one === "function" && "kind" in one)
    .map(({ type, kind }) => ({ key: `error ${type}`, text: kind }));
}

async function commandLine(): Promise<Line[]> {
  const lines: Line[] = [];
  for (const [name, { load }] of Object.entries(commands)) {
    lines.push({ key: `command ${name}`, text: "" });
    for (const [flag, { type }] of Object.entries((await load()).options)) {
      lines.push({ key: `command ${name} --${flag}`, text: type });
    }
  }
  return [...lines, ...(await exits())];
}

/** Exit statuses, by which scripts tell what happened. */
async function exits(): Promise<Line[]> {
  const terminal = {
    ...{ env: {}, folder: root, isInteractive: false, hasColors: false },
    ...{ print: () => undefined, printError: () => undefined },
    ask: () => Promise.reject(new Error("Nobody is asked.")),
  };
  const runs = [["--help"], ["secret", "--json"], ["nothing"], ["secret", "--nothing"]];
  const lines = runs.map(async (args) => {
    const status = await main(args, terminal);
    return { key: `exit status of ${args.join(" ")}`, text: String(status) };
  });
  return Promise.all(lines);
}

async function versions(): Promise<Line[]> {
  const of = async (field: string) =>
    Object.entries(await manifestField(field)).map(([name, range]) => ({
      key: `${field} ${name}`,
      text: String(range),
    }));
  return [
    ...(await of("engines")),
    ...(await of("dependencies")),
    ...(await of("peerDependencies")),
  ];
}
