import type { CompleteContext } from "../accounts/complete.js";
import type { SignInHost } from "../accounts/host.js";
import type { Context, Handler } from "../core/plugin.js";
import type { Bound, BoundRoute } from "../core/plugins/folded.js";
import type { Flow, FlowContext } from "../flows/flow.js";
import type { Outcome } from "../http/outcome.js";
import type { PageTheme } from "../pages/index.js";
import type { AuthConfig } from "../types/config.js";
import type { EndedSessions, SessionRegistry } from "../types/session-hooks.js";

/** What the actions need of one request: what flows and the end of a sign-in need, and a little more. */
export interface ActionContext extends FlowContext, CompleteContext {
  readonly logger: FlowContext["logger"];
  readonly theme: PageTheme;
  readonly flows: ReadonlyMap<string, Flow>;
  readonly registry: SessionRegistry | null;
  readonly endSessions: (userId: string, which?: EndedSessions) => Promise<boolean>;
  readonly isStateShared: () => Promise<boolean>;
  readonly host: RequestHost | null;
  /** The first segment of the path. */
  readonly action: string;
  /** Cookies are for https. */
  readonly secure: boolean;
  /** The second segment of the path, where there is one. */
  readonly providerId: string | undefined;
  /** In production pages tell less. */
  readonly production: boolean;
  /** Logs a warning once for each code. */
  readonly warnOnce: NonNullable<FlowContext["hint"]>;
  readonly checksCsrf: boolean;
  /** Origins of other sites whose pages may post here. */
  readonly trustedOrigins: readonly string[];
  /** What is wrong with providers that are not offered; told in development only. */
  readonly leftOut: readonly string[];
  readonly customRedirect: boolean;
  readonly rateLimit: AuthConfig["rateLimit"];
}

/** What plugins bring along that a request needs of them. */
export interface RequestHost extends SignInHost {
  /** The request as a plugin sees it. */
  contextFor(bound: Bound, context: ActionContext): Promise<Context>;
  runRoute(bound: BoundRoute, handler: Handler, context: ActionContext): Promise<Outcome>;
}

/** Does what one route is for. Throws when it can not. */
export type Action = (context: ActionContext) => Promise<Outcome>;
