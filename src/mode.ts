/** Environment variables by name. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** How the application runs. */
export interface Mode {
  readonly production: boolean;
  /** NODE_ENV isn't set, so production is assumed. */
  readonly assumed: boolean;
  /** The hosting platform makes sure that the Host header is one of the site. */
  readonly setsHost?: boolean;
}

const development: readonly unknown[] = ["development", "test"];

/** What every message begins with that would not be there if NODE_ENV were set for local work. */
const assumption =
  "NODE_ENV is not set, so Latchkey assumes production. Set NODE_ENV=development for local work.";

/**
 * The only place that decides what is development: `NODE_ENV` is `development` or `test`, and nothing else.
 * Where an environment object is given beside that of the process, neither may say otherwise.
 */
export function modeOf(env: Environment = {}): Mode {
  const said = [env["NODE_ENV"], processNodeEnv()].filter(Boolean);
  const isDevelopment = said.length > 0 && said.every((name) => development.includes(name));
  return { production: !isDevelopment, assumed: said.length === 0 };
}

const modes = new WeakMap<object, Mode>();

/** Keeps the mode of the environment that a configuration was completed from. */
export function setModeOf(config: object, mode: Mode): void {
  modes.set(config, mode);
}

/** The mode of a configuration: that of its environment, else that of the process. */
export function modeOfConfig(config: object): Mode {
  return modes.get(config) ?? modeOf();
}

/** The message of an error that only production has. */
export function inProduction({ assumed }: Pick<Mode, "assumed">, message: string): string {
  return assumed ? `${assumption} ${message}` : message;
}

/** The environment of the process. Not every runtime has one. */
export function processEnvironment(): Environment {
  try {
    return process.env;
  } catch {
    return {};
  }
}

/** Written out, since bundlers put the value here; some runtimes have it nowhere else. */
function processNodeEnv(): string | undefined {
  try {
    return process.env["NODE_ENV"];
  } catch {
    return undefined;
  }
}
