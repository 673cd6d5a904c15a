import type { AuditPersonal, AuditSink, Tell } from "../../types/events.js";

/** The sender of a request. */
export interface Sender {
  readonly headers: Headers;
  readonly clientIp: () => string | undefined;
}

/**
 * Emits the events of one request, with the fields the emitter needn't know. Without a sender, it's for what the
 * server does by itself, outside of a request to the library's routes.
 */
export function emitter(observe: AuditSink, sender?: Sender): Tell {
  const about = () => ({
    requestId: requestIdOf(sender),
    client: sender && clientOf(sender),
    actor: sender ? {} : ({ actor: "application" } as const),
  });
  let known: ReturnType<typeof about> | undefined;
  return async ({ personal, ...event }) => {
    // Most requests emit nothing.
    known ??= about();
    await observe({
      id: crypto.randomUUID(),
      time: new Date().toISOString(),
      requestId: known.requestId,
      ...known.actor,
      ...event,
      personal: { ...known.client, ...personal },
    });
  };
}

const longest = 256;

/** The request id set by a proxy, if it's plain. */
function requestIdOf(sender: Sender | undefined): string {
  const given = sender?.headers.get("x-request-id") ?? "";
  return /^[\w.:-]{1,128}$/.test(given) ? given : crypto.randomUUID();
}

function clientOf({ headers, clientIp }: Sender): AuditPersonal {
  const ip = clientIp();
  const userAgent = headers.get("user-agent")?.slice(0, longest);
  return { ...(ip !== undefined && { ip }), ...(userAgent !== undefined && { userAgent }) };
}
