import { fromBase64Url, fromUtf8 } from "../crypto/encoding.js";
import { parseObject } from "../json.js";

/**
 * Whether a new ID token is about somebody else than the one before, which it must not be (OpenID Connect
 * Core, section 12.2). Both were checked when they came.
 */
export function isOfAnother(before: string | undefined, now: string | undefined): boolean {
  const [one, other] = [subjectOf(before), subjectOf(now)];
  return one !== undefined && other !== undefined && one !== other;
}

function subjectOf(idToken: string | undefined): unknown {
  const bytes = fromBase64Url(idToken?.split(".")[1] ?? "");
  try {
    return bytes && parseObject(fromUtf8(bytes))?.["sub"];
  } catch {
    return undefined;
  }
}
