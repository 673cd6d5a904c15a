import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { bundleSources, root } from "./bundle-sources.js";
import { basePathOf, type Errand, type Plan, type strategies } from "./children/plan.js";
import type { Answerer } from "./client.js";

/** The library in a process of its own, which listens on loopback. */
export interface Child {
  /** Sends a browser's request there, as a proxy in front of it would. */
  readonly answer: Answerer;
  /** Has it done by `latchkey/manage`. */
  manage(strategy: (typeof strategies)[number], errand: Errand): Promise<unknown>;
  /** The codes of what it has logged, by level. */
  codes(level: "error" | "warn"): string[];
  stop(): Promise<void>;
  /** Ends it at once, whatever it is doing. */
  kill(): Promise<void>;
}

const bundled = new Map<string, Promise<string>>();

/** An application of `children/` as one file. */
function bundle(app: string): Promise<string> {
  const made =
    bundled.get(app) ??
    bundleSources(new URL(`./children/${app}.ts`, import.meta.url), `bundled-${app}`);
  bundled.set(app, made);
  return made;
}

/** Starts the application in a new process of the operating system. */
export function startChild(plan: Plan): Promise<Child> {
  return startApp("app", plan);
}

/** The same with another application of `children/`. */
export async function startApp(app: string, plan: object): Promise<Child> {
  return startFile(await bundle(app), plan);
}

/** The same with a file that is there. `hear` is given whatever it tells. */
export async function startFile(
  file: string,
  plan: object,
  hear: (message: unknown) => void = () => undefined,
): Promise<Child> {
  const child = fork(file, [], {
    cwd: root,
    env: { ...process.env, LATCHKEY_PLAN: JSON.stringify(plan), NODE_ENV: "test" },
    execArgv: [],
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  });
  const told: { level: string; code: string }[] = [];
  const port = await new Promise<number>((resolve, reject) => {
    child.on("message", (message) => {
      hear(message);
      const [at, level, code] = ["port", "level", "code"].map((name) => memberOf(message, name));
      if (typeof at === "number") resolve(at);
      else if (typeof level === "string") told.push({ level, code: String(code) });
    });
    child.once("error", reject);
    child.once("exit", (code) => {
      reject(new Error(`The process has ended with ${code}.`));
    });
  });
  return {
    answer: (request) => pass(request, port),
    manage: async (strategy, errand) => {
      const response = await fetch(`http://127.0.0.1:${port}/manage${basePathOf(strategy)}`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(errand),
      });
      if (response.status !== 200) throw new Error(await response.text());
      return memberOf(await response.json(), "result");
    },
    codes: (level) => told.filter((one) => one.level === level).map(({ code }) => code),
    stop: () => end(child, "SIGTERM"),
    kill: () => end(child, "SIGKILL"),
  };
}

async function pass(request: Request, port: number): Promise<Response> {
  const { pathname, search } = new URL(request.url);
  const { method, headers } = request;
  const body = method === "POST" ? { body: await request.text() } : {};
  const address = `http://127.0.0.1:${port}${pathname}${search}`;
  return fetch(address, { method, headers, ...body, redirect: "manual" });
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, "exit");
  child.kill(signal);
  await ended;
}

function memberOf(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined;
}
