import { toBase64Url } from "../../../crypto/encoding.js";
import { randomText } from "../../../crypto/random.js";
import { AuthError, OAuthSignInError } from "../../../errors.js";
import { redirectTo, type Outcome } from "../../../http/outcome.js";
import { actionUrl, withQuery } from "../../../http/urls.js";
import { assertSafeScheme } from "../provider/address.js";
import { clientIdOf } from "../client/client.js";
import { isUnchecked } from "../provider/config.js";
import { usualScope, withParams } from "../provider/endpoints.js";
import { inTime } from "../client/fetch.js";
import { hookProvider } from "../client/hooks.js";
import { keepRecord, newRecordId, pendingIds, type FlowRecord } from "./record.js";
import { reservedAuthorizationParams } from "../../../http/authorization-params.js";
import type { Run } from "../provider/run.js";
import type { Server } from "../provider/metadata.js";
import { findServer } from "../discovery/server.js";
import { plainUrl, step } from "./step.js";

/** Sends the person to the provider (RFC 6749, section 4.1.1). */
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
      `The sign-in with the provider ${JSON.stringify(id)} could not be started.`,
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
  // What the provider's options say about `redirect_uri` must be repeated when the code is used.
  const redirectUri = url.searchParams.get("redirect_uri") ?? record.redirectUri;
  const asked = await askedIn(request);
  hintAtRedirectUri(run, redirectUri);
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
  return isDue ? (await import("./sign-request.js")).signRequest(run, server, request) : request;
}

/** Few providers want the request sent to them directly. */
async function pushedWhereDue(run: Run, server: Server, request: URL): Promise<URL> {
  const isDue =
    run.provider.pushes || server.metadata.require_pushed_authorization_requests === true;
  return isDue ? (await import("./push.js")).pushRequest(run, server, request) : request;
}

/** Few sign-ins ask for more than that somebody comes. */
async function askedIn(request: URL): Promise<FlowRecord["asked"]> {
  if (!/[?&](?:max_age|acr_values|prompt|claims)=/.test(request.search)) return undefined;
  return (await import("./step-up.js")).askedIn(request);
}

/** A provider that does not know the address shows that on a page of its own, and nobody comes back. */
function hintAtRedirectUri({ provider, context }: Run, redirectUri: string): void {
  if (!context.hint || pendingIds(context).length === 0) return;
  context.hint(
    "redirect-uri",
    () =>
      `A browser that was sent to a provider came back without an answer, and begins again with ${JSON.stringify(provider.id)}. If the provider showed an error about the redirect URI, register exactly this one there: ${redirectUri}`,
  );
}

// The record goes to the site with every request, and servers accept 8 to 16 KiB of headers.
const longestTarget = 4096;

async function newRecord(run: Run): Promise<FlowRecord> {
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

/** Where the provider sends the person back to, and what follows the state proper. */
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
    throw new Error("The provider tells no address of its authorization endpoint.");
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
  // With the rest: to add it later writes the whole query anew.
  if (isUsual) params["scope"] = usualScope;
  const url = withParams(authorization_endpoint, params);
  return isUsual ? url : withScope(url, more);
}

/** RFC 7636, section 4.2. */
async function challengeOf({ context }: Run, verifier: string): Promise<string> {
  return toBase64Url(await context.keys.backend.sha(256, verifier));
}

/** `link`: the account is to be somebody's who is signed in, and nobody is to be signed in by it. */
function linksIn({ context }: Run): boolean {
  const link = context.body.value("link");
  return context.links === true || link === "true" || link === true;
}

/** `scope` beside it: what else to ask for, more than at a sign-in. */
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

/** What the application adds for this sign-in, such as `prompt` or `login_hint`. */
function requestedParams({ context }: Run): Record<string, string> {
  const given = [...context.query.texts()];
  return Object.fromEntries(
    given.filter(([name]) => !reservedAuthorizationParams.has(name) && !ownFields.has(name)),
  );
}

/** No scope at all stands for the usual ones; an empty one for none. */
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
