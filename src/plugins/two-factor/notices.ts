import type { TwoFactorNotices } from "../../types/notice-messages.js";

/** The mails about a second factor, in English. */
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
