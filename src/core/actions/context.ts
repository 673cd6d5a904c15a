import type { PageTheme } from "../../pages/index.js";
import type { Tell } from "../../types/events.js";
import type { EndedSessions, SessionRegistry } from "../../types/session-hooks.js";
import type { AuthConfig } from "../auth-config.js";
import type { Flow, FlowContext } from "../flow.js";
import type { Outcome } from "../http/outcome.js";
import type { LanguageOptions } from "../language/choose.js";
import type { Context, Handler } from "../plugin.js";
import type { Bound, BoundRoute } from "../plugins/folded.js";
import type { CompleteContext } from "../sign-in/complete.js";
import type { SignInHost } from "../sign-in/plugin-host.js";

/** What the actions need from one request: the flow's context, and a little more. */
export interface ActionContext extends FlowContext, CompleteContext {
  readonly logger: FlowContext["logger"];
  readonly sessions: CompleteContext["sessions"];
  readonly theme: PageTheme;
  readonly flows: ReadonlyMap<string, Flow>;
  readonly registry: SessionRegistry | null;
  readonly endSessions: (userId: string, which?: EndedSessions) => Promise<boolean>;
  readonly isStateShared: () => Promise<boolean>;
  readonly host: RequestHost | null;
  /** The first segment of the path. */
  readonly action: string;
  /** Cookies are sent over https only. */
  readonly secure: boolean;
  /** The second segment of the path, where there is one. */
  readonly providerId: string | undefined;
  /** In production, pages show fewer details. */
  readonly production: boolean;
  /** Logs a warning once for each code. */
  readonly warnOnce: NonNullable<FlowContext["hint"]>;
  readonly checksCsrf: boolean;
  /** Origins of other sites whose pages may post forms here. */
  readonly trustedOrigins: readonly string[];
  /** Why some providers aren't offered. Shown in development only. */
  readonly leftOut: readonly string[];
  readonly customRedirect: boolean;
  /** For texts to someone who isn't the sender of the request. */
  readonly languages: LanguageOptions;
  readonly rateLimit: AuthConfig["rateLimit"];
}

/** What the plugins contribute to this request. */
export interface RequestHost extends SignInHost {
  /** The request as a plugin sees it. */
  contextFor(bound: Bound, context: ActionContext): Promise<Context>;
  runRoute(bound: BoundRoute, handler: Handler, context: ActionContext): Promise<Outcome>;
  /** Ends the session between the hooks, one of which may send the browser elsewhere. */
  endWithPlugins(context: ActionContext, end: () => Promise<void>): Promise<Outcome | undefined>;
  /** Emits that the user signed out, or couldn't. */
  tellSignOut(context: ActionContext, tell: Tell, work: () => Promise<Outcome>): Promise<Outcome>;
}

/** Handles one route. Throws if it can't. */
export type Action = (context: ActionContext) => Promise<Outcome>;
