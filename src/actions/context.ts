import type { CompleteContext } from "../accounts/complete.js";
import type { Flow, FlowContext } from "../flows/flow.js";
import type { Outcome } from "../http/outcome.js";
import type { PageTheme } from "../pages/index.js";
import type { AuthConfig } from "../types/config.js";

/** What the actions need of one request: what flows and the end of a sign-in need, and a little more. */
export interface ActionContext extends FlowContext, CompleteContext {
  readonly theme: PageTheme;
  readonly flows: ReadonlyMap<string, Flow>;
  /** The second segment of the path, where there is one. */
  readonly providerId: string | undefined;
  readonly checksCsrf: boolean;
  readonly customRedirect: boolean;
  readonly rateLimit: AuthConfig["rateLimit"];
  /** As it was told; undefined when nobody knows it. */
  readonly clientIp: () => string | undefined;
}

/** Does what one route is for. Throws when it can not. */
export type Action = (context: ActionContext) => Promise<Outcome>;
