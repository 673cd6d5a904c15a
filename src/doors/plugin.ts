/** The exports for plugin authors: the contract, and helpers for responses. */
export { definePlugin } from "../core/engine/define-plugin.js";
export type {
  App,
  Attempt,
  Context,
  Handler,
  Needs,
  Parked,
  Passed,
  PastSignIn,
  Pending,
  Plugin,
  PluginCookies,
  PluginDefinition,
  PluginHooks,
  Refused,
  Resolved,
  Route,
  Runtime,
  Section,
  Shown,
  SignedOut,
  SignInHooks,
  Stage,
  Strength,
  TokenSessions,
  UsedPasskey,
  UserHooks,
} from "../core/plugin.js";
export type {
  EndedOwned,
  EndedSessions,
  Facts,
  Issued,
  Owned,
  SessionHooks,
  SessionRecord,
  SessionRegistry,
  SparedSession,
} from "../types/session-hooks.js";
export type { Credential, IdentifiedSession, IdentifiedUser, Identity } from "../types/identity.js";
export type { addsToSession } from "../types/infer.js";
export { Conflict, MissingOwner } from "../types/records.js";
export type {
  Change,
  ChangesOf,
  Column,
  Condition,
  Found,
  IndexOf,
  KeyOf,
  Kind,
  NewRowOf,
  Page,
  Records,
  RowOf,
  Table,
  Update,
} from "../types/records.js";
export { change } from "../core/records/change.js";
export { rowAndUser } from "../core/records/row-and-user.js";
export type { RowAndUser } from "../types/store.js";
export type { NoticeText } from "../types/notice-messages.js";
export type { Measure, Span } from "../types/measure.js";
export type { AuditEvent, CoreEvent, ToldEvent } from "../types/events.js";
export { instances } from "../core/plugins/instances.js";
export type { Instances } from "../core/plugins/instances.js";
export { json, redirectTo } from "../core/http/outcome.js";
export type { Outcome } from "../core/http/outcome.js";
export { html } from "../pages/html.js";
export type { Html } from "../pages/html.js";
