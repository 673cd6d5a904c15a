import type { Request } from "express";

const requests = new WeakMap<Error, Request>();
const listening = { begun: false };

/**
 * Express 5 passes a handler's rejection on. Express 4 ignores it, and Node.js ends the process at
 * an unhandled rejection. So an error of `getSession` that no handler catches goes to the
 * application's error handlers, as if passed to `next`.
 */
export function passOnUnhandled(req: Request, error: unknown): void {
  const isVersion4 = "lazyrouter" in req.app;
  if (!isVersion4 || !(error instanceof Error)) return;
  requests.set(error, req);
  if (listening.begun) return;
  listening.begun = true;
  process.on("unhandledRejection", passOn);
}

function passOn(reason: unknown): void {
  const req = reason instanceof Error ? requests.get(reason) : undefined;
  if (req) req.next?.(reason);
  // Errors of others end the process, as they would without us.
  else if (endsProcesses() && process.listenerCount("unhandledRejection") === 1) throw reason;
}

function endsProcesses(): boolean {
  const options = [...process.execArgv, process.env["NODE_OPTIONS"] ?? ""].join(" ");
  return !/--unhandled-rejections[= ](?:warn|none)/.test(options);
}
