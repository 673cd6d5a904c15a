import type { FlowContext } from "../flow.js";
import type { OAuthProvider } from "./config.js";
import type { Memory } from "./memory.js";

/** One request that begins or finishes a sign-in at one provider. */
export interface Run {
  readonly provider: OAuthProvider;
  readonly memory: Memory;
  readonly context: FlowContext;
}
