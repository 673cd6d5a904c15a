import type { AuthConfig } from "../types/config.js";

interface Made<T> {
  readonly thing: T;
  readonly secrets: readonly string[];
}

/**
 * Makes something of a configuration object once, and once more when its secrets were replaced in
 * place, as an application does that gets new ones while it runs.
 */
export function perConfig<C extends Pick<AuthConfig, "secret" | "jwt">, T>(
  make: (config: C) => T,
): (config: C) => T {
  const known = new WeakMap<C, Made<T>>();
  return (config) => {
    const made = known.get(config);
    if (made && isStill(made.secrets, config)) return made.thing;
    const fresh = { thing: make(config), secrets: secretsIn(config) };
    known.set(config, fresh);
    return fresh.thing;
  };
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
