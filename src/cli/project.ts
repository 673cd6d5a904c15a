import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { isRecord, parseObject } from "../core/values/json.js";
import { isThere } from "./load-config.js";

/** What a folder reveals about its app. */
export interface Project {
  readonly folder: string;
  /** Every dependency with its version range. */
  readonly packages: ReadonlyMap<string, string>;
  readonly isModule: boolean;
  has(path: string): Promise<boolean>;
}

export async function readProject(folder: string): Promise<Project> {
  const text = await readFile(join(folder, "package.json"), "utf8").catch(() => "{}");
  const manifest = parseObject(text) ?? {};
  const groups = [manifest["dependencies"], manifest["devDependencies"]].filter(isRecord);
  const packages = groups.flatMap((group) =>
    Object.entries(group).map(([name, range]) => [name, String(range)] as const),
  );
  return {
    folder,
    packages: new Map(packages),
    isModule: manifest["type"] === "module",
    has: (path) => isThere(join(folder, path)),
  };
}
