import type { LoggerInstance, WarningCode } from "../../types/logger.js";

const told = new WeakMap<object, Set<WarningCode>>();

/** Logs a warning that a request caused, unless it was logged before. */
export type WarnOnce = (code: WarningCode, message: () => string) => void;

/**
 * Warnings already given to each logger, so that each is logged once even if every request builds a new
 * configuration.
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
