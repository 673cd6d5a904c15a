export type {
  AuditBase,
  AuditEvent,
  AuditPersonal,
  AuditReason,
  AuditSink,
} from "../types/audit.js";
export { consoleAudit } from "./console.js";
export type { ConsoleAuditOptions } from "./console.js";
export { everySink } from "./every.js";
export { isSigned } from "./signature.js";
export type { Signed } from "./signature.js";
export { webhookAudit } from "./webhook.js";
export type { WebhookAudit, WebhookAuditOptions, WebhookCounts } from "./webhook.js";
