import { HTTPException } from "hono/http-exception";
import type { RequestAuth } from "../visit/types.js";
import { statusOf } from "../visit/status.js";

const told = {
  403: "The request came from another site.",
  503: "Who is signed in can not be known right now. Try again later.",
} as const;

/** Hono answers with the status of an `HTTPException`, and with 500 to everything else. */
function asException(error: unknown): unknown {
  const status = statusOf(error);
  if (status !== 403 && status !== 503) return error;
  return new HTTPException(status, { message: told[status], cause: error });
}

async function throwing<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw asException(error);
  }
}

/** The same, with errors as Hono knows them. */
export function withExceptions(auth: RequestAuth): RequestAuth {
  return {
    session: () => throwing(auth.session()),
    signIn: (...given) => throwing(auth.signIn(...given)),
    signOut: (...given) => throwing(auth.signOut(...given)),
    requireFresh: (options) => throwing(auth.requireFresh(options)),
    update: (data) => throwing(auth.update(data)),
  };
}
