import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../..", import.meta.url));
const testsDist = process.env["LATCHKEY_TEST"] === "dist";

/**
 * Every subpath of package.json, pointed at its TypeScript source, so that tests and coverage see src/;
 * with LATCHKEY_TEST=dist at what ships.
 */
export function sourceAliases(): { find: RegExp; replacement: string }[] {
  const manifest: unknown = JSON.parse(readFileSync(`${root}package.json`, "utf8"));
  const targets = [...targetsIn(manifest, "exports"), ...targetsIn(manifest, "imports")];
  return targets.map(([name, target]) => ({
    find: new RegExp(`^${name.replace(/^\./, "latchkey").replace("*", "([^/]+)")}$`),
    replacement: root + (testsDist ? target.slice(2) : sourceOf(target)).replace("*", "$1"),
  }));
}

function sourceOf(target: string): string {
  return target.replace("./dist/", "src/").replace(/\.js$/, ".ts");
}

function targetsIn(manifest: unknown, field: "exports" | "imports"): [string, string][] {
  if (!isRecord(manifest) || !isRecord(manifest[field])) return [];
  return Object.entries(manifest[field]).flatMap(([name, target]): [string, string][] =>
    isRecord(target) && typeof target["default"] === "string" ? [[name, target["default"]]] : [],
  );
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}
