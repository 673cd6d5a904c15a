import { AuthorizationResponseError, skipStateCheck, validateAuthResponse } from "oauth4webapi";
import {
  AuthError,
  CallbackRouteError,
  InvalidCheck,
  OAuthCallbackError,
} from "../../../core/errors/errors.js";
import type { Verified } from "../../../core/flow.js";
import type { Fields } from "../../../core/http/fields.js";
import { type Outcome, redirectTo } from "../../../core/http/outcome.js";
import { isPrefetch } from "../../../core/http/prefetch.js";
import { methodNotAllowed, RequestProblem } from "../../../core/http/request-problem.js";
import { actionUrl, withQuery } from "../../../core/http/urls.js";
import { parseObject } from "../../../core/values/json.js";
import type { Profile } from "../../../types/account.js";
import {
  type FlowRecord,
  keepRecord,
  type ResponseFields,
  takeAnswered,
  takeRecord,
} from "../authorize/record.js";
import { step } from "../authorize/step.js";
import { clientOf } from "../client/client.js";
import { proofOf, withNonce } from "../client/dpop.js";
import { plainUrl } from "../client/fetch.js";
import { findServer } from "../discovery/server.js";
import { appleIssuer, type RawProfile, readPerson } from "../profile/profile.js";
import { readProfile } from "../profile/read-profile.js";
import { isVouchedFor } from "../profile/vouch.js";
import type { OAuthProvider } from "../provider/config.js";
import type { Server } from "../provider/metadata.js";
import type { Run } from "../provider/run.js";
import { type Grant, readGrant } from "../tokens/grant.js";
import { storedTokens } from "../tokens/tokens.js";
import { exchangeCode } from "./exchange.js";

const responseNames = [
  ...["code", "state", "iss", "error", "error_description", "error_uri"],
  ...["response", "id_token", "token"],
];

/** The known members of a response. Throws a 400 if one occurs twice. */
function readResponse(provider: OAuthProvider, response: Fields): ResponseFields {
  const names = postsUser(provider) ? [...responseNames, "user"] : responseNames;
  return Object.fromEntries(
    names.flatMap((name): [string, string][] => {
      const value = response.text(name);
      return value === undefined ? [] : [[name, value]];
    }),
  );
}

/** Apple posts the name along with the code, at the first consent only. */
export function postsUser({ formPost, issuer }: OAuthProvider): boolean {
  return formPost && issuer === appleIssuer;
}

/** The members defined by the protocol. */
function protocolParams({ user: _, ...params }: ResponseFields): URLSearchParams {
  return new URLSearchParams(params);
}

/** The user came back from the provider (RFC 6749, section 4.1.2). */
export async function finishSignIn(run: Run): Promise<Verified | Outcome> {
  const { provider, context } = run;
  if (isPrefetch(context.headers)) {
    throw new RequestProblem(503, "This URL can't be prefetched.");
  }
  if (provider.formPost && context.method !== "POST") {
    // The response was posted before the redirect. A GET without one is an error.
    const id = context.query.text(flowParam);
    if (id === undefined) throw methodNotAllowed(["POST", "OPTIONS"]);
    return conclude(run, await takeAnswered(run, id));
  }
  const response = provider.formPost ? context.body : context.query;
  const fields = await understood(run, readResponse(provider, response));
  const onward = await findOnward(run, response);
  if (onward !== undefined) return redirectTo(onward);
  step(run, "answer", () => ({ method: context.method, has: Object.keys(fields).sort() }));
  const record = await takeRecord(run, fields["state"]).catch((error: unknown) => {
    throw withReason(run, error, fields);
  });
  const answered = { record, fields };
  return (await lacksSession(run, record)) ? hopHome(run, answered) : conclude(run, answered);
}

/** A response with the record of its sign-in, which is now used up. */
interface Answered {
  readonly record: FlowRecord;
  readonly fields: ResponseFields;
}

/**
 * A form post comes from the provider's site, and browsers don't send the session cookie with it
 * (SameSite=Lax). If someone was signed in when the flow began, that cookie decides whom the account is
 * linked to, so it's needed before anything is decided.
 */
async function lacksSession({ provider, context }: Run, record: FlowRecord) {
  if (!provider.formPost || context.store === null || record.beganAs === null) return false;
  return (await context.signedInAs()) === null;
}

const flowParam = "flow";

/**
 * Redirects the browser to the same URL by GET, with which it sends all its cookies. Meanwhile the response
 * waits in the record's cookie: sealed, for this browser alone, for one use.
 */
async function hopHome(run: Run, { record, fields }: Answered): Promise<Outcome> {
  await keepRecord(run, { ...record, answer: fields });
  const { provider, context } = run;
  const callback = actionUrl(context.site, "callback", provider.id);
  return redirectTo(withQuery(callback, { [flowParam]: record.id }));
}

