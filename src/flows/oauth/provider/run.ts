import type { FlowContext, InquiryContext } from "../../flow.js";
import type { OAuthProvider } from "./config.js";
import type { Memory } from "./memory.js";

/** What it takes to ask a provider something, whoever wants to know. */
export interface Inquiry {
  readonly provider: OAuthProvider;
  readonly memory: Memory;
  readonly context: Pick<InquiryContext, "now" | "timeout" | "measure" | "site">;
}

/** Whoever asks a provider for something on behalf of the site. */
export interface Caller extends Inquiry {
  readonly context: Pick<FlowContext, "site" | "now" | "timeout" | "measure">;
}

/** One request that begins or finishes a sign-in at one provider. */
export interface Run extends Caller {
  readonly context: FlowContext;
}
