import { AuthorizationResponseError, validateAuthResponse, skipStateCheck } from "oauth4webapi";
import { AuthError, CallbackRouteError, OAuthCallbackError } from "../../errors.js";
import type { Fields } from "../../http/fields.js";
import { redirectTo, type Outcome } from "../../http/outcome.js";
import { isPrefetch } from "../../http/prefetch.js";
import { RequestProblem } from "../../http/problem.js";
import { parseObject } from "../../json.js";
import type { Profile } from "../../types/account.js";
import type { Verified } from "../flow.js";
import { clientOf } from "./client.js";
import { dpopHandle, withNonce } from "./dpop.js";
import { exchangeCode, type Authorized } from "./exchange.js";
import { failureDetails } from "./failure.js";
import { readGrant, type Grant } from "./grant.js";
import { appleIssuer, isEmailVouchedFor, readPerson, type RawProfile } from "./profile.js";
import { takeRecord, type FlowRecord } from "./record.js";
import type { Run } from "./run.js";
import type { Server } from "./metadata.js";
import { findServer } from "./server.js";
import { storedTokens } from "./tokens.js";
import type { Access } from "./userinfo.js";

/** The provider sent the person back (RFC 6749, section 4.1.2). */
export async function finishSignIn(run: Run): Promise<Verified | Outcome> {
  const { provider, context } = run;
  if (isPrefetch(context.headers)) {
    throw new RequestProblem(503, "This address is not for prefetching.");
  }
  const response = provider.formPost ? context.body : context.query;
  const params = responseParams(response);
  const onward = await findOnward(run, response);
  if (onward !== undefined) return redirectTo(onward);
  const record = await takeRecord(run, params.get("state") ?? undefined);
  try {
    return await verify(run, { params, record, dpop: await dpopHandle(provider) });
  } catch (error) {
    throw asFailure(error, provider.id);
  }
}

/** Where to pass a response on to: only a deployment that others go by way of does that. */
async function findOnward(run: Run, response: Fields): Promise<string | undefined> {
  const { proxyUrl } = run.provider;
  if (proxyUrl === undefined) return undefined;
  const { onwardAddress } = await import("./proxy.js");
  return onwardAddress(run, proxyUrl, response);
}

const responseNames = [
  ...["code", "state", "iss", "error", "error_description", "error_uri"],
  ...["response", "id_token", "token"],
];

/** The members of the response that the protocol knows. Throws a 400 when one comes twice. */
function responseParams(response: Fields): URLSearchParams {
  const params = new URLSearchParams();
  for (const name of responseNames) {
    const value = response.text(name);
    if (value !== undefined) params.set(name, value);
  }
  return params;
}

function asFailure(thrown: unknown, provider: string): Error {
  if (thrown instanceof AuthError) return thrown;
  const details = failureDetails(provider, thrown);
  if (thrown instanceof AuthorizationResponseError) {
    return new OAuthCallbackError("The provider sent the person back with an error.", details);
  }
  return new CallbackRouteError(
    `The sign-in with the provider ${JSON.stringify(provider)} could not be finished.`,
    details,
  );
}

async function verify(run: Run, response: Authorized): Promise<Verified> {
  const server = await findServer(run);
  const authorized = { ...response, params: validated(run, server, response.params) };
  const grant = await withNonce(response.dpop, () => grantFor(run, server, authorized));
  const raw = await readProfile(run, server, { ...grant, dpop: response.dpop });
  const profile = withAppleUser(run, raw);
  return proven(run, { grant, profile, record: response.record });
}

/** The person's profile: the claims of the ID token, or what the userinfo endpoint says. */
async function readProfile(run: Run, server: Server, access: Access): Promise<RawProfile> {
  if (run.provider.idTokenIsProfile && access.claims) return access.claims;
  const { askForProfile } = await import("./userinfo.js");
  return askForProfile(run, server, access);
}

/** `iss` (RFC 9207) counts only where somebody has named an issuer to compare it with. */
function validated({ provider }: Run, server: Server, params: URLSearchParams): URLSearchParams {
  const known = new URLSearchParams(params);
  if (!server.issuerKnown) known.delete("iss");
  // The state was compared when the record was taken.
  return validateAuthResponse(server.metadata, clientOf(provider), known, skipStateCheck);
}

async function grantFor(run: Run, server: Server, authorized: Authorized): Promise<Grant> {
  const response = await exchangeCode(run, server, authorized);
  return readGrant(run, server, { response, record: authorized.record });
}

/** At the first consent Apple posts the name along with the code. It is not signed: only a name. */
function withAppleUser({ provider, context }: Run, profile: RawProfile): RawProfile {
  if (!provider.formPost || provider.issuer !== appleIssuer) return profile;
  const user = parseObject(context.body.text("user") ?? "");
  return user ? { ...profile, user } : profile;
}

interface Proof {
  readonly grant: Grant;
  readonly profile: RawProfile;
  readonly record: FlowRecord;
}

async function proven(run: Run, { grant, profile, record }: Proof): Promise<Verified> {
  const { provider } = run;
  const { tokens } = grant;
  const { user, accountId } = await readPerson(run, profile, tokens);
  const isLinked = provider.linksByEmail && isEmailVouchedFor(provider, profile);
  const { id, type } = provider;
  const claims: Profile = { ...profile };
  return {
    kind: "verified",
    user,
    account: { ...tokens, provider: id, type, providerAccountId: accountId },
    profile: claims,
    trust: isLinked ? "linked-email" : "account-only",
    storedTokens: storedTokens(provider, tokens),
    beganAs: record.beganAs,
    callbackUrl: record.callbackUrl,
  };
}
