import type { ActionContext } from "../actions/context.js";
import { failureEvent, openTrail } from "../audit/trail.js";
import type { AuthError } from "../errors.js";
import type { Outcome } from "../http/outcome.js";
import type { AuditSink } from "../types/audit.js";

/** A request that is written down in the audit trail. */
export interface Audited {
  /** What tells the trail as well, in place of what the context has. */
  readonly told: Pick<ActionContext, "events" | "audit">;
  ended(outcome: Outcome): Promise<void>;
  failed(error: AuthError): Promise<void>;
}

/** Watches over one action. */
export async function watch(
  sink: AuditSink,
  action: string,
  context: ActionContext,
): Promise<Audited> {
  const { method, flows } = context;
  const providerId = action === "password" ? passwordProvider(context) : context.providerId;
  const trail = openTrail(sink, { ...context, providerId });
  const isForm = action === "password" || action.startsWith("sign");
  const isAct = action === "callback" || (method === "POST" && isForm);
  const leaving = isAct && action === "signout" ? await whoLeaves(context) : {};

  return {
    told: { events: trail.events, audit: (event) => trail.tell(event) },
    async ended(outcome) {
      if (!isAct || trail.signedIn()) return;
      if (action === "signout") {
        await trail.tell({ type: "sign-out", ...leaving });
        if (leaving.userId !== undefined) await trail.tell({ type: "session.ended", ...leaving });
        return;
      }
      const begins =
        action === "password"
          ? outcome.kind === "redirect" && !isSignInPage(outcome.to, context)
          : action === "signin" && flows.get(providerId ?? "")?.begin !== undefined;
      const reason = errorIn(outcome, context);
      if (reason !== undefined) await trail.tell({ type: "sign-in.refused", reason });
      else if (begins) await trail.tell({ type: "sign-in.began" });
    },
    async failed(error) {
      const event = isAct ? failureEvent(action, error) : undefined;
      if (event) await trail.tell(event);
    },
  };
}

/** The addresses of its acts name the act, not the provider. */
function passwordProvider({ flows, providerId = "" }: ActionContext): string | undefined {
  const owner = [...flows.values()].find(({ acts }) => acts && Object.hasOwn(acts, providerId));
  return owner?.id;
}

/** Who signs out, of which session; nothing where that is not known. */
async function whoLeaves({ sessions, jar, cookies, now }: ActionContext): Promise<Leaving> {
  try {
    const about = await sessions.about({ jar, cookie: cookies.session, now });
    return {
      ...(about?.userId && { userId: about.userId }),
      ...(about?.sid !== undefined && { sessionId: about.sid }),
    };
  } catch {
    return {};
  }
}

interface Leaving {
  readonly userId?: string;
  readonly sessionId?: string;
}

/** Where somebody is sent who has to begin anew. */
function isSignInPage(to: string, { site }: ActionContext): boolean {
  return new URL(to, site.origin).pathname === `${site.basePath}/signin`;
}

/** A page of ours that is told of an error, such as that of a wrong code. */
function errorIn(outcome: Outcome, { site }: ActionContext): string | undefined {
  if (outcome.kind !== "redirect" || !URL.canParse(outcome.to, site.origin)) return undefined;
  const { origin, searchParams, pathname } = new URL(outcome.to, site.origin);
  const isOurs = origin === site.origin && pathname.startsWith(`${site.basePath}/`);
  return isOurs ? (searchParams.get("error") ?? undefined) : undefined;
}
