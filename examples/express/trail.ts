import type { AuditEvent } from "latchkey/plugins/audit";

const most = 200;

/** What happened of late, in the memory of the demo, and who waits for more. */
export interface Trail {
  readonly events: readonly AuditEvent[];
  /** The latest events about a user. */
  about(userId: string, limit: number): readonly AuditEvent[];
  /** For the plugin `audit`. */
  readonly sink: (event: AuditEvent) => void;
  /** Tells of every event from now on, until the function that it returns is called. */
  follow(tell: (event: AuditEvent) => void): () => void;
}

export function startTrail(): Trail {
  const events: AuditEvent[] = [];
  const followers = new Set<(event: AuditEvent) => void>();
  return {
    events,
    about: (userId, limit) => events.filter((event) => event.userId === userId).slice(0, limit),
    sink(event) {
      events.unshift(event);
      events.length = Math.min(events.length, most);
      for (const tell of followers) tell(event);
    },
    follow(tell) {
      followers.add(tell);
      return () => followers.delete(tell);
    },
  };
}
