import { definePlugin } from "../../core/engine/define-plugin.js";
import { json } from "../../core/http/outcome.js";
import type { Handler, Plugin, Route } from "../../core/plugin.js";
import type { Table } from "../../types/records.js";
import type { JwtSettings } from "./keys.js";
import { settingsOf, type BearerOptions } from "./options.js";
import { bearerTable, deviceTable } from "./table.js";
import { openAccess, prefixes, type BearerDeps } from "./tokens.js";

export type { BearerJwtOptions, SigningKey } from "./keys.js";
export type { BearerClient, BearerOptions } from "./options.js";

/**
 * Adds sessions for programs without cookies: apps, desktop programs and command lines. Users sign
 * in through the system browser (RFC 8252), and the program gets a short-lived access token and a
 * refresh token.
 *
 * ```ts
 * bearer({
 *   clients: [
 *     { id: "ios", name: "Acme for iOS", redirectUris: ["com.example.acme:/signed-in"] },
 *   ],
 * })
 * ```
 */
export function bearer(options: BearerOptions): Plugin<"bearer"> {
  const hasDevices = options.clients.some(({ device }) => device === true);
  return definePlugin({
    name: "bearer",
    tables: hasDevices ? [bearerTable, deviceTable] : [bearerTable],
    needs: {
      records: "stores which refresh tokens work",
      sharedState: "keeps codes there until they are used",
      // An app's session isn't a recent sign-in: that proof is kept in the browser.
      proof: true,
    },
    create(app) {
      const deps = { app, settings: settingsOf(options) };
      return {
        origins: deps.settings.origins,
        async identify(_runtime, { scheme, value }) {
          if (scheme !== "bearer" || !value.startsWith(prefixes.access)) return undefined;
          const access = await openAccess(deps, value);
          return access && { kind: "session", token: access.session };
        },
        routes: {
          ...routesWith(deps),
          ...(hasDevices && deviceRoutes(deps)),
          ...(deps.settings.jwt && jwtRoutes(deps.settings.jwt)),
        },
        signOut: async (context) => (await import("./sign-out.js")).forgetAtSignOut(deps, context),
        eventTexts: async (context) =>
          (await context.texts((await import("./texts.js")).bearerTexts)).events,
        users: {
          // Someone who used the address without proving it may have signed in to an app.
          addressProven: async (runtime, userId) =>
            (await import("./sign-out.js")).forgetUser(deps, runtime, userId),
          sessionsEnded: async (runtime, userId) =>
            (await import("./approvals.js")).endApprovals(deps, runtime, userId),
          export: async ({ records }, userId) => {
            const { rows } = await records.find(bearerTable, { userId }, { limit: 1000 });
            return { apps: rows.map(({ clientId, expiresAt }) => ({ clientId, expiresAt })) };
          },
        },
      };
    },
  });
}

const tables: readonly Table[] = [bearerTable, deviceTable];

/** Every table it can have, whatever its options. */
bearer.tables = tables;

function routesWith(deps: BearerDeps): Readonly<Record<string, Route>> {
  const pages = () => import("./authorize.js");
  const endpoints = () => import("./token.js");
  return {
    "bearer/authorize": {
      GET: async (context) => (await pages()).authorize(deps, context),
      page: true,
    },
    "bearer/approve": {
      POST: async (context) => (await pages()).approve(deps, context),
      who: "session",
    },
    "bearer/token": endpoint(async (context) => (await endpoints()).issueTokens(deps, context)),
    "bearer/nonce": endpoint(async (context) =>
      (await import("./id-token.js")).issueNonce(deps, context),
    ),
    "bearer/revoke": endpoint(async (context) => (await endpoints()).revoke(deps, context)),
  };
}

function deviceRoutes(deps: BearerDeps): Readonly<Record<string, Route>> {
  const pages = () => import("./device-page.js");
  return {
    "bearer/device-code": endpoint(async (context) =>
      (await import("./device.js")).askForCode(deps, context),
    ),
    "bearer/device": {
      GET: async (context) => (await pages()).showDevice(context),
      POST: async (context) => (await pages()).submitCode(deps, context),
      page: true,
    },
    "bearer/device-answer": {
      POST: async (context) => (await pages()).answerDevice(deps, context),
      who: "session",
    },
  };
}

/** For programs, which have no cookies. Each parameter must be sent once (RFC 6749, section 3.2). */
function endpoint(handler: Handler): Route {
  return {
    from: "anyone",
    POST: async (context) => {
      const { body } = context.request;
      const isOnce = body.names().every((name) => typeof body.value(name) === "string");
      return isOnce ? handler(context) : json({ error: "invalid_request" }, 400);
    },
  };
}

function jwtRoutes(settings: JwtSettings): Readonly<Record<string, Route>> {
  return {
    "bearer/jwt": {
      POST: async (context) => (await import("./jwt.js")).issueJwt(settings, context),
      who: "session",
    },
    ".well-known/jwks.json": {
      GET: async () => (await import("./jwt.js")).showKeys(settings),
    },
  };
}
