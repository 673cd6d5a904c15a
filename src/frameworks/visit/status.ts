import { AuthError } from "../../errors.js";

/** The HTTP status that an error of the library stands for, such as 503 while sessions are not known. */
export function statusOf(error: unknown): number | undefined {
  if (!(error instanceof AuthError)) return undefined;
  const status: unknown = Reflect.get(error, "status");
  return typeof status === "number" ? status : undefined;
}
