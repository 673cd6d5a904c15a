import type { Route } from "../../core/plugin.js";
import type { ApiKeysDeps } from "./managed.js";

/** Creating or rotating a key takes a recent sign-in. Users can always revoke their own. */
export function routesWith(deps: ApiKeysDeps): Readonly<Record<string, Route>> {
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
