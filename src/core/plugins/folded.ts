import type { LoggerInstance } from "../../types/logger.js";
import type { Table } from "../../types/records.js";
import type { SessionRegistry } from "../../types/session-hooks.js";
import type { AuthError } from "../errors/errors.js";
import type { CrossOriginHeaders, CrossOriginRequest } from "../http/cross-origin.js";
import type {
  App,
  Plugin,
  PluginHooks,
  Route,
  SignInHooks,
  Stage,
  StoredRuntime,
} from "../plugin.js";
import type { Sessions } from "../sessions/contract.js";
import type { FoldedHooks } from "../sessions/hooks.js";

/** A configured plugin. */
export interface Bound {
  readonly plugin: Pick<Plugin, "name" | "needs" | "tables">;
  readonly app: App;
}

export type Hook<Name extends keyof PluginHooks> = Bound & {
  readonly call: NonNullable<PluginHooks[Name]>;
};

export interface BoundRoute extends Bound {
  readonly route: Route;
}

export type Phase = "policy" | "prove" | "ask";

export interface BoundStage extends Bound {
  readonly phase: Phase;
  readonly call: Stage;
}

export type SignInHook<Name extends keyof SignInHooks> = Bound & {
  readonly call: NonNullable<SignInHooks[Name]>;
};

/** Brought by plugins: see `identifiedSessions`. */
export type IdentifySessions = (
  sessions: Sessions,
  runtime: StoredRuntime,
  logger: LoggerInstance,
) => Sessions;

/** The hooks of all plugins, one list per hook. Null if no plugin has any. */
export interface Plugins {
  readonly names: ReadonlySet<string>;
  readonly needs: readonly Bound[];
  /** The tables of all plugins. Null if there are none. */
  readonly tables: readonly Table[] | null;
  /** By `action`, `action/act` or `action/*`. */
  readonly routes: ReadonlyMap<string, BoundRoute> | null;
  /** What the redirect guard has to know about them. */
  readonly paths: ReadonlyMap<string, "page" | "endpoint"> | undefined;
  /** In the order in which they run: by phase, then by name. */
  readonly stages: readonly BoundStage[] | null;
  readonly refused: readonly SignInHook<"refused">[] | null;
  readonly passkey: readonly SignInHook<"passkey">[] | null;
  readonly started: readonly SignInHook<"started">[] | null;
  readonly next: readonly SignInHook<"next">[] | null;
  readonly session: FoldedHooks | null;
  /** Sessions that are also known by another credential than the cookie. */
  readonly identify: IdentifySessions | null;
  /** The headers that let scripts of other sites call the routes. */
  readonly crossOrigin: ((request: CrossOriginRequest) => CrossOriginHeaders) | null;
  /** Whether a user is let in who was identified without a sign-in. Absent if no plugin decides that. */
  readonly admits?: ((runtime: StoredRuntime, userId: string) => Promise<boolean>) | undefined;
  readonly registry: SessionRegistry | null;
  readonly signOut: readonly Hook<"signOut">[] | null;
  readonly store: readonly Hook<"store">[] | null;
  readonly observe: readonly Hook<"observe">[] | null;
  readonly measure: readonly Hook<"measure">[] | null;
  readonly check: readonly Hook<"check">[] | null;
  readonly users: readonly Hook<"users">[] | null;
  readonly account: readonly Hook<"account">[] | null;
  readonly eventTexts: readonly Hook<"eventTexts">[] | null;
  readonly takesTwoFactors: readonly Hook<"takesTwoFactors">[] | null;
  readonly wrapSessions: readonly Hook<"wrapSessions">[] | null;
  readonly olderSecrets: readonly Hook<"olderSecrets">[] | null;
  readonly examine: readonly Hook<"examine">[] | null;
  /** The browser keeps a proof of each sign-in. */
  readonly keepsProofs: boolean;
  /** What is wrong with them; if set, none of them is used. */
  readonly problem?: AuthError | undefined;
}

export const noPlugins: Plugins = {
  names: new Set(),
  needs: [],
  tables: null,
  routes: null,
  paths: undefined,
  stages: null,
  refused: null,
  passkey: null,
  started: null,
  session: null,
  identify: null,
  crossOrigin: null,
  registry: null,
  next: null,
  signOut: null,
  store: null,
  observe: null,
  measure: null,
  check: null,
  users: null,
  account: null,
  eventTexts: null,
  takesTwoFactors: null,
  wrapSessions: null,
  olderSecrets: null,
  examine: null,
  keepsProofs: false,
};
