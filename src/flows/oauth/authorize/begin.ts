import { toBase64Url } from "../../../core/crypto/encoding.js";
import { randomText } from "../../../core/crypto/random.js";
import { AuthError, OAuthSignInError } from "../../../core/errors/errors.js";
import { reservedAuthorizationParams } from "../../../core/http/authorization-params.js";
import { redirectTo, type Outcome } from "../../../core/http/outcome.js";
import { actionUrl, withQuery } from "../../../core/http/urls.js";
import { clientIdOf } from "../client/client.js";
import { inTime, plainUrl } from "../client/fetch.js";
import { hookProvider } from "../client/hooks.js";
import { findServer } from "../discovery/server.js";
import { assertSafeScheme } from "../provider/address.js";
import { isUnchecked } from "../provider/config.js";
import { usualScope, withParams } from "../provider/endpoints.js";
import type { Server } from "../provider/metadata.js";
import type { Run } from "../provider/run.js";
import { keepRecord, newRecordId, pendingIds, type FlowRecord } from "./record.js";
import { step } from "./step.js";

/** Redirects the user to the provider (RFC 6749, section 4.1.1). */
export async function beginSignIn(run: Run): Promise<Outcome> {
  const { context } = run;
  if (linksIn(run) && (await context.signedInAs()) === null) {
    const { site, callbackUrl } = context;
    return redirectTo(withQuery(actionUrl(site, "signin"), { callbackUrl }));
  }
  try {
    const to = await prepare(run);
    await context.tell?.({ type: "sign-in.began", provider: run.provider.id });
    return redirectTo(to);
  } catch (error) {
    if (error instanceof AuthError) throw error;
    const { id } = run.provider;
    const { failureDetails } = await import("../advice/failure-details.js");
    throw new OAuthSignInError(
      `The sign-in with the provider ${JSON.stringify(id)} couldn't be started.`,
      await failureDetails(run, error),
    );
  }
}

async function prepare(run: Run): Promise<string> {
  const server = await findServer(run);
  const record = await newRecord(run);
  const url = await authorizationUrl(run, server, record);
  const request = await customized(run, server, url);
  const pushed = await pushedWhereDue(run, server, await signed(run, server, request));
  assertSafeScheme(pushed, run.provider.privateOrigins);
  // A `redirect_uri` set in the provider's options must be repeated when the code is exchanged.
  const redirectUri = url.searchParams.get("redirect_uri") ?? record.redirectUri;
  const asked = await askedIn(request);
  if (run.context.hint && pendingIds(run.context).length > 0) {
    (await import("#advice")).hintAtRedirectUri(run, redirectUri);
  }
  await keepRecord(run, { ...record, redirectUri, ...(asked && { asked }) });
  step(run, "begin", () => ({
    authorization_endpoint: plainUrl(pushed.href),
    redirect_uri: redirectUri,
    scope: url.searchParams.get("scope"),
    checks: [...run.provider.checks],
    pushed: pushed.search !== url.search && pushed.searchParams.has("request_uri"),
  }));
  return pushed.href;
}

async function signed(run: Run, server: Server, request: URL): Promise<URL> {
  const isDue = run.provider.requestKey ?? server.metadata.require_signed_request_object === true;
  return isDue ? (await import("./protect-request.js")).signRequest(run, server, request) : request;
}

/** Few providers want the request sent to them directly. */
async function pushedWhereDue(run: Run, server: Server, request: URL): Promise<URL> {
  const isDue =
    run.provider.pushes || server.metadata.require_pushed_authorization_requests === true;
  return isDue ? (await import("./protect-request.js")).pushRequest(run, server, request) : request;
}

/** Few sign-ins have special requirements. */
export async function askedIn(request: URL): Promise<FlowRecord["asked"]> {
  if (!/[?&](?:max_age|acr_values|prompt|claims)=/.test(request.search)) return undefined;
  return (await import("./step-up.js")).askedIn(request);
}

// The record is sent with every request, and servers accept 8 to 16 KiB of headers.
const longestTarget = 4096;

