import { equalText } from "../../core/crypto/hash.js";
import { sha256 } from "../../core/crypto/sha256.js";
import { json, type Outcome } from "../../core/http/outcome.js";
import type { Context } from "../../core/plugin.js";
import { keysOf } from "../../core/plugins/app.js";
import { isVoid } from "./approvals.js";
import { codeKey } from "./authorize.js";
import { end, endReused, keepSession, refused, reused, tokensOf } from "./issue.js";
import { bearerTable } from "./table.js";
import { newId, openRefresh, openSession, sealSession, type BearerDeps } from "./tokens.js";

/** Seconds for which a used code is remembered. */
const usedLasts = 600;

const deviceCode = "urn:ietf:params:oauth:grant-type:device_code";
const tokenExchange = "urn:ietf:params:oauth:grant-type:token-exchange";

/** `POST bearer/token` (RFC 6749): tokens for a code, a refresh token or a provider's ID token. */
export async function issueTokens(deps: BearerDeps, context: Context): Promise<Outcome> {
  const grant = context.request.body.text("grant_type");
  // A parameter without a value counts as left out (section 3.2).
  if (!grant) return refused("invalid_request");
  if (grant === "authorization_code") return forCode(deps, context);
  if (grant === "refresh_token") return forRefreshToken(deps, context);
  if (grant === deviceCode) return (await import("./device.js")).forDeviceCode(deps, context);
  if (grant === tokenExchange) return (await import("./id-token.js")).forIdToken(deps, context);
  return refused("unsupported_grant_type");
}

/** `POST bearer/revoke` (RFC 7009) with the refresh token as `token`: ends the session. */
export async function revoke(deps: BearerDeps, context: Context): Promise<Outcome> {
  const refresh = await openRefresh(deps, context.request.body.text("token") ?? "");
  const row = refresh && (await context.records.get(bearerTable, refresh.id));
  if (row && (await end(deps, context, row))) {
    const { userId, clientId } = row;
    await context.tell({ type: "sign-out", userId, clientId });
  }
  return json({});
}

async function forCode(deps: BearerDeps, context: Context): Promise<Outcome> {
  const { app, settings } = deps;
  const { body } = context.request;
  const code = body.text("code");
  if (!code || !body.text("client_id")) return refused("invalid_request");
  const key = await codeKey(code);
  const used = `${key}:used`;
  const [granted, usedFor] = await context.state.strict.get([key, used]);
  if (usedFor !== undefined) return endReused(deps, context, usedFor);
  const claims = granted === undefined ? null : await app.open("code", granted);
  const { userId, provider, bothFactors, clientId, redirectUri, challenge, mark } = claims ?? {};
  if (typeof userId !== "string" || typeof clientId !== "string") return refused("invalid_grant");
  // The first request uses the code up, right or wrong.
  const id = newId();
  const isFirst = await context.state.strict.set(used, id, { ttl: usedLasts, ifAbsent: true });
  if (!isFirst) return refused("invalid_grant");
  await context.state.strict.delete(key).catch(() => undefined);
  const proven = await sha256(body.text("code_verifier") ?? "");
  const isRight =
    body.text("client_id") === clientId &&
    settings.clients.has(clientId) &&
    body.text("redirect_uri") === redirectUri &&
    equalText(keysOf(app), proven, String(challenge));
  if (!isRight || (await isVoid(deps, context, { userId, mark }))) return refused("invalid_grant");
  const signIn = { provider: String(provider), bothFactors: bothFactors === true };
  const session = await context.tokenSessions.start(userId, signIn);
  if (session === null) return refused("access_denied");
  return keepSession(deps, context, { id, userId, clientId, session });
}

async function forRefreshToken(deps: BearerDeps, context: Context): Promise<Outcome> {
  const { body } = context.request;
  const token = body.text("refresh_token");
  if (!token || !body.text("client_id")) return refused("invalid_request");
  const refresh = await openRefresh(deps, token);
  const row = refresh && (await context.records.get(bearerTable, refresh.id));
  if (!refresh || !row) return refused("invalid_grant");
  if (body.text("client_id") !== row.clientId || !deps.settings.clients.has(row.clientId)) {
    return refused("invalid_grant");
  }
  const { id, version } = refresh;
  const sealed = version === row.version ? await openSession(deps, row.session) : null;
  if (version !== row.version) return reused(deps, context, row);
  const session = sealed === null ? null : await context.tokenSessions.renew(sealed);
  if (session === null) {
    await context.records.remove(bearerTable, id);
    return refused("invalid_grant");
  }
  const isNext = await context.records.update(bearerTable, id, {
    set: {
      version: version + 1,
      session: await sealSession(deps, session),
      expiresAt: new Date(context.now + deps.settings.refreshMaxAge * 1000),
    },
    if: { version },
  });
  if (!isNext) return reused(deps, context, row);
  return json(await tokensOf(deps, { id, version: version + 1 }, session));
}
