import type { NoticeMessages } from "../../types/notice-messages.js";

/** The mails that tell the owner of an account what was done to it, in English. */
export const noticeTexts: NoticeMessages = {
  passwordChanged: {
    subject: (site) => `Your password for ${site} was changed`,
    title: "Your password was changed",
    said: (site) =>
      `From now on you sign in to ${site} with the new one. All other devices were signed out.`,
  },
  secondStepOn: {
    subject: (site) => `The second step is on at ${site}`,
    title: "The second step is on",
    said: (site) => `Signing in to ${site} takes a code of your authenticator app from now on.`,
  },
  secondStepReplaced: {
    subject: (site) => `You have another authenticator app at ${site}`,
    title: "You have another authenticator app",
    said: (site) =>
      `Signing in to ${site} takes a code of the new app. The one before, and its recovery codes, work no longer.`,
  },
  secondStepCodes: {
    subject: (site) => `You have new recovery codes for ${site}`,
    title: "You have new recovery codes",
    said: (site) => `The recovery codes that you had for ${site} before work no longer.`,
  },
  secondStepOff: {
    subject: (site) => `The second step was turned off at ${site}`,
    title: "The second step was turned off",
    said: (site) => `Signing in to ${site} takes no code any more.`,
  },
  yours: "It was you? Then there is nothing to do.",
  notYou:
    "It was not you? Then somebody else can get in. Sign in, or ask for a new password, and change it back:",
  button: "Look at my account",
};
