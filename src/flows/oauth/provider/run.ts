import type { FlowContext, InquiryContext } from "../../../core/flow.js";
import type { Memory } from "./cache.js";
import type { OAuthProvider } from "./config.js";

/** What a call to a provider needs, whatever it's for. */
export interface Inquiry {
  readonly provider: OAuthProvider;
  readonly memory: Memory;
  readonly context: Pick<InquiryContext, "now" | "timeout" | "measure" | "site">;
}

/** The caller of a provider on behalf of the site. */
export interface Caller extends Inquiry {
  readonly context: Pick<FlowContext, "site" | "now" | "timeout" | "measure">;
}

/** One request that starts or finishes a sign-in with one provider. */
export interface Run extends Caller {
  readonly context: FlowContext;
}