/** For a signed response, its content. */
async function understood(run: Run, fields: ResponseFields): Promise<ResponseFields> {
  if (!run.provider.signsAnswers) return fields;
  return (await import("./jarm.js")).withStateOf(run, fields);
}

/** Some providers omit `state` in errors. Their message is still the reason. */
function withReason({ provider }: Run, thrown: unknown, fields: ResponseFields): unknown {
  const { error, error_description, state } = fields;
  const isTold = error !== undefined && state === undefined;
  if (!isTold || !(thrown instanceof InvalidCheck)) return thrown;
  const said = { error, ...(error_description !== undefined && { error_description }) };
  const message = "The provider returned an error without the `state` of a sign-in.";
  return new InvalidCheck(message, { provider: provider.id, ...said });
}

async function conclude(run: Run, answered: Answered): Promise<Verified> {
  try {
    return await verify(run, answered);
  } catch (error) {
    throw await asFailure(run, error);
  }
}

/** Where to forward a response: only on a deployment that is a redirect proxy for others. */
async function findOnward(run: Run, response: Fields): Promise<string | undefined> {
  const { proxyUrl } = run.provider;
  if (proxyUrl === undefined) return undefined;
  const { onwardAddress } = await import("../authorize/proxy.js");
  return onwardAddress(run, proxyUrl, response);
}

export async function asFailure(run: Run, thrown: unknown): Promise<Error> {
  if (thrown instanceof AuthError) return thrown;
  const { failureDetails } = await import("../advice/failure-details.js");
  const details = await failureDetails(run, thrown);
  if (thrown instanceof AuthorizationResponseError) {
    return new OAuthCallbackError("The provider returned an error.", details);
  }
  return new CallbackRouteError(
    `The sign-in with the provider ${JSON.stringify(run.provider.id)} couldn't be finished.`,
    details,
  );
}

async function verify(run: Run, { record, fields }: Answered): Promise<Verified> {
  const server = await findServer(run);
  const dpop = await proofOf(run.provider);
  const params = run.provider.signsAnswers
    ? await (await import("./jarm.js")).validatedJwt(run, server, { fields, record })
    : validated(run, server, protocolParams(fields));
  const grant = await withNonce(dpop, async () => {
    const response = await exchangeCode(run, server, { params, record, dpop });
    return readGrant(run, server, { response, record });
  });
  step(run, "tokens", () => ({
    token_endpoint: plainUrl(server.metadata.token_endpoint),
    redirect_uri: record.redirectUri,
    has: Object.keys(grant.tokens).sort(),
    claims: Object.keys(grant.claims ?? {}).sort(),
  }));
  const raw = await readProfile(run, server, { ...grant, dpop });
  step(run, "profile", () => ({
    userinfo_endpoint: plainUrl(server.metadata.userinfo_endpoint),
    has: Object.keys(raw).sort(),
  }));
  return proven(run, { grant, profile: withPostedUser(raw, fields), record });
}

/** `iss` (RFC 9207) is compared only if an issuer is configured. */
function validated({ provider }: Run, server: Server, params: URLSearchParams): URLSearchParams {
  const known = new URLSearchParams(params);
  if (!server.issuerKnown) known.delete("iss");
  // The state was compared when the record was read.
  return validateAuthResponse(server.metadata, clientOf(provider), known, skipStateCheck);
}

/** What Apple posts about the user isn't signed: only a name. */
export function withPostedUser(profile: RawProfile, fields: ResponseFields): RawProfile {
  const posted = fields["user"];
  const user = posted === undefined ? undefined : parseObject(posted);
  return user ? { ...profile, user } : profile;
}

export interface Proof {
  readonly grant: Grant;
  readonly profile: RawProfile;
  readonly record: FlowRecord;
}

export async function proven(run: Run, { grant, profile, record }: Proof): Promise<Verified> {
  const { provider, context } = run;
  const { tokens } = grant;
  const { user, accountId, formerId } = await readPerson(run, profile, tokens);
  if (context.hint && !user.email && context.store) (await import("#advice")).hintAtEmail(run);
  const vouched = Boolean(user.email) && isVouchedFor(provider, profile, user.email ?? "");
  const { id, type } = provider;
  const claims: Profile = { ...profile };
  return {
    kind: "verified",
    user,
    account: { ...tokens, provider: id, type, providerAccountId: accountId },
    profile: claims,
    trust: vouched && provider.linksByEmail ? "linked-email" : "account-only",
    vouched,
    ...(formerId !== undefined && {
      former: { id: formerId, isAccepted: provider.acceptsFormerId },
    }),
    storedTokens: storedTokens(provider, tokens),
    beganAs: record.beganAs,
    ...(record.links && { links: true }),
    ...(grant.claims?.auth_time !== undefined && { authTime: grant.claims.auth_time * 1000 }),
    callbackUrl: record.callbackUrl,
  };
}
