import { appMaker } from "../../src/core/plugins/app.js";
import { createKeyRing } from "../../src/core/crypto/keys.js";
import { AuthError } from "../../src/core/errors/errors.js";
import { tellFailure } from "../../src/core/events/tell-failure.js";
import { noPlugins, type Bound, type Plugins } from "../../src/core/plugins/folded.js";
import type { Context } from "../../src/core/plugin.js";
import { endParked } from "../../src/core/sign-in/parked.js";
import type { SignInHost } from "../../src/core/sign-in/plugin-host.js";
import { observeSessionStart } from "../../src/core/sign-in/session-started.js";
import { passStages } from "../../src/core/sign-in/stages.js";

const nobody = (): Promise<Context> => Promise.reject(new Error("There is no plugin to call."));

/** What a context has where no plugin is configured. */
export const withoutPlugins: {
  readonly host: null;
  readonly plugins: Plugins;
  readonly forPlugin: (bound: Bound) => Promise<Context>;
} = { host: null, plugins: noPlugins, forPlugin: nobody };

/** What plugins bring to a sign-in. */
export const signInHost: SignInHost = {
  passStages,
  endParked,
  observeSessionStart,
  tellFailure,
};

/** Plugins of which only this much is known. */
export function plugins(known: Partial<Plugins>): Plugins {
  return { ...noPlugins, ...known };
}

const silent = { error: () => undefined, warn: () => undefined, debug: () => undefined };
const inertApp = {
  ...{ production: true, timeout: 1000, logger: silent },
  session: { strategy: "jwt", maxAge: 60 } as const,
  keys: createKeyRing(["a secret of plugins"]),
  ready: () => ({ problem: new AuthError("It is never ready.") }),
  tell: () => Promise.resolve(),
  warnOnce: () => undefined,
};

/** One plugin as a context knows it, for hooks that look at neither. */
export const asPlugin = {
  bound: { plugin: { name: "example" }, app: appMaker(inertApp)("example") },
  // @ts-expect-error Nothing of it is asked.
  forPlugin: (): Promise<Context> => Promise.resolve({}),
};
