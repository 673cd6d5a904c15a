import { modeOfConfig, type Environment } from "../mode.js";
import type { AuthConfig } from "../types/config.js";
import { isLike, likenessOf, type Likeness } from "./likeness.js";

/** What something is made of besides the configuration. */
export interface Surroundings {
  readonly env: Environment;
  /** Where the routes are when neither the configuration nor the environment says so. */
  readonly basePath?: string | undefined;
}

interface Made<T> {
  readonly thing: T;
  readonly secrets: readonly string[];
  /** Undefined where nothing is taken for a copy. */
  readonly likeness: Likeness | undefined;
  readonly production: boolean;
  readonly basePath: string | undefined;
  /** What was asked of the environment, and what it said. */
  readonly asked: ReadonlyMap<string, unknown>;
}

type Config = Pick<AuthConfig, "secret" | "jwt" | "providers">;

/** For as many configurations with the same list of providers: one for each of some sites, say. */
const mostShared = 8;

const nowhere: Surroundings = { env: {} };

/**
 * Makes something of a configuration object once, and once more when its secrets were replaced in
 * place, as an application does that gets new ones while it runs. A copy, such as
 * `Auth(request, { ...config })` has for each request, shares what was made of a configuration with the
 * very same members in the same surroundings.
 */
/* @__NO_SIDE_EFFECTS__ */
export function perConfig<C extends Config, T>(
  make: (config: C, around: Surroundings) => T,
): (config: C, around?: Surroundings) => T {
  const known = new WeakMap<C, Made<T>>();
  const shared = new WeakMap<object, readonly Made<T>[]>();
  return (config, around = nowhere) => {
    const made = known.get(config);
    if (made && isStill(made.secrets, config)) return made.thing;
    const others = shared.get(config.providers) ?? [];
    const alike = others.find((one) => isSame(one, config, around));
    if (alike) return alike.thing;
    const { env, asked } = watched(around.env);
    const fresh = {
      likeness: likenessOf(config),
      thing: make(config, { ...around, env }),
      secrets: secretsIn(config),
      production: modeOfConfig(config).production,
      basePath: around.basePath,
      asked,
    };
    known.set(config, fresh);
    if (Array.isArray(config.providers)) {
      shared.set(config.providers, [fresh, ...others].slice(0, mostShared));
    }
    return fresh.thing;
  };
}

function isSame<T>(one: Made<T>, config: Config, { env, basePath }: Surroundings): boolean {
  return (
    one.likeness !== undefined &&
    isLike(one.likeness, config) &&
    isStill(one.secrets, config) &&
    one.basePath === basePath &&
    one.production === modeOfConfig(config).production &&
    saysTheSame(env, one.asked)
  );
}

function saysTheSame(env: Environment, asked: ReadonlyMap<string, unknown>): boolean {
  for (const [name, value] of asked) if (env[name] !== value) return false;
  return true;
}

/** The environment, and what is asked of it. */
function watched(given: Environment) {
  const asked = new Map<string, unknown>();
  const env = new Proxy(given, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name);
      if (typeof name === "string") asked.set(name, value);
      return value;
    },
  });
  return { env, asked };
}

type Secrets = Pick<AuthConfig, "secret" | "jwt">;

/** Those of the sessions come last; a text that is no secret keeps the two apart. */
function secretsIn({ secret = [], jwt }: Secrets): readonly string[] {
  return [...[secret].flat(), "", ...[jwt?.secret ?? []].flat()];
}

/** Asked at every request, so that for one secret, as most have it, no list is made. */
function isStill(secrets: readonly string[], config: Secrets): boolean {
  const { secret, jwt } = config;
  if (typeof secret === "string" && !jwt) return secrets.length === 2 && secrets[0] === secret;
  const now = secretsIn(config);
  return now.length === secrets.length && now.every((text, index) => text === secrets[index]);
}
