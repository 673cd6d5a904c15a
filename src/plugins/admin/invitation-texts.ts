import type { AdminMessages } from "../../types/admin-messages.js";

/** What invited users read, in English. Invitations work without the pages. */
export const invitationTexts: Pick<AdminMessages, "accept" | "gone" | "mail"> = {
  accept: {
    title: "You’re invited",
    intro: (site) => `Accept the invitation to ${site}. You’ll be signed in with this address:`,
    button: "Accept the invitation",
  },
  gone: {
    title: "This invitation doesn’t work anymore",
    intro: "It was used, replaced or withdrawn, or it’s too old. You may be able to sign in.",
    button: "Sign in",
  },
  mail: {
    subject: (site) => `You’re invited to ${site}`,
    title: "You’re invited",
    said: (site) =>
      `Someone who manages ${site} invites you to use it with this address. If you didn’t expect that, ignore this email.`,
    note: "To accept, open this link:",
    button: "Accept the invitation",
    until: (time) => `The link works once, until ${time}.`,
  },
};
