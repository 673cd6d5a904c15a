import {
  AuthorizationResponseError,
  ResponseBodyError,
  WWWAuthenticateChallengeError,
} from "oauth4webapi";
import { isRecord } from "../../../json.js";
import { asError } from "../../../thrown.js";
import { clientMethod } from "../client/client.js";
import { Explained, Unusable } from "../client/failure.js";
import { CallFailed, Redirected } from "../client/fetch.js";
import type { Server } from "../provider/metadata.js";
import type { Inquiry } from "../provider/run.js";
import { findServer } from "../discovery/server.js";

/** What the log is told about a failure. */
export interface FailureDetails {
  readonly provider: string;
  readonly err: Error;
  /** The address that was asked, without its query, and what it answered with. */
  readonly endpoint?: string;
  readonly status?: number;
  /** Where it was to be JSON. */
  readonly contentType?: string;
  readonly challenge?: string;
  readonly redirectedTo?: string;
  /** How the application proved itself there. */
  readonly clientAuthentication?: string;
  /** What the provider gave as the reason. */
  readonly error?: string;
  readonly error_description?: string;
}

/**
 * The reason of a failure without what came with it: errors of the protocol carry whole answers
 * along, and with them tokens and codes.
 */
export async function failureDetails(run: Inquiry, thrown: unknown): Promise<FailureDetails> {
  const error = asError(thrown);
  const first = error instanceof Explained && error.cause instanceof Error ? error.cause : error;
  const server = await findServer(run).catch(() => undefined);
  const { findAdvice } = await import("#advice");
  const advice = server && error === first ? findAdvice(run.provider, server, error) : undefined;
  const call = await callOf(first);
  return {
    provider: run.provider.id,
    err: bare(error, advice),
    ...call,
    ...authenticationAt(run, server, call.endpoint),
    ...(await saidBy(first)),
  };
}

function bare(error: Error, advice: string | undefined): Error {
  const message = messageOf(error);
  const inner = error.cause instanceof Error ? error.cause : undefined;
  const why = inner && !message.includes(messageOf(inner)) ? ` (${messageOf(inner)})` : "";
  const copy = new Error(advice === undefined ? `${message}${why}` : `${advice} (${message})`);
  copy.name = error.name;
  copy.stack = [`${copy.name}: ${copy.message}`, ...framesOf(inner ?? error)].join("\n");
  return copy;
}

/** A parser quotes what it could not read. */
function messageOf(error: Error): string {
  return error instanceof SyntaxError ? "The answer is no JSON." : error.message;
}

/** Where it was noticed: the frames that only make the error tell nothing. */
function framesOf({ stack = "" }: Error): string[] {
  const frames = stack.split("\n").filter((line) => /^\s+at /.test(line));
  const first = frames.findIndex((line) => !/^\s+at (?:OPE|CodedTypeError|new )/.test(line));
  return frames.slice(Math.max(first, 0));
}

type Call = Pick<
  FailureDetails,
  "endpoint" | "status" | "contentType" | "challenge" | "redirectedTo"
>;

/** The call that failed. */
async function callOf(error: Error): Promise<Call> {
  if (error instanceof Redirected) {
    const { endpoint, target } = error;
    return { endpoint, ...(target && { redirectedTo: target.origin + target.pathname }) };
  }
  if (error instanceof CallFailed) return { endpoint: error.endpoint };
  const response = answerOf(error);
  if (!response) return {};
  const { url, status, headers } = response;
  const contentType = headers.get("content-type")?.split(";", 1)[0] ?? "none";
  const [challenge] = error instanceof WWWAuthenticateChallengeError ? error.cause : [];
  return {
    status,
    ...(url !== "" && { endpoint: url }),
    ...(!/\bjson\b/.test(contentType) && { contentType }),
    ...(challenge && { challenge: challenge.scheme }),
  };
}

function answerOf(error: Error): Response | undefined {
  const carriesAnswer =
    error instanceof ResponseBodyError ||
    error instanceof WWWAuthenticateChallengeError ||
    error instanceof Unusable;
  if (carriesAnswer) return error.response;
  return error.cause instanceof Response ? error.cause : undefined;
}

const endpointsOfClients = [
  "token_endpoint",
  "pushed_authorization_request_endpoint",
  "device_authorization_endpoint",
] as const;

function authenticationAt(
  { provider }: Inquiry,
  server: Server | undefined,
  endpoint: string | undefined,
): Pick<FailureDetails, "clientAuthentication"> {
  if (!server || endpoint === undefined) return {};
  // A client with a certificate asks at addresses of its own.
  const { mtls_endpoint_aliases: aliases } = server.metadata;
  const asked = [server.metadata, aliases].some((named) =>
    endpointsOfClients.some((name) => named?.[name]?.split("?", 1)[0] === endpoint),
  );
  return asked ? { clientAuthentication: clientMethod(provider, server.metadata) } : {};
}

type Said = Pick<FailureDetails, "error" | "error_description">;

/** The provider's own words (RFC 6749, sections 4.1.2.1 and 5.2; RFC 6750, section 3). */
async function saidBy(error: Error): Promise<Said> {
  if (error instanceof ResponseBodyError || error instanceof AuthorizationResponseError) {
    return wordsIn(error);
  }
  const [challenge] = error instanceof WWWAuthenticateChallengeError ? error.cause : [];
  const challenged = wordsIn(challenge?.parameters);
  const response = answerOf(error);
  if (!response || response.bodyUsed) return challenged;
  return { ...challenged, ...wordsIn(await response.json().catch(() => undefined)) };
}

const longestWords = 500;

function wordsIn(source: unknown): Said {
  if (typeof source !== "object" || source === null) return {};
  const text = (name: string) => {
    const value: unknown = Reflect.get(source, name);
    return typeof value === "string" && value !== "" ? value.slice(0, longestWords) : undefined;
  };
  const [error, description] = [text("error"), text("error_description")];
  // Many APIs say it in a member of this name.
  const reason =
    error ?? (isRecord(source) && !(source instanceof Error) ? text("message") : undefined);
  return {
    ...(reason !== undefined && { error: reason }),
    ...(description !== undefined && { error_description: description }),
  };
}
