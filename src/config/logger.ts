import { AuthError } from "../errors.js";
import type { LoggerInstance } from "../types/logger.js";

/**
 * The logger of a configuration: the application's own methods, the console for the rest. Debug
 * messages are passed on only with `debug`. A logger that throws disturbs nothing.
 */
export function createLogger(
  custom: Partial<LoggerInstance> | undefined,
  debug: boolean,
): LoggerInstance {
  const fallback = consoleLogger();
  return {
    error: (code, ...message) =>
      quietly(() =>
        custom?.error ? custom.error(code, ...message) : fallback.error(code, ...message),
      ),
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
  };
}

function quietly(log: () => void): void {
  try {
    log();
  } catch {
    // There is nowhere left to tell.
  }
}

function consoleLogger(): LoggerInstance {
  return {
    error: (code, ...message) => console.error(...lines("error", code, message)),
    warn: (code, ...message) => console.warn(...lines("warn", code, message)),
    debug: (code, ...message) => console.debug(...lines("debug", code, message)),
  };
}

function lines(level: string, code: string, message: readonly unknown[]): string[] {
  return [[`[latchkey] ${level} ${code}:`, ...message.map(describe)].map(oneLine).join(" ")];
}

function describe(value: unknown): string {
  if (value instanceof AuthError) return describeAuthError(value);
  if (value instanceof Error) return describeError(value);
  return typeof value === "string" ? value : safeJson(value);
}

function describeAuthError(error: AuthError): string {
  const { err, ...details } = error.cause ?? {};
  const parts = [error.message || error.name];
  if (err) parts.push(`Cause: ${describeError(err)}`);
  if (Object.keys(details).length > 0) parts.push(`Details: ${safeJson(details)}`);
  return parts.join(" ");
}

function describeError(error: Error): string {
  const where =
    error.stack
      ?.split("\n")
      .slice(1, 4)
      .map((line) => line.trim()) ?? [];
  return [`${error.name}: ${error.message}`, ...where].join(" | ");
}

function safeJson(value: unknown): string {
  try {
    return JSON.stringify(value, (_, item: unknown) =>
      item instanceof Error ? `${item.name}: ${item.message}` : item,
    );
  } catch {
    return "(not serialisable)";
  }
}

/** Text from outside may hold line ends or terminal codes; a message stays one line. */
function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\u2028\u2029]/gu, (char) => {
    return `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`;
  });
}
