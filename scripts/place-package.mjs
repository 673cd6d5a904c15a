// Puts the library as it is now into a project that has installed it. A link would not do: Next.js does not follow one
// out of its folder, and the library would not find the project's Next.js from there.
import { cpSync, existsSync, readdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));

/** Returns whether anything was newer than what was there. */
export function placePackage(project) {
  const target = join(project, "node_modules", "latchkey");
  if (newest(root) <= newest(target)) return false;
  rmSync(target, { recursive: true, force: true });
  for (const name of ["dist", "package.json"]) {
    cpSync(join(root, name), join(target, name), { recursive: true, preserveTimestamps: true });
  }
  return true;
}

/** When the newest file of a package was written. */
function newest(folder) {
  const dist = join(folder, "dist");
  if (!existsSync(dist)) return 0;
  const entries = readdirSync(dist, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  const paths = files.map((entry) => join(entry.parentPath, entry.name));
  return Math.max(
    ...[join(folder, "package.json"), ...paths].map((path) => statSync(path).mtimeMs),
  );
}
