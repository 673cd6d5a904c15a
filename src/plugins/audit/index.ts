export type { AuditEvent, AuditPersonal, AuditSink, CoreEvent } from "../../types/events.js";
export { audit } from "./audit.js";
export { consoleAudit } from "./console.js";
export type { ConsoleAuditOptions } from "./console.js";
export { isSigned } from "./signature.js";
export type { Signed } from "./signature.js";
export { webhookAudit } from "./webhook.js";
export type { WebhookAudit, WebhookAuditOptions, WebhookCounts } from "./webhook.js";
