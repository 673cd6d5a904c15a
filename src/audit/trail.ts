import { withDeadline } from "../deadline.js";
import { referenceOf } from "../diagnosis/reference.js";
import { EventError, isClientError, RateLimited, type AuthError } from "../errors.js";
import { asError } from "../thrown.js";
import type { AuditPersonal, AuditSink, AuditTold } from "../types/audit.js";
import type { Events } from "../types/hooks.js";
import type { LoggerInstance } from "../types/logger.js";
import type { User } from "../types/session.js";

/** What an event is told with. */
export interface TellContext {
  readonly headers: Headers;
  readonly clientIp: () => string | undefined;
  readonly logger: LoggerInstance;
  readonly timeout: number;
  readonly providerId: string | undefined;
}

/** What a trail needs of the request. */
export interface TrailContext extends TellContext {
  readonly events: Events;
}

/** The audit events of one request. */
export interface Trail {
  tell(event: AuditTold): Promise<void>;
  /** The events of the application, which are told to the audit as well. */
  readonly events: Events;
  /** Whether somebody was signed in in the course of the request. */
  signedIn(): boolean;
}

/** Writes events of one request to a sink. Whatever becomes of that stops nobody. */
export function createTeller(sink: AuditSink, context: TellContext): Trail["tell"] {
  const { headers, logger, timeout, providerId } = context;
  const requestId = requestIdOf(headers);
  const client = clientOf(context);
  return async ({ personal, ...told }) => {
    try {
      const event = {
        id: crypto.randomUUID(),
        time: new Date().toISOString(),
        requestId,
        ...(providerId !== undefined && { provider: providerId }),
        ...told,
        personal: { ...client, ...personal },
      };
      const written = sink(event);
      if (written === undefined) return;
      const late = () => new Error(`It did not return within ${timeout} ms.`);
      await withDeadline(written, timeout, late);
    } catch (error) {
      const message = "An event could not be written to the audit trail.";
      logger.error(
        "EventError",
        new EventError(message, { err: asError(error), event: told.type }),
      );
    }
  };
}

export function openTrail(sink: AuditSink, context: TrailContext): Trail {
  const { events } = context;
  const tell = createTeller(sink, context);
  const done = { signIn: false };

  return {
    tell,
    signedIn: () => done.signIn,
    events: {
      ...events,
      async signIn(message) {
        done.signIn = true;
        const { user, account, isNewUser = false } = message;
        const who = { ...whoIs(user), ...(account && { provider: account.provider }) };
        await tell({ type: "sign-in.succeeded", isNewUser, ...who });
        await events.signIn(message);
      },
      async createUser(message) {
        await tell({ type: "user.created", ...whoIs(message.user) });
        await events.createUser(message);
      },
      async updateUser(message) {
        await tell({ type: "user.updated", ...whoIs(message.user) });
        await events.updateUser(message);
      },
      async linkAccount(message) {
        const { user, account } = message;
        await tell({ type: "account.linked", provider: account.provider, ...whoIs(user) });
        await events.linkAccount(message);
      },
      async unlinkAccount(message) {
        const { user, account } = message;
        await tell({ type: "account.unlinked", provider: account.provider, ...whoIs(user) });
        await events.unlinkAccount(message);
      },
    },
  };
}

const longest = 256;

/** What a proxy calls the request, where it has a plain name for it. */
function requestIdOf(headers: Headers): string {
  const given = headers.get("x-request-id") ?? "";
  return /^[\w.:-]{1,128}$/.test(given) ? given : crypto.randomUUID();
}

function clientOf({ headers, clientIp }: TellContext): AuditPersonal {
  const ip = clientIp();
  const userAgent = headers.get("user-agent")?.slice(0, longest);
  return { ...(ip !== undefined && { ip }), ...(userAgent !== undefined && { userAgent }) };
}

function whoIs({ id, email }: User) {
  return {
    ...(id !== undefined && { userId: id }),
    ...(email && { personal: { email } }),
  };
}

/** A sign-in or sign-out that came to nothing, as an event; undefined for what was told already. */
export function failureEvent(action: string, error: AuthError): AuditTold | undefined {
  if (error instanceof RateLimited) return undefined;
  const told = { reason: error.type, reference: referenceOf(error) };
  if (action === "signout") return { type: "sign-out.failed", ...told };
  const isRefusal: boolean = isClientError(error);
  return { type: isRefusal ? "sign-in.refused" : "sign-in.failed", ...told };
}
