import { inspect } from "node:util";
import type { AuthConfig } from "latchkey";
import { definePlugin, type AuditEvent, type Plugin } from "latchkey/plugin";
import { telemetry } from "latchkey/plugins/telemetry";

type Config = Omit<AuthConfig, "raw">;

/** What the library has told in one test file, whoever it told it. */
export const told = {
  on: false,
  lines: new Array<string>(),
  events: new Array<AuditEvent>(),
  spans: new Array<string>(),
};

/** The next file of the same process begins with nothing. */
export function forgetTold(): void {
  for (const list of [told.lines, told.events, told.spans]) list.length = 0;
}

const asText = (value: unknown) =>
  typeof value === "string" ? value : inspect(value, { depth: 12, maxStringLength: null });

export function noteLine(...parts: readonly unknown[]): void {
  told.lines.push(parts.map(asText).join(" "));
}

const watched = new WeakMap<Config, Config>();

/** The same configuration, with everything that it tells written down. */
export function watch(config: Config): Config {
  if (!told.on) return config;
  const known = watched.get(config);
  if (known) return known;
  // What is frozen doesn't change, and can't be seen otherwise than it is.
  const seen = new Proxy(Object.isFrozen(config) ? { ...config } : config, { get: instead });
  watched.set(config, seen);
  return seen;
}

const listening = definePlugin({
  name: "secrecy",
  create: () => ({ observe: (event) => void told.events.push(event) }),
});
const spans = telemetry();

function instead(config: Config, name: string | symbol, receiver: unknown): unknown {
  const { logger, debug } = config;
  if (name === "plugins") return withListener(config.plugins ?? []);
  if (name === "logger" && logger) return watchLogger(logger, debug ?? false);
  // Debug messages are written down in any case, where they wouldn't go to the console.
  if (name === "debug") return debug ?? (logger?.debug ? true : undefined);
  return Reflect.get(config, name, receiver);
}

function withListener(plugins: readonly Plugin[]): unknown {
  // Some tests pass what is no list.
  if (!Array.isArray(plugins)) return plugins;
  const measures = plugins.some(({ name }: Plugin) => name === spans.name);
  return plugins.concat([listening, ...(measures ? [] : [spans])]);
}

type Logger = NonNullable<Config["logger"]>;

const loggers = new WeakMap<Logger, Logger>();

/** The same for the same: what is told once is told once to a logger. */
function watchLogger(logger: Logger, debug: boolean): Logger {
  const known = loggers.get(logger);
  if (known) return known;
  const seen = new Proxy(logger, {
    get(target, level) {
      const method: unknown = Reflect.get(target, level);
      if (typeof method !== "function") return method;
      return (...given: readonly unknown[]): unknown => {
        noteLine(level, ...given);
        const isOurs = level === "debug" || given[0] === "debug-enabled";
        if (isOurs && !debug) return undefined;
        const result: unknown = Reflect.apply(method, target, given);
        return result;
      };
    },
  });
  loggers.set(logger, seen);
  return seen;
}

const levels = ["error", "warn", "debug", "log"] as const;

/** Writes down what is printed, until the function that it gives is called. */
export function watchConsole(): () => void {
  const undo = levels.map((level) => {
    const print = console[level];
    console[level] = (...given: readonly unknown[]) => {
      noteLine(...given);
      print.call(console, ...given);
    };
    return () => {
      console[level] = print;
    };
  });
  return () => {
    for (const restore of undo) restore();
  };
}
