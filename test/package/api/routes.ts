import { readFile } from "node:fs/promises";
import { join } from "node:path";
import ts from "typescript";
import { createKeyRing } from "../../../src/core/crypto/keys.js";
import { appMaker } from "../../../src/core/plugins/app.js";
import { foldPlugins } from "../../../src/core/plugins/fold.js";
import { allPlugins } from "../../support/all-plugins.js";
import { root } from "../packed.js";

/** A file of src/, parsed. */
export async function source(file: string): Promise<ts.SourceFile> {
  const text = await readFile(join(root, "src", file), "utf8");
  return ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
}

/** The routes of the core, as "GET session" or "POST signin/{}". */
export async function coreRoutes(): Promise<string[]> {
  const { statements } = await source("core/engine/routes.ts");
  const declared = statements.filter(ts.isVariableStatement).flatMap((one) => {
    return [...one.declarationList.declarations];
  });
  const table = declared.find((one) => one.name.getText() === "routes")?.initializer;
  return entriesOf(table).flatMap(([action, places]) =>
    entriesOf(places).flatMap(([place, route]) =>
      entriesOf(route)
        .map(([member]) => member)
        .filter((member) => member === "GET" || member === "POST")
        .map((method) => `${method} ${place === "" ? action : `${action}/{}`}`),
    ),
  );
}

function entriesOf(node: ts.Expression | undefined): [string, ts.Expression][] {
  if (!node || !ts.isObjectLiteralExpression(node)) throw new Error("The table has moved.");
  return node.properties.filter(ts.isPropertyAssignment).map(({ name, initializer }) => {
    return [ts.isStringLiteral(name) ? name.text : name.getText(), initializer];
  });
}

/** The routes of every plugin, in the same form. */
export function pluginRoutes(): string[] {
  const silent = { error: () => undefined, warn: () => undefined, debug: () => undefined };
  const appFor = appMaker({
    ...{ production: false, timeout: 1000, logger: silent, warnOnce: () => undefined },
    keys: createKeyRing(["a secret for the routes of plugins"]),
    session: { strategy: "jwt", maxAge: 3600 },
    ready: () => Promise.reject(new Error("No request is answered here.")),
    tell: () => Promise.resolve(),
  });
  const { routes, problem } = foldPlugins(allPlugins(), appFor);
  if (problem) throw problem;
  return Array.from(routes ?? [], ([path, { route }]) =>
    (["GET", "POST"] as const)
      .filter((method) => route[method])
      .map((method) => `${method} ${path.replace("*", "{}")}`),
  ).flat();
}
