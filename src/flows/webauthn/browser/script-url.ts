import type { Site } from "../../../core/http/urls.js";
import { scriptHash } from "./script-hash.js";

/** The address of the sign-in page's script. It changes with the script. */
export function scriptUrl({ origin, basePath }: Site): string {
  return `${origin}${basePath}/assets/webauthn.${scriptHash}.js`;
}
