import { AuthorizationResponseError, ResponseBodyError } from "oauth4webapi";
import { asError } from "../../thrown.js";

/** What the log is told about a failure. */
export interface FailureDetails {
  readonly provider: string;
  readonly err: Error;
  readonly error?: string;
  readonly error_description?: string;
  readonly status?: number;
}

/**
 * The reason of a failure without what came with it: errors of the protocol carry whole answers
 * along, and with them tokens and codes.
 */
export function failureDetails(provider: string, thrown: unknown): FailureDetails {
  return { provider, err: bare(asError(thrown)), ...saidBy(thrown) };
}

function bare(error: Error): Error {
  const why = error.cause instanceof Error ? ` (${messageOf(error.cause)})` : "";
  const copy = new Error(`${messageOf(error)}${why}`);
  copy.name = error.name;
  return copy;
}

/** A parser quotes what it could not read. */
function messageOf(error: Error): string {
  return error instanceof SyntaxError ? "The answer is no JSON." : error.message;
}

/** What the provider itself gave as the reason (RFC 6749, sections 4.1.2.1 and 5.2). */
function saidBy(thrown: unknown): Partial<FailureDetails> {
  if (thrown instanceof ResponseBodyError) {
    const { error, error_description, status } = thrown;
    return { error, status, ...(error_description !== undefined && { error_description }) };
  }
  if (thrown instanceof AuthorizationResponseError) {
    const { error, error_description } = thrown;
    return { error, ...(error_description !== undefined && { error_description }) };
  }
  return {};
}
