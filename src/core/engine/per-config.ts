import type { AuthConfig } from "../auth-config.js";
import { isPlain } from "../values/merge.js";
import { type Environment, modeOfConfig } from "../values/mode.js";

/** An object's members when it was last seen. */
interface Shallow {
  readonly object: object;
  /** Undefined for an array. */
  readonly names: readonly string[] | undefined;
  readonly values: readonly unknown[];
}

/** What an object consists of: itself, then the plain objects and arrays in it, which may be modified in place. */
type ConfigSnapshot = readonly Shallow[];

/** Compared by identity: their contents are their own, and may grow with every request. */
const opaque = ["adapter", "sharedState"];

/** The members of a plain object, for `isLike`; undefined for class instances, which may have hidden state. */
function snapshotOf(object: object): ConfigSnapshot | undefined {
  if (!isPlain(object)) return undefined;
  const inside = Object.entries(object).flatMap(([name, value]: [string, unknown]) =>
    !opaque.includes(name) && (Array.isArray(value) || isPlain(value)) ? [hold(value)] : [],
  );
  return [hold(object), ...inside];
}

/** Whether an object has exactly the same members, with the same contents. */
function isUnchanged([whole, ...inside]: ConfigSnapshot, object: object): boolean {
  return (
    whole !== undefined &&
    isPlain(object) &&
    holds(whole, object) &&
    inside.every((held) => holds(held, held.object))
  );
}

function hold(object: object): Shallow {
  const names = Array.isArray(object) ? undefined : Object.keys(object);
  return { object, names, values: Object.values(object) };
}

function holds({ names, values }: Shallow, object: object): boolean {
  return areSame(Object.values(object), values) && (!names || areSame(Object.keys(object), names));
}

function areSame(some: readonly unknown[], others: readonly unknown[]): boolean {
  return some.length === others.length && some.every((one, index) => one === others[index]);
}

/** What the result depends on besides the configuration. */
export interface ConfigEnvironment {
  readonly env: Environment;
  /** The path of the routes if neither the configuration nor the environment sets it. */
  readonly basePath?: string | undefined;
}

interface Made<T> {
  readonly thing: T;
  readonly secrets: readonly string[];
  /** Undefined if copies aren't recognized. */
  readonly likeness: ConfigSnapshot | undefined;
  readonly production: boolean;
  readonly basePath: string | undefined;
  /** The environment variables that were read, and their values. */
  readonly asked: ReadonlyMap<string, unknown>;
}

type Config = Secrets & Pick<AuthConfig, "providers">;

/** How many configurations with the same list of providers are kept, such as one per site. */
const mostShared = 8;

const noEnvironment: ConfigEnvironment = { env: {} };

/**
 * Computes something once per configuration object, and again if its secrets are replaced in place, as apps
 * do that rotate them while running. A copy with exactly the same members, such as `Auth(request, { ...config
 * })` makes for each request, shares the result.
 */
/* @__NO_SIDE_EFFECTS__ */
export function perConfig<C extends Config, T>(
  make: (config: C, around: ConfigEnvironment) => T,
): (config: C, around?: ConfigEnvironment) => T {
  const known = new WeakMap<C, Made<T>>();
  const shared = new WeakMap<object, readonly Made<T>[]>();
  return (config, around = noEnvironment) => {
    const made = known.get(config);
    if (made && isStill(made.secrets, config)) return made.thing;
    const others = shared.get(config.providers) ?? [];
    const alike = others.find((one) => isSame(one, config, around));
    if (alike) return alike.thing;
    const { env, asked } = watched(around.env);
    const fresh = {
      likeness: snapshotOf(config),
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

function isSame<T>(one: Made<T>, config: Config, { env, basePath }: ConfigEnvironment): boolean {
  return (
    one.likeness !== undefined &&
    isUnchanged(one.likeness, config) &&
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

/** The environment, and which variables are read. */
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

type Secrets = Pick<AuthConfig, "secret" | "tenant" | "jwt">;

/** Session secrets come after a separator that can't be a secret, then the tenant. */
function secretsIn({ secret = [], tenant, jwt }: Secrets): readonly string[] {
  const whose = tenant === undefined ? [] : ["", tenant];
  return [...[secret].flat(), "", ...[jwt?.secret ?? []].flat(), ...whose];
}

/** Runs at every request, so no list is created for the usual single secret. */
function isStill(secrets: readonly string[], config: Secrets): boolean {
  const { secret, tenant, jwt } = config;
  if (typeof secret === "string" && tenant === undefined && !jwt) {
    return secrets.length === 2 && secrets[0] === secret;
  }
  const now = secretsIn(config);
  return now.length === secrets.length && now.every((text, index) => text === secrets[index]);
}
