import type { AuthConfig } from "latchkey";
import { noteConfig } from "./secrecy/secrets.js";
import { watch } from "./secrecy/told.js";

type Config = Omit<AuthConfig, "raw">;

/** The methods of an instance of a class wouldn't be copied. */
function isPlain(value: unknown): value is object {
  const isObject = typeof value === "object" && value !== null;
  return isObject && Object.getPrototypeOf(value) === Object.prototype;
}

/**
 * How long a configuration object lives, by the environment variable LATCHKEY_CONFIG: as long as the
 * test; for one request (`fresh`), as with `Auth(request, { ...config })`; or for one request with all
 * that is in it (`lazy`), as where a function makes everything again.
 */
const lifetimes = {
  stays: (config) => config,
  fresh: (config) => ({ ...config }),
  lazy: (config) => ({
    ...config,
    providers: config.providers.map((provider) =>
      typeof provider === "function" ? provider : { ...provider },
    ),
    ...(typeof config.secret === "object" && { secret: [...config.secret] }),
    ...(config.session && { session: { ...config.session } }),
    ...(config.jwt && { jwt: { ...config.jwt } }),
    ...(isPlain(config.callbacks) && { callbacks: { ...config.callbacks } }),
    ...(isPlain(config.events) && { events: { ...config.events } }),
    ...(isPlain(config.adapter) && { adapter: { ...config.adapter } }),
  }),
} satisfies Record<string, (config: Config) => Config>;

export type Lifetime = keyof typeof lifetimes;

const isLifetime = (name: string): name is Lifetime => Object.hasOwn(lifetimes, name);
const chosen = fromEnvironment(process.env["LATCHKEY_CONFIG"] || "stays");

function fromEnvironment(name: string): Lifetime {
  if (isLifetime(name)) return name;
  throw new Error(`LATCHKEY_CONFIG is ${name}; it can be ${Object.keys(lifetimes).join(", ")}.`);
}

/** The configuration for one request. */
export function forRequest(config: Config, lifetime: Lifetime = chosen): Config {
  noteConfig(config);
  return watch(lifetimes[lifetime](config));
}
