import { calculatePKCECodeChallenge } from "oauth4webapi";
import { randomText } from "../../crypto/random.js";
import { AuthError, OAuthSignInError } from "../../errors.js";
import { redirectTo, type Outcome } from "../../http/outcome.js";
import { actionUrl } from "../../http/urls.js";
import { assertSafeScheme } from "./address.js";
import { clientOf } from "./client.js";
import { withParams } from "./endpoints.js";
import { failureDetails } from "./failure.js";
import { inTime } from "./fetch.js";
import { hookProvider } from "./hooks.js";
import { pushRequest } from "./push.js";
import { keepRecord, newRecordId, type FlowRecord } from "./record.js";
import { reservedAuthorizationParams } from "./reserved.js";
import type { Run } from "./run.js";
import type { Server } from "./metadata.js";
import { findServer } from "./server.js";

/** Sends the person to the provider (RFC 6749, section 4.1.1). */
export async function beginSignIn(run: Run): Promise<Outcome> {
  try {
    return redirectTo(await prepare(run));
  } catch (error) {
    if (error instanceof AuthError) throw error;
    const { id } = run.provider;
    throw new OAuthSignInError(
      `The sign-in with the provider ${JSON.stringify(id)} could not be started.`,
      failureDetails(id, error),
    );
  }
}

async function prepare(run: Run): Promise<string> {
  const server = await findServer(run);
  const record = await newRecord(run);
  const url = await authorizationUrl(run, server, record);
  const pushed = await pushRequest(run, server, await customized(run, server, url));
  assertSafeScheme(pushed);
  // What the provider's options say about `redirect_uri` must be repeated when the code is used.
  const redirectUri = url.searchParams.get("redirect_uri") ?? record.redirectUri;
  await keepRecord(run, { ...record, redirectUri });
  return pushed.href;
}

// A target this long would not fit into a cookie together with the rest.
const longestTarget = 1500;

async function newRecord(run: Run): Promise<FlowRecord> {
  const { provider, context } = run;
  const { checks } = provider;
  const id = newRecordId(context.now);
  const { redirectUri, stateSuffix } = await returnAddress(run);
  const isUnchecked = checks.size === 1 && checks.has("none");
  return {
    id,
    provider: provider.id,
    redirectUri,
    state: isUnchecked ? undefined : `${id}.${randomText(32)}${stateSuffix}`,
    nonce: checks.has("nonce") ? randomText(32) : undefined,
    verifier: checks.has("pkce") ? randomText(32) : undefined,
    callbackUrl:
      context.callbackUrl.length > longestTarget ? context.site.origin : context.callbackUrl,
    beganAs: await context.signedInAs(),
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
  const url = withParams(authorization_endpoint, {
    response_type: "code",
    client_id: clientOf(provider).client_id,
    redirect_uri: record.redirectUri,
    ...Object.fromEntries(new URL(authorization_endpoint).searchParams),
    ...provider.authorization.params,
    ...requestedParams(run),
    state: record.state,
    nonce: record.nonce,
    ...(record.verifier !== undefined && {
      code_challenge: await calculatePKCECodeChallenge(record.verifier),
      code_challenge_method: "S256",
    }),
  });
  return withScope(url);
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
function withScope(url: URL): URL {
  const scope = url.searchParams.get("scope");
  if (scope === null) url.searchParams.set("scope", "openid profile email");
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
