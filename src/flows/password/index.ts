import { InvalidProvider, type AuthError } from "../../errors.js";
import { actionPath } from "../../http/urls.js";
import { inEnglish } from "../../languages/in-english.js";
import { passwordTexts } from "../../pages/password-texts.js";
import type { SignInForm } from "../../types/forms.js";
import type { RequestLanguage } from "../../types/language.js";
import type { PasswordConfig } from "../../types/password.js";
import type { Site } from "../../http/urls.js";
import { foldAddress } from "../address.js";
import type { Act, Flow, FlowContext, PendingMail } from "../flow.js";
import { mergeOptions } from "../merge.js";
import { createDesk, leastLength, minLengthOf, noMailer, type Desk } from "./desk.js";
import { fieldProblem } from "./sign-up-fields.js";
import { readPassword, removePassword } from "./table.js";

/**
 * Sign-in with an address and a password. Nobody has a password, or an account, before they have proven
 * that the address is theirs. What hashes and sends mails is loaded when it is first needed.
 */
export function passwordFlow(given: PasswordConfig): Flow {
  const provider = mergeOptions(given, given.options);
  const { id, name } = provider;
  const desk = createDesk(provider);
  const problem = problemOf(provider);
  return {
    id,
    name,
    // On the wire: clients that know credentials know how to sign in.
    type: "credentials",
    leavesSite: false,
    finishNeedsCsrf: true,
    guess: ({ body }) => (body.text("code") === undefined ? "secret" : "proof"),
    asksForFreshProof: true,
    ...(problem && { problem }),
    adapterReason: "it stores passwords, and a token until the link in the e-mail is followed",
    adapterMethods: ["createVerificationToken", "useVerificationToken"],
    check: async (store) =>
      (await import("../records-problem.js")).recordsProblem(store, {
        id,
        former: ["getPassword", "setPassword", "deletePassword"],
        why: "stores passwords",
      }),
    vouchesFor: ({ providerAccountId }, address) =>
      foldAddress(providerAccountId) === foldAddress(address),
    disown: ({ records }, userId) => removePassword(records, userId),
    hasPassword: async ({ records }, userId) => (await readPassword(records, userId)) !== null,
    form: (site, language = inEnglish) => formOf(provider, site, language),
    finish: { POST: async (context) => (await import("./sign-in.js")).submit(desk, context) },
    limitKeys: async (context) => (await import("./sign-in.js")).limitKeys(desk, context),
    mail: {
      pending: (context) => pendingMail(desk, context),
      ...(desk.mail.provider.sendNotice && {
        notify: async (context, notice) =>
          (await import("../mail/notice.js")).sendNotice(desk.mail.provider, context, notice),
      }),
    },
    acts: actsOf(desk),
    showScreen: async ({ texts }, page) =>
      (await import("../../pages/password.js")).passwordPage({
        ...page,
        texts: texts("password", passwordTexts),
      }),
  };
}

function actsOf(desk: Desk): Record<string, Act> {
  const acts = () => import("./acts.js");
  const changing = () => import("./change.js");
  const signingIn = () => import("./sign-in.js");
  const limitKeys = async (context: FlowContext) => (await signingIn()).addressKeys(desk, context);
  return {
    "sign-up": {
      limitKeys,
      show: async () => (await acts()).showSignUp(desk),
      submit: async (context) => (await acts()).signUp(desk, context),
    },
    forgot: {
      limitKeys,
      show: async () => (await acts()).showForgot(desk),
      submit: async (context) => (await acts()).forgot(desk, context),
    },
    again: { limitKeys, submit: async (context) => (await acts()).again(desk, context) },
    reset: {
      limitKeys,
      show: async (context) => (await acts()).showReset(desk, context),
      submit: async (context) => (await acts()).reset(desk, context),
      guess: "proof",
    },
    change: {
      limitKeys: async (context) => (await signingIn()).userKeys(context),
      show: async (context) => (await changing()).showChange(desk, context),
      submit: async (context) => (await changing()).change(desk, context),
      guess: "secret",
    },
  };
}

function formOf(
  { id, name, signUp }: PasswordConfig,
  site: Site,
  language: RequestLanguage,
): SignInForm {
  const { emailLabel, passwordLabel, showPassword, forgotLink, signUpLink } = language.texts(
    "password",
    passwordTexts,
  );
  return {
    kind: "credentials",
    isPassword: true,
    id,
    name,
    action: actionPath(site, "callback", id),
    fields: [
      { name: "email", label: emailLabel, type: "email", autocomplete: "username", required: true },
      {
        name: "password",
        label: passwordLabel,
        type: "password",
        autocomplete: "current-password",
        required: true,
        reveal: showPassword,
      },
    ],
    signsUp: signUp !== false,
    links: [
      { label: forgotLink, href: actionPath(site, "password", "forgot") },
      ...(signUp === false
        ? []
        : [{ label: signUpLink, href: actionPath(site, "password", "sign-up") }]),
    ],
  };
}

async function pendingMail(
  { provider }: Desk,
  context: FlowContext,
): Promise<PendingMail | undefined> {
  const { readPending } = await import("../mail/pending.js");
  const pending = await readPending(context, provider.id);
  if (!pending) return undefined;
  const { identifier, callbackUrl, code, kept } = pending;
  const again = actionPath(context.site, "password", "again");
  const mail = { email: identifier, callbackUrl, takesCode: code !== undefined, again };
  // Whoever makes an account has chosen a password already.
  const { forgot, signUp } = (await context.language()).texts("password", passwordTexts);
  return { ...mail, said: kept === undefined ? forgot.sent : signUp.sent };
}

function problemOf(provider: PasswordConfig): AuthError | undefined {
  const { id, email, hash, verify } = provider;
  const named = `The password provider ${JSON.stringify(id)}`;
  if (typeof email?.sendVerificationRequest !== "function") {
    return new InvalidProvider(noMailer(id));
  }
  const minLength = minLengthOf(provider);
  if (!Number.isInteger(minLength) || minLength < leastLength || minLength > 64) {
    return new InvalidProvider(
      `${named} needs a \`minLength\` from ${leastLength} to 64 characters.`,
    );
  }
  if (!hash || verify) return fieldProblem(provider);
  return new InvalidProvider(
    `${named} has a \`hash\` of its own and no \`verify\`, so that nobody could sign in.`,
  );
}
