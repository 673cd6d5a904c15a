import { statusOf } from "./status.js";
import type { RequestAuth } from "./types.js";

const told = {
  403: "The request came from another site.",
  503: "Who is signed in can not be known right now. Try again later.",
} as const;

/** What is to be thrown in place of an error of the library that stands for a status. */
export type Thrown = (status: 403 | 503, message: string, cause: unknown) => unknown;

/** The same, with those errors as the framework knows them: most answer 500 to all that are not its own. */
export function throwing(auth: RequestAuth, thrown: Thrown): RequestAuth {
  const through = async <T>(work: Promise<T>): Promise<T> => {
    try {
      return await work;
    } catch (error) {
      throw translated(error, thrown);
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

function translated(error: unknown, thrown: Thrown): unknown {
  const status = statusOf(error);
  return status === 403 || status === 503 ? thrown(status, told[status], error) : error;
}
