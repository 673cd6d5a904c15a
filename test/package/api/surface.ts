import { schema } from "latchkey/adapters/sql";
import * as errors from "latchkey/errors";
import Passkey from "latchkey/providers/passkey";
import Password from "latchkey/providers/password";
import { commands } from "../../../src/cli/main.js";
import { cookieSet } from "../../../src/core/cookies/names.js";
import { allPlugins } from "../../support/all-plugins.js";
import { manifestField } from "../packed.js";
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
  return all.map((route) => ({ key: `route ${route}`, text: "" }));
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

async function variables(): Promise<Line[]> {
  const { text } = await source("core/config/env.ts");
  const names = text.match(/\b(?:AUTH|NEXTAUTH)_[A-Z_]+\d?\b/g) ?? [];
  return [...new Set(names)].toSorted().map((name) => ({ key: `variable ${name}`, text: "" }));
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
  return lines;
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
