import type { LoggerInstance, WarningCode } from "../types/logger.js";

const told = new WeakMap<object, Set<WarningCode>>();

/** Tells a warning that a request gave rise to, unless it was told before. */
export type WarnOnce = (code: WarningCode, message: () => string) => void;

/**
 * Warnings that are told once to each logger: also where every request comes with a configuration of
 * its own, and whatever the requests say.
 */
export function createWarnOnce(
  custom: Partial<LoggerInstance> | undefined,
  logger: LoggerInstance,
): WarnOnce {
  const owner = custom ?? console;
  const codes = told.get(owner) ?? new Set();
  told.set(owner, codes);
  return (code, message) => {
    if (codes.has(code)) return;
    codes.add(code);
    logger.warn(code, message());
  };
}
