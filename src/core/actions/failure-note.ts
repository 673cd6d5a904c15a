import type { ErrorDetail } from "../../pages/index.js";
import { recentBy } from "../diagnosis/recent.js";
import { isReference } from "../diagnosis/reference.js";
import type { ActionContext } from "./context.js";

/**
 * The error details a page shows: a reference in production, everything known in development. The browser
 * keeps the reference in a cookie, and the process keeps the rest.
 */
export async function failureNote(
  { jar, cookies, production, now }: ActionContext,
  error: string | undefined,
): Promise<ErrorDetail | undefined> {
  const reference = jar.get(cookies.failure.name);
  if (!error || reference === undefined || !isReference(reference)) return undefined;
  if (production) return { reference };
  const recent = recentBy(reference, now);
  if (recent?.told !== error) return undefined;
  const { cause, cure } = recent.explanation;
  return { reference, message: recent.message, cause, cure };
}
