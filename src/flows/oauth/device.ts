import {
  deviceAuthorizationRequest,
  deviceCodeGrantRequest,
  processDeviceAuthorizationResponse,
  ResponseBodyError,
  type DeviceAuthorizationResponse,
} from "oauth4webapi";
import { OAuthCallbackError, OAuthSignInError } from "../../core/errors/errors.js";
import type { Account, Profile, TokenSet } from "../../types/account.js";
import type { OAuthConfig } from "../../types/providers.js";
import type { User } from "../../types/session.js";
import { clientAuthentication, clientOf } from "./client/client.js";
import { proofOf, withNonce } from "./client/dpop.js";
import { CallFailed, libraryOptions } from "./client/fetch.js";
import { findServer } from "./discovery/server.js";
import { readPerson } from "./profile/profile.js";
import { readProfile } from "./profile/read-profile.js";
import { Remembered } from "./provider/cache.js";
import { normalizeProvider } from "./provider/config.js";
import { paramOf, usualScope } from "./provider/endpoints.js";
import type { Server } from "./provider/metadata.js";
import type { Caller } from "./provider/run.js";
import { readGrant } from "./tokens/grant.js";

export interface DeviceOptions {
  /** The device authorization endpoint, if discovery doesn't name it. */
  deviceAuthorization?: string | undefined;
  /** Time limit of calls to the provider, in milliseconds. @default 10000 */
  timeout?: number | undefined;
}

/** The scopes to request. */
export interface DeviceRequest {
  /** @default the provider's */
  scope?: string | undefined;
}

/** What to show to the user, who continues in any browser. */
export interface DeviceCode {
  readonly userCode: string;
  readonly verificationUri: string;
  /** The same with the code included, for a QR code or a link. */
  readonly verificationUriComplete: string | undefined;
  readonly expiresAt: Date;
  /** Waits until the user has approved. Rejects if they refuse, or don't approve in time. */
  poll(options?: { signal?: AbortSignal | undefined }): Promise<DeviceSignIn>;
}

/** The user has signed in. */
export interface DeviceSignIn {
  readonly user: User;
  readonly account: Account;
  readonly profile: Profile;
  readonly tokens: TokenSet;
}

export interface DeviceFlow {
  begin(request?: DeviceRequest): Promise<DeviceCode>;
}

/**
 * Signs users in on a command line, or a device without a browser (RFC 8628).
 *
 * ```ts
 * const device = deviceFlow(Keycloak({ issuer, clientId: "cli" }));
 * const { userCode, verificationUri, poll } = await device.begin();
 * console.log(`Open ${verificationUri} and type in ${userCode}`);
 * const { user, tokens } = await poll();
 * ```
 */
export function deviceFlow(
  provider: OAuthConfig | (() => OAuthConfig),
  { deviceAuthorization, timeout = 10_000 }: DeviceOptions = {},
): DeviceFlow {
  const config = typeof provider === "function" ? provider() : provider;
  const normalized = normalizeProvider(config, {});
  const memory = { server: new Remembered<Server>(), keys: new Remembered<never>() };
  const caller = (): Caller => ({
    provider: normalized,
    memory,
    // Nobody is redirected here, but a provider's hooks may expect a URL.
    context: {
      site: { origin: "https://localhost", basePath: "/auth" },
      now: Date.now(),
      timeout,
    },
  });
  return {
    begin: (request = {}) => begin(caller, { ...request, deviceAuthorization }),
  };
}

type Callers = () => Caller;

async function begin(
  callers: Callers,
  { scope, deviceAuthorization }: DeviceRequest & DeviceOptions,
): Promise<DeviceCode> {
  const caller = callers();
  const { provider } = caller;
  try {
    const found = await findServer(caller);
    const own = deviceAuthorization !== undefined && {
      device_authorization_endpoint: deviceAuthorization,
    };
    const server = { ...found, metadata: { ...found.metadata, ...own } };
    const wanted = scope ?? paramOf(provider.authorization, "scope") ?? usualScope;
    const response = await deviceAuthorizationRequest(
      server.metadata,
      clientOf(provider),
      clientAuthentication(provider, server.metadata),
      wanted === "" ? {} : { scope: wanted },
      libraryOptions(caller),
    );
    const told = await processDeviceAuthorizationResponse(
      server.metadata,
      clientOf(provider),
      response,
    );
    return toShow(callers, server, told);
  } catch (error) {
    const { failureDetails } = await import("./advice/failure-details.js");
    throw new OAuthSignInError(
      `The sign-in with the provider ${JSON.stringify(provider.id)} couldn't be started.`,
      await failureDetails(caller, error),
    );
  }
}

