import type { CryptoBackend } from "./backend.js";
import { nodeBackend } from "./node.js";
import { webBackend } from "./web.js";

/** The fastest backend this runtime has. */
export function defaultBackend(): CryptoBackend {
  return nodeBackend() ?? webBackend();
}
