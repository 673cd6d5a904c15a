import { InvalidProvider, type AuthError } from "../../errors.js";
import { actionUrl } from "../../http/urls.js";
import { RecentLimit } from "../../recent-limit.js";
import type { EmailConfig } from "../../types/providers.js";
import type { Flow, FlowContext, PendingMail } from "../flow.js";
import type { Desk } from "./desk.js";
import { Pace } from "./pace.js";
import { UsedTokens } from "./used.js";

/**
 * Sign-in with a link, or a short code, that is sent to the person's e-mail address. What writes and
 * redeems mails is loaded when it is first needed.
 */
export function emailFlow(provider: EmailConfig): Flow {
  const { id, name = id } = provider;
  const desk = openDesk(provider);
  const problem = problemOf(provider);
  return {
    id,
    name,
    type: "email",
    leavesSite: false,
    finishNeedsCsrf: true,
    ...(problem && { problem }),
    adapterReason: "it stores a token until the link in the e-mail is followed",
    adapterMethods: [
      "createVerificationToken",
      "useVerificationToken",
      "createUser",
      "getUserByEmail",
      "getUserByAccount",
      "updateUser",
      "linkAccount",
    ],
    form: (site) => ({ kind: "email", id, name, action: actionUrl(site, "signin", id) }),
    begin: async (context) => (await import("./begin.js")).begin(desk, context),
    finish: {
      GET: async (context) => (await import("./finish.js")).followLink(desk, context),
      POST: async (context) => (await import("./finish.js")).submit(desk, context),
    },
    limitKeys: async (context) => (await import("./identifier.js")).limitKeys(provider, context),
    pendingMail: (context) => pendingMail(provider, context),
  };
}

const perAddress = { most: 5, window: 10 * 60 * 1000, keys: 10_000 };

function openDesk(provider: EmailConfig): Desk {
  const [mails, guesses] = [new RecentLimit(perAddress), new RecentLimit(perAddress)];
  return { provider, used: new UsedTokens(), mails, guesses, pace: new Pace() };
}

async function pendingMail(
  { id }: EmailConfig,
  context: FlowContext,
): Promise<PendingMail | undefined> {
  const { readPending } = await import("./pending.js");
  const pending = await readPending(context, id);
  if (!pending) return undefined;
  const { identifier, callbackUrl, code } = pending;
  return { email: identifier, callbackUrl, takesCode: code !== undefined };
}

function problemOf(provider: EmailConfig): AuthError | undefined {
  const { id, maxAge = 1 } = provider;
  const named = `The e-mail provider ${JSON.stringify(id)}`;
  if (typeof provider.sendVerificationRequest !== "function") {
    return new InvalidProvider(`${named} has no \`sendVerificationRequest\` function.`);
  }
  if (Number.isFinite(maxAge) && maxAge > 0) return undefined;
  return new InvalidProvider(`${named} needs a \`maxAge\` of more than 0 seconds.`);
}
