/** The table of `sqlAudit`. */
export const auditTable = "latchkey_audit";
