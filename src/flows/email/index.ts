import { InvalidProvider, type AuthError } from "../../errors.js";
import { actionPath } from "../../http/urls.js";
import type { PartialBy } from "../../types/common.js";
import type { EmailConfig } from "../../types/providers.js";
import { foldAddress } from "../address.js";
import type { Flow, FlowContext, PendingMail } from "../flow.js";
import { mergeOptions } from "../merge.js";

/**
 * Sign-in with a link, or a short code, that is sent to the person's e-mail address. What writes and
 * redeems mails is loaded when it is first needed.
 */
export function emailFlow(given: PartialBy<EmailConfig, "name">): Flow {
  const provider = mergeOptions({ ...given, name: given.name ?? given.id }, given.options);
  const { id, name } = provider;
  const desk = { provider };
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
    vouchesFor: ({ providerAccountId }, address) =>
      foldAddress(providerAccountId) === foldAddress(address),
    form: (site) => ({ kind: "email", id, name, action: actionPath(site, "signin", id) }),
    begin: async (context) => (await import("./begin.js")).begin(desk, context),
    finish: {
      GET: async (context) => (await import("./finish.js")).followLink(desk, context),
      POST: async (context) => (await import("./finish.js")).submit(desk, context),
    },
    examine: async ({ timeout }) => (await import("./examine.js")).examineMail(provider, timeout),
    guess: async (context) =>
      (await import("../mail/strength.js")).isGuess(context) ? "code" : undefined,
    limitKeys: async (context) =>
      (await import("../mail/identifier.js")).limitKeys(provider, context),
    mail: {
      pending: (context) => pendingMail(provider, context),
      ...(provider.sendNotice && {
        notify: async (context, notice) =>
          (await import("../mail/notice.js")).sendNotice(provider, context, notice),
      }),
    },
  };
}

async function pendingMail(
  { id }: EmailConfig,
  context: FlowContext,
): Promise<PendingMail | undefined> {
  const { readPending } = await import("../mail/pending.js");
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
