import type { Engine } from "../../core/engine/index.js";

/**
 * Checks the configuration after the application has started, in production, so that problems are
 * logged before the first request. `hostTrusted`: whether the host is trusted depends on the
 * request.
 */
export function checkSoon(engineOf: () => Engine, hostTrusted = false): void {
  const check = async (): Promise<void> => {
    const { settings } = engineOf();
    if (!settings.production) return;
    const { problem } = await settings.ready(hostTrusted);
    if (problem) settings.logger.error(problem.type, problem);
  };
  // A failure of the check itself is reported by the first request.
  setTimeout(() => void check().catch(() => undefined), 0).unref();
}
