import type { Request } from "express";

const asked = new WeakMap<Error, Request>();
const listening = { begun: false };

/**
 * Express 5 passes on what a handler rejects with. Express 4 does not look at it, and Node.js ends a process
 * at a rejection that nobody handles. There, an error of `getSession` that no handler has caught goes to the
 * error handlers of the application, as if it had been passed to `next`.
 */
export function passOnUnhandled(req: Request, error: unknown): void {
  const isVersion4 = "lazyrouter" in req.app;
  if (!isVersion4 || !(error instanceof Error)) return;
  asked.set(error, req);
  if (listening.begun) return;
  listening.begun = true;
  process.on("unhandledRejection", passOn);
}

function passOn(reason: unknown): void {
  const req = reason instanceof Error ? asked.get(reason) : undefined;
  if (req) req.next?.(reason);
  // What is not ours ends the process, as it would without us.
  else if (endsProcesses() && process.listenerCount("unhandledRejection") === 1) throw reason;
}

function endsProcesses(): boolean {
  const options = [...process.execArgv, process.env["NODE_OPTIONS"] ?? ""].join(" ");
  return !/--unhandled-rejections[= ](?:warn|none)/.test(options);
}
