import { join } from "node:path";

/** Reads .env.local and .env, as frameworks do; variables that are already set take precedence. */
export function readEnvironment(folder: string): void {
  for (const name of [".env.local", ".env"]) {
    try {
      process.loadEnvFile(join(folder, name));
    } catch {
      // There is none, or this version of Node.js can't read it.
    }
  }
}
