import { HTTPException } from "hono/http-exception";
import { throwing } from "../visit/thrown.js";
import type { RequestAuth } from "../visit/types.js";

/** The same, with errors as Hono knows them: it answers with 500 to everything but an `HTTPException`. */
export function withExceptions(auth: RequestAuth): RequestAuth {
  return throwing(auth, (status, message, cause) => new HTTPException(status, { message, cause }));
}
