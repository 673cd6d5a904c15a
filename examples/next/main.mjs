// Gives the example a secret and runs Next.js: npm run example next
import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const folder = fileURLToPath(new URL(".", import.meta.url));
const settings = join(folder, ".env.local");
if (!existsSync(settings)) {
  writeFileSync(settings, `AUTH_SECRET=${randomBytes(33).toString("base64")}\n`);
}

const next = join(folder, "node_modules", "next", "dist", "bin", "next");
const child = spawn(process.execPath, [next, "dev", ...process.argv.slice(3)], {
  cwd: folder,
  stdio: "inherit",
  env: { ...process.env, NEXT_TELEMETRY_DISABLED: "1" },
});
child.on("exit", (code) => process.exit(code ?? 1));
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => child.kill(signal));