export async function newRecord(run: Run): Promise<FlowRecord> {
  const { provider, context } = run;
  const { checks } = provider;
  const id = newRecordId(context.now);
  const { redirectUri, stateSuffix } = await returnAddress(run);
  return {
    id,
    provider: provider.id,
    redirectUri,
    state: isUnchecked(provider) ? undefined : `${id}.${randomText(32)}${stateSuffix}`,
    nonce: checks.has("nonce") ? randomText(32) : undefined,
    verifier: checks.has("pkce") ? randomText(32) : undefined,
    callbackUrl:
      context.callbackUrl.length > longestTarget ? context.site.origin : context.callbackUrl,
    beganAs: await context.signedInAs(),
    ...(linksIn(run) && { links: true }),
  };
}

/** The redirect URI, and the suffix of `state`. */
async function returnAddress(run: Run) {
  const { provider, context } = run;
  const own = actionUrl(context.site, "callback", provider.id);
  if (provider.proxyUrl === undefined) return { redirectUri: own, stateSuffix: "" };
  const { addressAtProxy } = await import("./proxy.js");
  return addressAtProxy(run, provider.proxyUrl, own);
}

async function authorizationUrl(run: Run, server: Server, record: FlowRecord): Promise<URL> {
  const { provider } = run;
  const { authorization_endpoint } = server.metadata;
  if (authorization_endpoint === undefined) {
    throw new Error(
      "The provider has no authorization endpoint. Set \`issuer\` for discovery, or \`authorization\`.",
    );
  }
  const params: Record<string, unknown> = {
    response_type: "code",
    client_id: clientIdOf(provider),
    redirect_uri: record.redirectUri,
    ...Object.fromEntries(new URL(authorization_endpoint).searchParams),
    ...provider.authorization.params,
    ...requestedParams(run),
  };
  params["state"] = record.state;
  params["nonce"] = record.nonce;
  if (record.verifier !== undefined) {
    params["code_challenge"] = await challengeOf(run, record.verifier);
    params["code_challenge_method"] = "S256";
  }
  const more = moreScopes(run);
  const isUsual = more.length === 0 && !Object.hasOwn(params, "scope");
  // Added with the rest, because each change serializes the whole query again.
  if (isUsual) params["scope"] = usualScope;
  const url = withParams(authorization_endpoint, params);
  return isUsual ? url : withScope(url, more);
}

/** RFC 7636, section 4.2. */
async function challengeOf({ context }: Run, verifier: string): Promise<string> {
  return toBase64Url(await context.keys.backend.sha(256, verifier));
}

/** `link`: the account is linked to the signed-in user, and no session is started. */
function linksIn({ context }: Run): boolean {
  const link = context.body.value("link");
  return context.links === true || link === "true" || link === true;
}

/** `scope`: additional scopes, beyond those of a sign-in. */
function moreScopes(run: Run): readonly string[] {
  const asked = linksIn(run) ? run.context.body.text("scope") : undefined;
  return asked?.split(/\s+/).filter((one) => one !== "") ?? [];
}

const ownFields: ReadonlySet<string> = new Set([
  "callbackUrl",
  "csrfToken",
  "redirect",
  "redirectTo",
]);

/** What the app adds for this sign-in, such as `prompt` or `login_hint`. */
export function requestedParams({ context }: Run): Record<string, string> {
  const given = [...context.query.texts()];
  return Object.fromEntries(
    given.filter(([name]) => !reservedAuthorizationParams.has(name) && !ownFields.has(name)),
  );
}

/** An absent scope means the default; an empty one means none. */
function withScope(url: URL, more: readonly string[]): URL {
  const scope = url.searchParams.get("scope") ?? (more.length > 0 ? usualScope : null);
  const all = [...new Set([...(scope?.split(" ") ?? []), ...more])].join(" ");
  if (scope === null) url.searchParams.set("scope", usualScope);
  else if (more.length > 0) url.searchParams.set("scope", all.trim());
  else if (scope === "") url.searchParams.delete("scope");
  return url;
}

async function customized(run: Run, server: Server, url: URL): Promise<URL> {
  const { authorization } = run.provider;
  if (!authorization.request) return url;
  const asked = authorization.request({ url: new URL(url), provider: hookProvider(run, server) });
  const answer = await inTime(Promise.resolve(asked), run.context.timeout);
  return answer === undefined ? url : new URL(answer);
}
