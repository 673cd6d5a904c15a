import type { Context, Handler, Plugin, Route } from "../../core/plugin.js";
import { definePlugin } from "../../engine/define-plugin.js";
import { MissingAdapterMethods } from "../../errors.js";
import type { Outcome } from "../../http/outcome.js";
import type { Untyped } from "../../types/common.js";
import { secondFactors, removeRow } from "./table.js";
import { assertOptions, type TwoFactorDeps, type TwoFactorOptions } from "./options.js";

export type { TwoFactorOptions } from "./options.js";

/**
 * Two-factor authentication after every way in: a code from an authenticator app, a recovery code, or a passkey.
 *
 * ```ts
 * const config: AuthConfig = {
 *   providers: [GitHub, Password()],
 *   adapter,
 *   plugins: [twoFactor({ required: (user) => user.role === "admin" })],
 * };
 * ```
 */
export function twoFactor<Columns = Untyped>(
  options: TwoFactorOptions<Columns> = {},
): Plugin<"two-factor"> {
  return definePlugin({
    name: "two-factor",
    needs: { records: "stores second factors", proof: true },
    tables: [secondFactors],
    create(app) {
      assertOptions(options);
      const deps = { options, app };
      return {
        async check({ store }) {
          const missing = (await store?.missing(["getUser"])) ?? [];
          if (missing.length === 0) return undefined;
          return new MissingAdapterMethods(
            'The adapter has no method "getUser", which the plugin "two-factor" needs. Complete it with `extend`.',
          );
        },
        routes: routesWith(deps),
        signIn: {
          prove: async (context, signIn) =>
            (await import("./stage.js")).prove(context, deps, signIn),
        },
        takesTwoFactors: async (runtime, userId) =>
          (await import("./stage.js")).takesBoth(runtime, deps, userId),
        users: {
          addressProven: async ({ records }, userId) => {
            await removeRow(records, userId);
          },
        },
        examine: async (runtime) => (await import("./examine.js")).examine(runtime, options),
        account: async (context, user) => (await import("./section.js")).section(context, user),
      };
    },
  });
}

type Act = (context: Context, deps: TwoFactorDeps) => Promise<Outcome>;

function routesWith(deps: TwoFactorDeps): Readonly<Record<string, Route>> {
  const handler = (load: () => Promise<Act>): Handler => {
    return async (context) => (await load())(context, deps);
  };
  const show = async () => import("./routes.js");
  return {
    "second-step": {
      GET: handler(async () => (await show()).showAsk),
      POST: handler(async () => (await show()).submitCode),
      page: true,
    },
    "second-step/set-up": {
      GET: handler(async () => (await show()).showSetUp),
      POST: handler(async () => (await show()).setUp),
      page: true,
    },
    "second-step/settings": {
      GET: handler(async () => (await show()).showSettings),
      page: true,
      who: "session",
    },
    "second-step/codes": { POST: handler(async () => (await show()).newCodes), page: true },
    "second-step/off": { POST: handler(async () => (await show()).turnOff), page: true },
  };
}
