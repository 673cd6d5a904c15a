/** What the author of a plugin needs: the contract, and what makes an answer. */
export { definePlugin } from "../engine/define-plugin.js";
export type {
  App,
  Attempt,
  Context,
  Handler,
  Needs,
  Parked,
  Passed,
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
  UsedPasskey,
  UserHooks,
} from "./plugin.js";
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
export type { addsToSession } from "../types/infer.js";
export { Conflict, MissingOwner } from "./records.js";
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
} from "./records.js";
export { change } from "./records/change.js";
export type { NoticeText } from "../types/notice-messages.js";
export type { Measure, Span } from "../types/measure.js";
export type { AuditEvent, CoreEvent, ToldEvent } from "../types/events.js";
export { instances } from "./plugins/instances.js";
export type { Instances } from "./plugins/instances.js";
export { json, redirectTo } from "../http/outcome.js";
export type { Outcome } from "../http/outcome.js";
export { html } from "../pages/html.js";
export type { Html } from "../pages/html.js";
