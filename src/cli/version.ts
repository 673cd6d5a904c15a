import { createRequire } from "node:module";
import { isRecord } from "../core/values/json.js";

/**
 * Returns the version of the library. The package is imported by name: a bundler moves this code to
 * another folder, so no relative path would lead to package.json from both places.
 */
export function version(): string {
  const manifest: unknown = createRequire(import.meta.url)("latchkey/package.json");
  const found: unknown = isRecord(manifest) ? manifest["version"] : undefined;
  if (typeof found === "string") return found;
  throw new Error("The package.json of latchkey has no version. Install the package again.");
}
