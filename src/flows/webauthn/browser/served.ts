import type { Outcome } from "../../../core/http/outcome.js";
import { scriptHash } from "./script-hash.js";
import { scriptText } from "./script-text.js";

/**
 * The script, under any hash: during a rollout, a page may come from one server and its script from
 * another. It's cacheable only under its own hash.
 */
export function scriptAsset(name: string): Outcome | undefined {
  const hash = /^webauthn\.([\da-f]{16})\.js$/.exec(name)?.[1];
  if (hash === undefined) return undefined;
  const keeps = hash === scriptHash ? "public, max-age=31536000, immutable" : "no-store";
  const headers = {
    "content-type": "text/javascript; charset=utf-8",
    "cache-control": keeps,
    "x-content-type-options": "nosniff",
    "cross-origin-resource-policy": "same-origin",
  };
  return { kind: "asset", status: 200, body: scriptText, headers };
}
