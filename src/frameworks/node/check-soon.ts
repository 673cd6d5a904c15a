import type { Engine } from "../../engine/index.js";

/**
 * Looks at the configuration once the application has started, in production: what is wrong with it is
 * in the log before the first person comes. `hostTrusted`: only a request will tell whether its host is.
 */
export function checkSoon(engineOf: () => Engine, hostTrusted = false): void {
  const check = async (): Promise<void> => {
    const { settings } = engineOf();
    if (!settings.production) return;
    const { problem } = await settings.ready(hostTrusted);
    if (problem) settings.logger.error(problem.type, problem);
  };
  // What can not even be looked at fails at the first request, which can be told of it.
  setTimeout(() => void check().catch(() => undefined), 0).unref();
}
