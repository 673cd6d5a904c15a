// Starts examples/next: installs what it needs, builds the library, gives it a secret, runs Next.js.
import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { ensureInstalled } from "./bootstrap.mjs";
import { build } from "./build.mjs";
import { placePackage } from "./place-package.mjs";

const folder = fileURLToPath(new URL("../examples/next", import.meta.url));

if (!build(["src"]) || !ensureInstalled(folder, { label: "Next.js" })) process.exit(1);
placePackage(folder);

const settings = join(folder, ".env.local");
if (!existsSync(settings)) {
  writeFileSync(settings, `AUTH_SECRET=${randomBytes(33).toString("base64")}\n`);
}

const next = join(folder, "node_modules", "next", "dist", "bin", "next");
const child = spawn(process.execPath, [next, "dev", ...process.argv.slice(2)], {
  cwd: folder,
  stdio: "inherit",
  env: { ...process.env, NEXT_TELEMETRY_DISABLED: "1" },
});
child.on("exit", (code) => process.exit(code ?? 1));
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => child.kill(signal));
