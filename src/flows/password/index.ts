import { InvalidProvider, type AuthError } from "../../core/errors/errors.js";
import type { Act, Flow, FlowContext, PendingMail } from "../../core/flow.js";
import { typedName } from "../../core/sign-in/typed-name.js";
import { actionPath } from "../../core/http/urls.js";
import type { Site } from "../../core/http/urls.js";
import { inEnglish } from "../../core/language/in-english.js";
import { foldAddress } from "../../core/values/address.js";
import { mergeOptions } from "../../core/values/merge.js";
import type { SignInForm } from "../../types/forms.js";
import type { RequestLanguage } from "../../types/language.js";
import type { PasswordConfig } from "../../types/password.js";
import { passwordSetup, leastLength, minLengthOf, noMailer, type PasswordSetup } from "./setup.js";
import { fieldProblem } from "./sign-up-fields.js";
import { readPassword, removePassword } from "./table.js";
import { passwordTexts } from "./texts.js";

/**
 * Sign-in with an email address and a password. Nobody gets a password or an account before proving that the
 * address is theirs. The code that hashes and mails is loaded when first needed.
 */
export function passwordFlow(given: PasswordConfig): Flow {
  const provider = mergeOptions(given, given.options);
  const { id, name } = provider;
  const setup = passwordSetup(provider);
  const problem = problemOf(provider);
  return {
    id,
    name,
    // The wire type: clients that support credentials can sign in.
    type: "credentials",
    leavesSite: false,
    finishNeedsCsrf: () => true,
    guess: ({ body }) => (body.text("code") === undefined ? "secret" : "proof"),
    asksForFreshProof: true,
    ...(problem && { problem }),
    adapterReason: "it stores passwords, and a token until the link in the email is opened",
    adapterMethods: ["createVerificationToken", "useVerificationToken"],
    check: async (store) =>
      (await import("../../core/config/flows/records-problem.js")).recordsProblem(store, {
        id,
        former: ["getPassword", "setPassword", "deletePassword"],
        why: "stores passwords",
      }),
    vouchesFor: ({ providerAccountId }, address) =>
      foldAddress(providerAccountId) === foldAddress(address),
    disown: ({ records }, userId) => removePassword(records, userId),
    hasPassword: async ({ records }, userId) => (await readPassword(records, userId)) !== null,
    form: (site, language = inEnglish) => formOf(provider, site, language),
    finish: { POST: async (context) => (await import("./sign-in.js")).submit(setup, context) },
    limitKeys: async (context) => (await import("./sign-in.js")).limitKeys(setup, context),
    typed: typedName("email"),
    mail: {
      pending: (context) => pendingMail(setup, context),
      identifierOf: async (...given) =>
        (await import("../mail/identifier.js")).identifierOf(setup.mail.provider, ...given),
      ...(setup.mail.provider.sendNotice && {
        notify: async (context, notice) =>
          (await import("../mail/notice.js")).sendNotice(setup.mail.provider, context, notice),
      }),
    },
    answers: { password: () => import("./answers.js") },
    acts: actsOf(setup),
    showScreen: async ({ texts }, page) =>
      (await import("./pages.js")).passwordPage({
        ...page,
        texts: texts("password", passwordTexts),
      }),
  };
}

function actsOf(setup: PasswordSetup): Record<string, Act> {
  const acts = () => import("./acts.js");
  const changing = () => import("./change.js");
  const signingIn = () => import("./sign-in.js");
  const limitKeys = async (context: FlowContext) => (await signingIn()).addressKeys(setup, context);
  return {
    "sign-up": {
      limitKeys,
      show: async () => (await acts()).showSignUp(setup),
      submit: async (context) => (await acts()).signUp(setup, context),
    },
    forgot: {
      limitKeys,
      show: async () => (await acts()).showForgot(setup),
      submit: async (context) => (await acts()).forgot(setup, context),
    },
    again: { limitKeys, submit: async (context) => (await acts()).again(setup, context) },
    reset: {
      limitKeys,
      show: async (context) => (await acts()).showReset(setup, context),
      submit: async (context) => (await acts()).reset(setup, context),
      guess: "proof",
    },
    change: {
      limitKeys: async (context) => (await signingIn()).userKeys(context),
      show: async (context) => (await changing()).showChange(setup, context),
      submit: async (context) => (await changing()).change(setup, context),
      guess: "secret",
    },
  };
}

function formOf(
  { id, name, signUp }: PasswordConfig,
  site: Site,
  language: RequestLanguage,
): SignInForm {
  const texts = language.texts("password", passwordTexts);
  const { emailLabel, passwordLabel, showPassword, forgotLink } = texts;
  const { signUpQuestion: question, signUpLink: label } = texts;
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
        link: { label: forgotLink, href: actionPath(site, "password", "forgot") },
      },
    ],
    ...(signUp !== false && {
      signUp: { question, label, href: actionPath(site, "password", "sign-up") },
    }),
  };
}

async function pendingMail(
  { provider }: PasswordSetup,
  context: FlowContext,
): Promise<PendingMail | undefined> {
  const { readPending } = await import("../mail/pending.js");
  const pending = await readPending(context, provider.id);
  if (!pending) return undefined;
  const { identifier, callbackUrl, code, kept } = pending;
  const again = actionPath(context.site, "password", "again");
  const mail = { email: identifier, callbackUrl, takesCode: code !== undefined, again };
  // Users who sign up have chosen a password already.
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
    `${named} has its own \`hash\` but no \`verify\`, so no one could sign in.`,
  );
}
