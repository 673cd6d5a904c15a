import { sql } from "kysely";
import { toDatabase, type DatabaseInput } from "../../../adapters/sql/database.js";
import { parseObject } from "../../../core/values/json.js";
import type { AuditEvent, AuditPersonal } from "../../../types/events.js";

/** Reads what happened to a user, the latest first. */
export type SqlTrail = (
  userId: string,
  page?: { readonly limit?: number | undefined },
) => Promise<readonly AuditEvent[]>;

interface Row {
  readonly id: string;
  readonly time: string;
  readonly type: string;
  readonly session_id: string | null;
  readonly provider: string | null;
  readonly request_id: string;
  readonly details: string;
  readonly personal: string | null;
}

const mostEvents = 1000;

/**
 * Reads the table of `sqlAudit`: for the pages of `admin()`, or your own.
 *
 * ```ts
 * const trail = sqlTrail(db);
 * const latest = await trail(userId, { limit: 20 });
 * ```
 */
export function sqlTrail(input: DatabaseInput): SqlTrail {
  const database = toDatabase(input);
  return async (userId, { limit = 100 } = {}) => {
    const most = Math.min(Math.max(Math.trunc(limit) || 1, 1), mostEvents);
    const { rows } =
      await sql<Row>`select id, time, type, session_id, provider, request_id, details, personal from ${sql.table(auditTable)} where user_id = ${userId} order by time desc, id desc limit ${sql.lit(most)}`.execute(
        database,
      );
    return rows.map((row) => eventIn(row, userId));
  };
}

function eventIn(row: Row, userId: string): AuditEvent {
  const { id, time, type, session_id: sessionId, provider, request_id: requestId } = row;
  return {
    ...parseObject(row.details),
    ...{ id, time, type, userId, requestId },
    ...(sessionId !== null && { sessionId }),
    ...(provider !== null && { provider }),
    personal: personalIn(row.personal),
  };
}

/** Empty once it was erased. */
function personalIn(text: string | null): AuditPersonal {
  const { ip, userAgent, email } = parseObject(text ?? "") ?? {};
  return {
    ...(typeof ip === "string" && { ip }),
    ...(typeof userAgent === "string" && { userAgent }),
    ...(typeof email === "string" && { email }),
  };
}

/** The table of `sqlAudit`. */
export const auditTable = "latchkey_audit";
