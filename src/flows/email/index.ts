import { InvalidProvider, type AuthError } from "../../core/errors/errors.js";
import type { Flow, FlowContext, PendingMail } from "../../core/flow.js";
import { typedName } from "../../core/sign-in/typed-name.js";
import { actionPath } from "../../core/http/urls.js";
import { foldAddress } from "../../core/values/address.js";
import { mergeOptions } from "../../core/values/merge.js";
import type { PartialBy } from "../../types/common.js";
import type { EmailConfig } from "../../types/providers.js";

const steps = () => import("./steps.js");

/**
 * Sign-in with a magic link or a short code by email. The code that sends and redeems mails is loaded when
 * first needed.
 */
export function emailFlow(given: PartialBy<EmailConfig, "name">): Flow {
  const provider = mergeOptions({ ...given, name: given.name ?? given.id }, given.options);
  const { id, name } = provider;
  const setup = { provider };
  const problem = problemOf(provider);
  return {
    id,
    name,
    type: "email",
    leavesSite: false,
    finishNeedsCsrf: () => true,
    ...(problem && { problem }),
    adapterReason: "it stores a token until the link in the email is opened",
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
    begin: async (context) => (await steps()).begin(setup, context),
    finish: {
      GET: async (context) => (await steps()).followLink(setup, context),
      POST: async (context) => (await steps()).submit(setup, context),
    },
    examine: async ({ timeout }) => (await import("#advice")).examineMail(provider, timeout),
    guess: async (context) => ((await steps()).isGuess(context) ? "code" : undefined),
    limitKeys: async (context) => (await steps()).limitKeys(provider, context),
    typed: typedName("email"),
    mail: {
      pending: (context) => pendingMail(provider, context),
      identifierOf: async (...given) => (await steps()).identifierOf(provider, ...given),
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
  const { readPending } = await steps();
  const pending = await readPending(context, id);
  if (!pending) return undefined;
  const { identifier, callbackUrl, code } = pending;
  return { email: identifier, callbackUrl, takesCode: code !== undefined };
}

function problemOf(provider: EmailConfig): AuthError | undefined {
  const { id, maxAge = 1 } = provider;
  const named = `The email provider ${JSON.stringify(id)}`;
  if (typeof provider.sendVerificationRequest !== "function") {
    return new InvalidProvider(`${named} has no \`sendVerificationRequest\` function.`);
  }
  if (Number.isFinite(maxAge) && maxAge > 0) return undefined;
  return new InvalidProvider(`${named} needs a \`maxAge\` of more than 0 seconds.`);
}
