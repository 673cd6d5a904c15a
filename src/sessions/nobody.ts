import { clearChunked } from "../cookies/chunks.js";
import type { SessionContext, SessionRead } from "./contract.js";

/** The browser forgets what is no session. */
export function nobody({ jar, cookie }: SessionContext): SessionRead {
  clearChunked(jar, cookie);
  return { session: null };
}
