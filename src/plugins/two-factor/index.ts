import { definePlugin } from "../../core/engine/define-plugin.js";
import { MissingAdapterMethods } from "../../core/errors/errors.js";
import type { Outcome } from "../../core/http/outcome.js";
import type { Context, Handler, Plugin, Route } from "../../core/plugin.js";
import type { Adapter } from "../../types/adapter.js";
import type { Untyped } from "../../types/common.js";
import type { ImportedApp } from "./add.js";
import { assertOptions, type TwoFactorDeps, type TwoFactorOptions } from "./options.js";
import { readRow, secondFactors, removeRow } from "./table.js";

export type { ImportedApp } from "./add.js";
export type { TwoFactorOptions } from "./options.js";

/**
 * Adds two-factor authentication after every way to sign in: a code from an authenticator app, a
 * recovery code, or a passkey.
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
          resetFactor: ({ records }, userId) => removeRow(records, userId),
          export: async ({ records }, userId) => ({
            on: (await readRow(records, userId)) !== null,
          }),
        },
        examine: async (runtime) => (await import("./examine.js")).examine(runtime, options),
        account: async (context, user) => (await import("./section.js")).section(context, user),
        eventTexts: async (context) =>
          (await context.texts((await import("./texts.js")).twoFactorTexts)).events,
      };
    },
  });
}

/**
 * Imports an authenticator app, so that a user can keep the one they have. Resolves to whether it
 * was stored: a user who has a second factor keeps it, so an import can run twice.
 *
 * ```ts
 * const secret = process.env.AUTH_SECRET;
 * await addAuthenticatorApp(adapter, { userId, key: "JBSWY3DPEHPK3PXP", secret });
 * ```
 */
export async function addAuthenticatorApp(
  adapter: Pick<Adapter, "records">,
  app: ImportedApp,
): Promise<boolean> {
  return (await import("./add.js")).addApp(adapter, app);
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
