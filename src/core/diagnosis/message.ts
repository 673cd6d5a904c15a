import type { AuthError } from "../errors/errors.js";
import { chainOf } from "./chain.js";

/** The error and its causes, one after the other. */
export function messageOf(error: AuthError): string {
  const [own, ...causes] = chainOf(error).map((link) => link.error);
  const first = `${error.name}: ${own?.message ?? ""}`;
  return [first, ...causes.map(({ name, message }) => `${name}: ${message}`)].join(" ← ");
}
