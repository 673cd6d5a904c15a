import { once } from "../../core/async/once.js";
import { definePlugin } from "../../core/engine/define-plugin.js";
import type { Plugin, Route } from "../../core/plugin.js";
import { keysOf } from "../../core/plugins/app.js";
import { instances } from "../../core/plugins/instances.js";
import { pluginApp, type ConfigWithPlugins } from "../../doors/plugin-app.js";
import type { WithApiKey } from "./identify.js";
import { managedKeys, type ManagedApiKeys, type ApiKeysDeps } from "./managed.js";
import { settingsOf, type ApiKeysOptions } from "./options.js";
import { recentKeysOf } from "./recent.js";
import { apiKeyTable } from "./table.js";

export type { UsedApiKey, WithApiKey } from "./identify.js";
export { ApiKeyRefused } from "./managed.js";
export type {
  ApiKeyInfo,
  ApiKeyRequest,
  KeyRefusal,
  ManagedApiKeys,
  NewApiKey,
} from "./managed.js";
export type { ApiKeysOptions } from "./options.js";

const known = /* @__PURE__ */ instances<ManagedApiKeys>();
const identifying = /* @__PURE__ */ once(() => import("./identify.js"));

function create(options: ApiKeysOptions = {}): Plugin<"api-keys", WithApiKey> {
  return definePlugin<"api-keys", WithApiKey>({
    name: "api-keys",
    needs: { records: "stores the keys' hashes" },
    tables: [apiKeyTable],
    create(app) {
      const settings = settingsOf(options);
      const deps = { app, settings, recent: recentKeysOf(keysOf(app)) };
      known.set(
        app,
        managedKeys(deps, () => app.ready()),
      );
      const start = `${settings.prefix}_`;
      return {
        async identify(runtime, credential) {
          const { scheme, value } = credential;
          if (scheme !== "bearer" || !value.startsWith(start)) return undefined;
          return (await identifying()).identify(deps, runtime, credential);
        },
        routes: routesWith(deps),
        account: async (context, user) =>
          (await import("./section.js")).section(deps, context, user),
        eventTexts: async (context) =>
          (await context.texts((await import("./texts.js")).apiKeyTexts)).events,
        users: {
          // Someone who used the address without proving it may have created keys.
          addressProven: async (runtime, userId) =>
            (await import("./managed.js")).removeKeys(deps, runtime, userId),
          export: async (runtime, userId) => ({
            keys: await managedKeys(deps, () => Promise.resolve(runtime)).list(userId),
          }),
        },
      };
    },
  });
}

/** `apiKeys()` creates the plugin; `apiKeys.of(config)` manages keys on the server. */
export interface ApiKeys {
  (options?: ApiKeysOptions): Plugin<"api-keys", WithApiKey>;
  /** Manages the keys of a configuration's users. */
  of(config: ConfigWithPlugins): ManagedApiKeys;
}

/**
 * Adds API keys. Users create them for programs that call your API for them, with `Authorization:
 * Bearer`. A key isn't a sign-in: it can't change the account.
 *
 * ```ts
 * const config = defineConfig({
 *   providers: [GitHub],
 *   adapter,
 *   plugins: [apiKeys({ prefix: "acme", scopes: { "posts:read": "Read your posts" } })],
 * });
 * ```
 */
export const apiKeys: ApiKeys = /* @__PURE__ */ Object.assign(create, {
  of(config: ConfigWithPlugins): ManagedApiKeys {
    const keys = known.in(pluginApp(config, "api-keys"));
    if (keys) return keys;
    throw new TypeError(
      "`apiKeys` and the plugin come from different copies of Latchkey. Install it only once.",
    );
  },
});

/**
 * Returns whether a session has a scope. A user who signed in has every scope, an API key only its
 * own, and null has none.
 *
 * ```ts
 * const session = await auth();
 * if (!hasScope(session, "posts:write")) return new Response(null, { status: 403 });
 * ```
 */
export function hasScope(
  session: (WithApiKey & object) | null | undefined,
  scope: string,
): boolean {
  if (!session) return false;
  return session.apiKey === undefined || session.apiKey.scopes.includes(scope);
}

/** Creating or rotating a key takes a recent sign-in. Users can always revoke their own. */
function routesWith(deps: ApiKeysDeps): Readonly<Record<string, Route>> {
  const pages = () => import("./pages.js");
  return {
    "api-keys": {
      GET: async (context) => (await pages()).showKeys(deps, context),
      page: true,
      who: "session",
    },
    "api-keys/create": {
      POST: async (context) => (await pages()).createKey(deps, context),
      who: "proof",
    },
    "api-keys/rotate": {
      POST: async (context) => (await pages()).rotateKey(deps, context),
      who: "proof",
    },
    "api-keys/revoke": {
      POST: async (context) => (await pages()).revokeKey(deps, context),
      who: "session",
    },
  };
}
