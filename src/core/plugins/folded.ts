import type { AuthError } from "../../errors.js";
import type { FoldedHooks } from "../../sessions/hooks.js";
import type { SessionRegistry } from "../../types/session-hooks.js";
import type { App, Plugin, PluginHooks, Route, SignInHooks, Stage } from "../plugin.js";
import type { Table } from "../records.js";

/** A plugin at work in a configuration. */
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

/** The hooks of all plugins, one list for each: made once. Null where no plugin takes part. */
export interface Plugins {
  readonly names: ReadonlySet<string>;
  readonly needs: readonly Bound[];
  /** The tables of all plugins. Null when none keeps records. */
  readonly tables: readonly Table[] | null;
  /** By `action`, `action/act` or `action/*`. */
  readonly routes: ReadonlyMap<string, BoundRoute> | null;
  /** What the redirect guard must know of them. */
  readonly paths: ReadonlyMap<string, "page" | "endpoint"> | undefined;
  /** In the order in which they run: by phase, then by name. */
  readonly stages: readonly BoundStage[] | null;
  readonly refused: readonly SignInHook<"refused">[] | null;
  readonly passkey: readonly SignInHook<"passkey">[] | null;
  readonly started: readonly SignInHook<"started">[] | null;
  readonly next: readonly SignInHook<"next">[] | null;
  readonly session: FoldedHooks | null;
  readonly registry: SessionRegistry | null;
  readonly signOut: readonly Hook<"signOut">[] | null;
  readonly store: readonly Hook<"store">[] | null;
  readonly observe: readonly Hook<"observe">[] | null;
  readonly measure: readonly Hook<"measure">[] | null;
  readonly check: readonly Hook<"check">[] | null;
  readonly users: readonly Hook<"users">[] | null;
  readonly account: readonly Hook<"account">[] | null;
  readonly takesTwoFactors: readonly Hook<"takesTwoFactors">[] | null;
  readonly wrapSessions: readonly Hook<"wrapSessions">[] | null;
  readonly olderSecrets: readonly Hook<"olderSecrets">[] | null;
  readonly examine: readonly Hook<"examine">[] | null;
  /** The browser keeps a proof of each sign-in. */
  readonly keepsProofs: boolean;
  /** What is wrong with them: then none of them is used. */
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
  registry: null,
  next: null,
  signOut: null,
  store: null,
  observe: null,
  measure: null,
  check: null,
  users: null,
  account: null,
  takesTwoFactors: null,
  wrapSessions: null,
  olderSecrets: null,
  examine: null,
  keepsProofs: false,
};
