// Starts the development server; in a project of your own that is `npx nuxt dev`.
import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";

const folder = fileURLToPath(new URL(".", import.meta.url));
const nuxt = fileURLToPath(new URL("node_modules/nuxt/bin/nuxt.mjs", import.meta.url));
const port = process.env["PORT"] ?? "3000";
const env = { AUTH_SECRET: "for development alone: 4b0a7e51c2d94f", ...process.env };

const args = [nuxt, "dev", "--port", port, "--host", "127.0.0.1"];
const child = spawn(process.execPath, args, { cwd: folder, env, stdio: "inherit" });
child.on("exit", (code) => process.exit(code ?? 1));
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => child.kill(signal));
