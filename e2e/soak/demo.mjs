// The demo as anybody starts it, on PostgreSQL, or another application, with a look into its memory.
import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

const watch = new URL("watch.mjs", import.meta.url).href;
const entry = fileURLToPath(new URL("../../examples/express/dist/main.js", import.meta.url));

export const startDemo = (databaseUrl) =>
  startApp(entry, {
    DATABASE_URL: databaseUrl,
    AUTH_SECRET: randomBytes(33).toString("base64url"),
    SESSION_STRATEGY: "database",
    // Far from where people start their own.
    PORT: String(20_000 + Math.floor(Math.random() * 20_000)),
  });

/** The program prints its address, `http://localhost:PORT`, once it listens. */
export async function startApp(program, env) {
  const child = spawn(process.execPath, ["--expose-gc", "--import", watch, program], {
    env: { ...process.env, NO_COLOR: "1", ...env },
    stdio: ["ignore", "pipe", "pipe", "ipc"],
  });
  const endWithUs = () => child.kill("SIGKILL");
  process.once("exit", endWithUs);
  const complaints = [];
  createInterface({ input: child.stderr }).on("line", (line) => complaints.push(line));
  const origin = await originOf(child).catch((error) => {
    throw new Error([error.message, ...complaints].join("\n"));
  });
  return {
    origin,
    /** What it wrote to the error output, line by line. */
    complaints,
    isRunning: () => child.exitCode === null && child.signalCode === null,
    async measure() {
      const answered = once(child, "message", { signal: AbortSignal.timeout(20_000) });
      child.send("measure");
      const [measured] = await answered;
      return { ...measured, at: performance.now() };
    },
    /** The exit code after it was asked to stop. */
    async stop() {
      process.off("exit", endWithUs);
      if (child.exitCode !== null) return child.exitCode;
      const ended = once(child, "exit");
      child.kill("SIGTERM");
      const hurry = setTimeout(() => child.kill("SIGKILL"), 10_000);
      const [code] = await ended;
      clearTimeout(hurry);
      return code;
    },
  };
}

/** The address it prints once it listens. */
function originOf(child) {
  return new Promise((resolve, reject) => {
    child.once("exit", () => reject(new Error("The application ended before it listened.")));
    createInterface({ input: child.stdout }).on("line", (line) => {
      const port = /http:\/\/localhost:(\d+)/.exec(line)?.[1];
      if (port !== undefined) resolve(`http://127.0.0.1:${port}`);
    });
  });
}
