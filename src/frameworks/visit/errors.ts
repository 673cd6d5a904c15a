import { AuthError } from "../../core/errors/errors.js";
import type { RequestAuth } from "./types.js";

/** The HTTP status of one of the library's errors, such as 503 if it's unknown who is signed in. */
export function statusOf(error: unknown): number | undefined {
  if (!(error instanceof AuthError)) return undefined;
  const status: unknown = Reflect.get(error, "status");
  return typeof status === "number" ? status : undefined;
}

const messages = {
  403: "The request came from another site.",
  429: "Too many attempts. Try again later.",
  503: "We can't tell right now who is signed in. Try again later.",
} as const;

/** Status and message for errors that have a status. */
export interface ErrorAnswer {
  readonly status: keyof typeof messages;
  readonly message: string;
}

/** Undefined for an error that the framework handles itself. */
export function answerToError(error: unknown): ErrorAnswer | undefined {
  const status = statusOf(error);
  if (status !== 403 && status !== 429 && status !== 503) return undefined;
  return { status, message: messages[status] };
}

/** An error that stands for a response, without details: frameworks may send it to browsers. */
export class Refused extends Error {
  constructor(
    readonly status: ErrorAnswer["status"] | 401,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** Creates an error of the framework. */
export type ErrorMaker = (
  status: ErrorAnswer["status"],
  message: string,
  cause: unknown,
) => unknown;

/**
 * The same methods, but they throw the framework's own errors: most frameworks respond with 500 to
 * all others.
 */
export function withErrorsOf(auth: RequestAuth, make: ErrorMaker): RequestAuth {
  const through = async <T>(work: Promise<T>): Promise<T> => {
    try {
      return await work;
    } catch (error) {
      const answer = answerToError(error);
      throw answer ? make(answer.status, answer.message, error) : error;
    }
  };
  return {
    session: () => through(auth.session()),
    signIn: (...given) => through(auth.signIn(...given)),
    signOut: (...given) => through(auth.signOut(...given)),
    requireFresh: (options) => through(auth.requireFresh(options)),
    update: (data) => through(auth.update(data)),
  };
}
