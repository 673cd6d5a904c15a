// Copies the current build of the library into a project that has installed it. A symlink wouldn't
// work: Next.js doesn't follow links out of its folder, and the library wouldn't find the project's
// Next.js.
import { cpSync, existsSync, readdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** Returns whether any file was newer than the installed copy. */
export function placePackage(project) {
  const target = join(project, "node_modules", "latchkey");
  if (newest(root) <= newest(target)) return false;
  rmSync(target, { recursive: true, force: true });
  for (const name of ["dist", "package.json"]) {
    cpSync(join(root, name), join(target, name), { recursive: true, preserveTimestamps: true });
  }
  return true;
}

/** The modification time of a package's newest file. */
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
