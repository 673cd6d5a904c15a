import type { Awaitable } from "../../types/common.js";
import type { ToldEvent } from "../../types/events.js";
import { sharedMap } from "../async/shared-map.js";
import type { KeyRing } from "../crypto/keys.js";
import { openToken, sealToken } from "../crypto/token.js";
import type { AuthError } from "../errors/errors.js";
import type { App } from "../plugin.js";
import { runtimeOf, withParts, type CoreParts, type Parts } from "./runtime.js";

/** What a plugin gets from a configuration. */
export interface AppParts extends Omit<App, "key" | "seal" | "open" | "ready" | "tell"> {
  readonly keys: KeyRing;
  /** Set once it's created. */
  readonly ready: () => Awaitable<
    | (Parts & Pick<CoreParts, "flows"> & { readonly problem?: never })
    | { readonly problem: AuthError }
  >;
  readonly tell: (event: ToldEvent) => Promise<void>;
}

const rings = sharedMap<object, KeyRing>("rings");

/** The keys of a configuration, for plugins of this library that use internals. */
export function keysOf({ key }: Pick<App, "key">): KeyRing {
  const keys = rings.get(key);
  if (keys) return keys;
  throw new TypeError(
    "This app object wasn't created by the engine. Pass on the \`app\` that \`create\` received.",
  );
}

/** Creates the `App` of each plugin of a configuration. */
export function appMaker({ keys, ready, tell, ...known }: AppParts): (name: string) => App {
  const key = {};
  rings.set(key, keys);
  return (name) => ({
    ...known,
    key,
    tell,
    seal: (purpose, claims, maxAge) =>
      sealToken(keys, { salt: saltOf(name, purpose), claims, maxAge, now: Date.now() }),
    async open(purpose, token) {
      const opened = await openToken(keys, {
        salt: saltOf(name, purpose),
        token,
        now: Date.now(),
      });
      return opened.ok ? opened.claims : null;
    },
    async ready() {
      const found = await ready();
      if (found.problem) throw found.problem;
      return withParts(runtimeOf(found), { keys, flows: found.flows });
    },
  });
}

/** What a plugin seals for one purpose can't be opened for another. Names contain no dots. */
export function saltOf(name: string, purpose: string): string {
  return `latchkey.plugin.${name}.${purpose}`;
}
