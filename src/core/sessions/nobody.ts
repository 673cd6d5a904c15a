import { clearChunked } from "../cookies/chunks.js";
import type { SessionContext, SessionRead } from "./contract.js";

/** Deletes the cookie of an invalid session. */
export function nobody({ jar, cookie }: SessionContext): SessionRead {
  clearChunked(jar, cookie);
  return { session: null };
}
