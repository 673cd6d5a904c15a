import type { AuditPersonal, AuditSink, Tell } from "../../types/events.js";

/** Who sent a request. */
export interface Sender {
  readonly headers: Headers;
  readonly clientIp: () => string | undefined;
}

/** Emits the events of one request: adds what whoever emits them need not know. */
export function emitter(observe: AuditSink, sender: Sender): Tell {
  const requestId = requestIdOf(sender.headers);
  const client = clientOf(sender);
  return async ({ personal, ...event }) => {
    await observe({
      id: crypto.randomUUID(),
      time: new Date().toISOString(),
      requestId,
      ...event,
      personal: { ...client, ...personal },
    });
  };
}

/** Emits what the server does by itself, in no request to the library's routes. */
export function emitterOutside(observe: AuditSink): Tell {
  const nobody = { headers: new Headers(), clientIp: () => undefined };
  return (event) => emitter(observe, nobody)({ actor: "application", ...event });
}

const longest = 256;

/** What a proxy calls the request, where it has a plain name for it. */
function requestIdOf(headers: Headers): string {
  const given = headers.get("x-request-id") ?? "";
  return /^[\w.:-]{1,128}$/.test(given) ? given : crypto.randomUUID();
}

function clientOf({ headers, clientIp }: Sender): AuditPersonal {
  const ip = clientIp();
  const userAgent = headers.get("user-agent")?.slice(0, longest);
  return { ...(ip !== undefined && { ip }), ...(userAgent !== undefined && { userAgent }) };
}
