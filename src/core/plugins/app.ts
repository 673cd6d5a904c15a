import { openToken, sealToken } from "../../crypto/token.js";
import type { KeyRing } from "../../crypto/keys.js";
import type { AuthError } from "../../errors.js";
import { sharedMap } from "../../shared-map.js";
import type { Awaitable } from "../../types/common.js";
import type { ToldEvent } from "../../types/events.js";
import type { App } from "../plugin.js";
import { runtimeOf, type Parts } from "./runtime.js";

/** What plugins get of a configuration. */
export interface AppParts extends Omit<App, "key" | "seal" | "open" | "ready" | "tell"> {
  readonly keys: KeyRing;
  /** Called once it is made. */
  readonly ready: () => Awaitable<
    (Parts & { readonly problem?: never }) | { readonly problem: AuthError }
  >;
  readonly tell: (event: ToldEvent) => Promise<void>;
}

const rings = sharedMap<object, KeyRing>("rings");

/** The keys of a configuration, for plugins of this library that are built on parts of the core. */
export function keysOf({ key }: Pick<App, "key">): KeyRing {
  const keys = rings.get(key);
  if (keys) return keys;
  throw new TypeError("This app was not made by the engine.");
}

/** Makes the `App` of each plugin of a configuration. */
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
      return runtimeOf(found);
    },
  });
}

/** What a plugin seals for a purpose, nothing else opens. Names hold no dots. */
export function saltOf(name: string, purpose: string): string {
  return `latchkey.plugin.${name}.${purpose}`;
}
