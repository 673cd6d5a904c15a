import type { Explanation } from "../../types/explanation.js";
import type { LoggerInstance } from "../../types/logger.js";
import { explained } from "../diagnosis/load.js";
import { isRecord } from "../values/json.js";
import { cureLine, describe, logLine } from "./log-line.js";

/** A logger with a promise for pending log lines: explanations of errors are loaded lazily. */
export interface Log extends LoggerInstance {
  /** Debug messages are passed on. */
  readonly debugs: boolean;
  /** Undefined if nothing is pending. */
  written(): Promise<unknown> | undefined;
}

/**
 * The configured logger: the app's own methods, the console for the rest. Error lines end with what to do.
 * Debug messages need `debug`. A logger that throws or rejects is ignored.
 */
export function createLogger(custom: Partial<LoggerInstance> | undefined, debug: boolean): Log {
  const fallback = consoleLogger(debug);
  const waiting = new Set<Promise<void>>();
  const tell = (code: string, message: readonly unknown[]) =>
    quietly(() =>
      custom?.error ? custom.error(code, ...message) : fallback.error(code, ...message),
    );
  return {
    debugs: debug,
    error(code, ...message) {
      const error = message.find((one) => one instanceof Error);
      if (!error) return tell(code, message);
      const use = (explanation: Explanation | undefined) => {
        tell(code, explanation ? [...message, explanation] : message);
      };
      const later = explained(code, error, use);
      if (!later) return;
      waiting.add(later);
      void later.then(() => waiting.delete(later));
    },
    warn: (code, ...message) =>
      quietly(() =>
        custom?.warn ? custom.warn(code, ...message) : fallback.warn(code, ...message),
      ),
    debug(code, ...message) {
      if (!debug) return;
      quietly(() =>
        custom?.debug ? custom.debug(code, ...message) : fallback.debug(code, ...message),
      );
    },
    written: () => (waiting.size === 0 ? undefined : Promise.all(waiting)),
  };
}

/** Failures of a logger can't be logged anywhere. */
function quietly(log: () => unknown): void {
  try {
    const result = log();
    if (isThenable(result)) Promise.resolve(result).catch(() => undefined);
  } catch {
    // As above.
  }
}

function isThenable(value: unknown): value is PromiseLike<unknown> {
  return typeof value === "object" && value !== null && "then" in value;
}

function consoleLogger(debug: boolean): LoggerInstance {
  const line = (level: string, code: string, message: readonly unknown[]) => {
    const explanation = message.find(isExplanation);
    const rest = message.filter((one) => one !== explanation).map((one) => describe(one, debug));
    const text = [`[latchkey] ${level} ${code}:`, ...rest].join(" ");
    return logLine(text, explanation && cureLine(explanation));
  };
  return {
    error: (code, ...message) => console.error(line("error", code, message)),
    warn: (code, ...message) => console.warn(line("warn", code, message)),
    debug: (code, ...message) => console.debug(line("debug", code, message)),
  };
}

function isExplanation(value: unknown): value is Explanation {
  return isRecord(value) && "cure" in value && "reference" in value;
}
