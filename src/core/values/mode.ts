/** Environment variables by name. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** How the app runs. */
export interface Mode {
  readonly production: boolean;
  /** NODE_ENV isn't set, so production is assumed. */
  readonly assumed: boolean;
  /** The hosting platform guarantees that the Host header is the site's. */
  readonly setsHost?: boolean;
}

const development: readonly unknown[] = ["development", "test"];

/** The beginning of messages that wouldn't appear if NODE_ENV were set for local work. */
const assumption =
  "NODE_ENV is not set, so Latchkey assumes production. Set NODE_ENV=development for local work.";

/**
 * The only place that decides what counts as development: `NODE_ENV` is `development` or `test`. If an
 * environment object is passed besides the process's, both must agree.
 */
export function modeOf(env: Environment = {}): Mode {
  const said = [env["NODE_ENV"], processNodeEnv()].filter(Boolean);
  const isDevelopment = said.length > 0 && said.every((name) => development.includes(name));
  return { production: !isDevelopment, assumed: said.length === 0 };
}

const modes = new WeakMap<object, Mode>();

interface Completed {
  readonly providers?: object;
}

/**
 * Keeps the mode of the environment that a configuration was completed from. The list of providers is made at the same
 * time, so copies such as `{ ...config }` have the same mode.
 */
export function setModeOf(config: Completed, mode: Mode): void {
  for (const key of [config, config.providers]) if (key) modes.set(key, mode);
}

/** The mode of a configuration: that of its environment, else that of the process. */
export function modeOfConfig(config: Completed): Mode {
  return modes.get(config) ?? modes.get(config.providers ?? config) ?? modeOf();
}

/** The message of an error that occurs only in production. */
export function inProduction({ assumed }: Pick<Mode, "assumed">, message: string): string {
  return assumed ? `${assumption} ${message}` : message;
}

/** The process's environment. Not every runtime has one. */
export function processEnvironment(): Environment {
  try {
    return process.env;
  } catch {
    return {};
  }
}

/** Written out, because bundlers inline the value; some runtimes have it nowhere else. */
function processNodeEnv(): string | undefined {
  try {
    return process.env["NODE_ENV"];
  } catch {
    return undefined;
  }
}
