import { sharedMap } from "../../../core/async/shared-map.js";
import type { Verified } from "../../../core/flow.js";
import type { Fields } from "../../../core/http/fields.js";
import type { Outcome } from "../../../core/http/outcome.js";
import type { Site } from "../../../core/http/urls.js";
import type { PagePrompt } from "../../../types/forms.js";
import type { IdTokens } from "../../../types/providers.js";
import type { Run } from "./run.js";

/** The part of the flow that `idTokens()` brings. */
export interface PostedTokens {
  /** Whether a nonce is wanted instead of a redirect. */
  isAsked(body: Fields): boolean;
  issueNonce(run: Run): Promise<Outcome>;
  /** Whether an ID token is posted, and not a provider's own response. */
  isIn(body: Fields): boolean;
  finish(run: Run): Promise<Verified>;
  /** For the sign-in page, with its script. */
  prompt(site: Site): PagePrompt | undefined;
  file(name: string, provider: string): Promise<Outcome | undefined>;
}

export const postedTokens = sharedMap<IdTokens, PostedTokens>("id-tokens");
