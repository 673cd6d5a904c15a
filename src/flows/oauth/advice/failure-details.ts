import {
  AuthorizationResponseError,
  ResponseBodyError,
  WWWAuthenticateChallengeError,
} from "oauth4webapi";
import { asError } from "../../../core/errors/as-error.js";
import { because, reasonOf } from "../../../core/errors/reason.js";
import { isRecord } from "../../../core/values/json.js";
import { clientMethod } from "../client/client.js";
import { Explained, Unusable } from "../client/failure.js";
import { CallFailed, Redirected } from "../client/fetch.js";
import { findServer } from "../discovery/server.js";
import type { Server } from "../provider/metadata.js";
import type { Inquiry } from "../provider/run.js";
import type { Advice } from "./advice.js";

/** What is logged about a failure. */
export interface FailureDetails {
  readonly provider: string;
  readonly err: Error;
  /** The URL that was called, without its query, and the response. */
  readonly endpoint?: string;
  readonly status?: number;
  /** If it should have been JSON. */
  readonly contentType?: string;
  readonly challenge?: string;
  readonly redirectedTo?: string;
  /** The client authentication method. */
  readonly clientAuthentication?: string;
  /** The provider's stated reason. */
  readonly error?: string;
  readonly error_description?: string;
}

/**
 * The reason of a failure without its payload: protocol errors contain whole responses, and with them tokens
 * and codes.
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

function bare(error: Error, advice: Advice | undefined): Error {
  const message = messageOf(error);
  const inner = error.cause instanceof Error ? error.cause : undefined;
  const why = inner && !message.includes(messageOf(inner)) ? ` (${messageOf(inner)})` : "";
  const copy = new Error(advice ? `${advice.text} (${message})` : `${message}${why}`);
  copy.name = error.name;
  copy.stack = [`${copy.name}: ${copy.message}`, ...framesOf(inner ?? error)].join("\n");
  const reason = reasonOf(error) ?? (inner && reasonOf(inner)) ?? advice?.reason;
  return reason === undefined ? copy : because(reason, copy);
}

/** Parsers quote what they couldn't read. */
function messageOf(error: Error): string {
  return error instanceof SyntaxError ? "The response isn't JSON." : error.message;
}

/** Where it was thrown, without the frames that only create the error. */
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
  // A client with a certificate calls different endpoints.
  const { mtls_endpoint_aliases: aliases } = server.metadata;
  const asked = [server.metadata, aliases].some((named) =>
    endpointsOfClients.some((name) => named?.[name]?.split("?", 1)[0] === endpoint),
  );
  return asked ? { clientAuthentication: clientMethod(provider, server.metadata) } : {};
}

type Said = Pick<FailureDetails, "error" | "error_description">;

/** The provider's own error message (RFC 6749, sections 4.1.2.1 and 5.2; RFC 6750, section 3). */
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
  // Many APIs have it in a member of this name.
  const reason =
    error ?? (isRecord(source) && !(source instanceof Error) ? text("message") : undefined);
  return {
    ...(reason !== undefined && { error: reason }),
    ...(description !== undefined && { error_description: description }),
  };
}
