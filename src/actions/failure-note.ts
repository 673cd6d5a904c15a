import { isReference } from "../diagnosis/reference.js";
import type { ErrorDetail } from "../pages/index.js";
import type { ActionContext } from "./context.js";

/**
 * What a page tells of the error that led to it: a reference in production, all that is known of it
 * during development. The browser has the reference in a cookie, and the process the rest.
 */
export async function failureNote(
  { jar, cookies, production, now }: ActionContext,
  error: string | undefined,
): Promise<ErrorDetail | undefined> {
  const reference = jar.get(cookies.failure.name);
  if (!error || reference === undefined || !isReference(reference)) return undefined;
  if (production) return { reference };
  const { recentBy } = await import("../diagnosis/recent.js");
  const recent = recentBy(reference, now);
  if (recent?.told !== error) return undefined;
  const { cause, cure } = recent.explanation;
  return { reference, message: recent.message, cause, cure };
}
