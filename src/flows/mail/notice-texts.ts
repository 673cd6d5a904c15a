import type { RequestLanguage } from "../../types/language.js";
import type {
  NoticeMessages,
  NoticeText,
  PasswordNotices,
  TwoFactorNotices,
} from "../../types/notice-messages.js";
import type { NoticeKind } from "../flow.js";

/** What all mails about changes to an account say, in English. */
export const noticeTexts: NoticeMessages = {
  yours: "It was you? Then there is nothing to do.",
  notYou:
    "It was not you? Then somebody else can get in. Sign in, or ask for a new password, and change it back:",
  button: "Look at my account",
};

export const passwordNotices: { readonly notices: PasswordNotices } = {
  notices: {
    changed: {
      subject: (site) => `Your password for ${site} was changed`,
      title: "Your password was changed",
      said: (site) =>
        `From now on you sign in to ${site} with the new one. All other devices were signed out.`,
    },
  },
};

export const twoFactorNotices: { readonly notices: TwoFactorNotices } = {
  notices: {
    on: {
      subject: (site) => `The second step is on at ${site}`,
      title: "The second step is on",
      said: (site) => `Signing in to ${site} takes a code of your authenticator app from now on.`,
    },
    replaced: {
      subject: (site) => `You have another authenticator app at ${site}`,
      title: "You have another authenticator app",
      said: (site) =>
        `Signing in to ${site} takes a code of the new app. The one before, and its recovery codes, work no longer.`,
    },
    codes: {
      subject: (site) => `You have new recovery codes for ${site}`,
      title: "You have new recovery codes",
      said: (site) => `The recovery codes that you had for ${site} before work no longer.`,
    },
    off: {
      subject: (site) => `The second step was turned off at ${site}`,
      title: "The second step was turned off",
      said: (site) => `Signing in to ${site} takes no code any more.`,
    },
  },
};

/** What one of these mails says, in the language of a request. */
export function noticeText(kind: NoticeKind, { texts }: RequestLanguage): NoticeText {
  const password = () => texts("password", passwordNotices).notices;
  const twoFactor = () => texts("two-factor", twoFactorNotices).notices;
  const kinds: Readonly<Record<NoticeKind, () => NoticeText>> = {
    passwordChanged: () => password().changed,
    secondStepOn: () => twoFactor().on,
    secondStepReplaced: () => twoFactor().replaced,
    secondStepCodes: () => twoFactor().codes,
    secondStepOff: () => twoFactor().off,
  };
  return kinds[kind]();
}