function toShow(callers: Callers, server: Server, told: DeviceAuthorizationResponse): DeviceCode {
  const { user_code, verification_uri, verification_uri_complete, expires_in } = told;
  const expiresAt = new Date(Date.now() + expires_in * 1000);
  return {
    userCode: user_code,
    verificationUri: verification_uri,
    verificationUriComplete: verification_uri_complete,
    expiresAt,
    poll: ({ signal } = {}) => poll(callers, server, { told, expiresAt, signal }),
  };
}

interface Waiting {
  readonly told: DeviceAuthorizationResponse;
  readonly expiresAt: Date;
  readonly signal: AbortSignal | undefined;
}

/** Seconds. */
const usualPause = 5;
const longestPause = 60;

/** Polls as often as the provider allows (RFC 8628, section 3.5). */
async function poll(callers: Callers, server: Server, waiting: Waiting): Promise<DeviceSignIn> {
  const { told, expiresAt, signal } = waiting;
  let pause = told.interval ?? usualPause;
  while (Date.now() + pause * 1000 < expiresAt.getTime()) {
    await sleep(pause * 1000, signal);
    const caller = callers();
    try {
      return await take(caller, server, told.device_code);
    } catch (error) {
      const longer = pauseAfter(error, pause);
      if (longer === undefined) throw await refusal(caller, error);
      pause = longer;
    }
  }
  throw new OAuthCallbackError("The request wasn't approved in time. Start again.", {
    error: "expired_token",
  });
}

/** How long to wait before the next poll; undefined to stop. */
function pauseAfter(error: unknown, pause: number): number | undefined {
  if (error instanceof CallFailed) return Math.min(pause * 2, longestPause);
  if (!(error instanceof ResponseBodyError)) return undefined;
  if (error.error === "authorization_pending") return pause;
  return error.error === "slow_down" ? pause + 5 : undefined;
}

function sleep(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(asReason(signal?.reason));
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", stop);
      resolve();
    }, milliseconds);
    if (signal?.aborted) stop();
    else signal?.addEventListener("abort", stop, { once: true });
  });
}

function asReason(reason: unknown): Error {
  return reason instanceof Error ? reason : new Error("The device sign-in was canceled.");
}

async function take(caller: Caller, server: Server, deviceCode: string): Promise<DeviceSignIn> {
  const { provider } = caller;
  const { id, type } = provider;
  const dpop = await proofOf(provider);
  const grant = await withNonce(dpop, async () => {
    const answer = await deviceCodeGrantRequest(
      server.metadata,
      clientOf(provider),
      clientAuthentication(provider, server.metadata),
      deviceCode,
      libraryOptions(caller, dpop),
    );
    const response = (await provider.token.conform?.(answer.clone())) ?? answer;
    return readGrant(caller, server, { response, record: { id: "", nonce: undefined } });
  });
  const profile = await readProfile(caller, server, { ...grant, dpop });
  const { user, accountId } = await readPerson(caller, profile, grant.tokens);
  return {
    user,
    account: { ...grant.tokens, provider: id, type, providerAccountId: accountId },
    profile: { ...profile },
    tokens: grant.tokens,
  };
}

async function refusal(caller: Caller, error: unknown): Promise<Error> {
  const { failureDetails } = await import("./advice/failure-details.js");
  const { id } = caller.provider;
  return new OAuthCallbackError(
    `The sign-in with the provider ${JSON.stringify(id)} wasn't completed.`,
    await failureDetails(caller, error),
  );
}
