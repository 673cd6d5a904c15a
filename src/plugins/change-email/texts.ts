import type { ChangeEmailMessages } from "../../types/change-email-messages.js";

/** The English texts of changing an email address. */
export const changeEmailTexts: ChangeEmailMessages = {
  section: {
    title: "Email address",
    none: "You don’t have one yet.",
    unproven: "Not confirmed yet.",
    pending: (email) => `To change it, open the link we sent to ${email}.`,
    add: "Add an address",
    change: "Change",
    cancel: "Cancel the change",
  },
  form: {
    title: "Change your email address",
    first: "Add your email address",
    intro: "We’ll send a link to the new address. Nothing changes until you open it.",
    now: (email) => `Your address is ${email}.`,
    label: "New email address",
    button: "Send the link",
    back: "Back",
  },
  sent: {
    title: "Check your inbox",
    intro: (email) =>
      `We sent a link to ${email}. Open it in a browser where you’re signed in. Nothing changes until then.`,
  },
  confirm: {
    title: "Confirm your new address",
    intro: (email) => `Your email address will be ${email}. Other devices will be signed out.`,
    button: "Confirm this address",
  },
  changed: {
    title: "Your address has changed",
    intro: (email) => `Your email address is ${email} now.`,
    button: "Continue",
  },
  undo: {
    title: "Get your old address back",
    intro: (email) =>
      `Your account will have the address ${email} again, and all devices will be signed out.`,
    button: "Undo the change",
  },
  undone: {
    title: "The change was undone",
    intro: (email) =>
      `Your email address is ${email} again, and all devices are signed out. Sign in, remove sign-in methods you don’t know, and choose a new password if you have one.`,
    button: "Sign in",
  },
  gone: { title: "This link doesn’t work anymore", button: "Back to the site" },
  errors: {
    InvalidEmail: "Enter one complete email address, such as name@example.com.",
    SameEmail: "That’s your address already.",
    NotAllowed: "This address can’t be used here. Try another one.",
    TooManyEmails: "Too many emails were requested. Try again later.",
    EmailFailed: "The email couldn’t be sent. Check the address and try again in a minute.",
    EmailTaken: "Another account uses this address, so it can’t be yours.",
    LinkGone: "It was used, canceled or replaced, or it’s too old.",
    WrongAccount:
      "You’re signed in to another account. Sign in to the one that asked for the link.",
  },
  errorDefault: "That didn’t work. Try again.",
  mails: {
    confirm: {
      subject: (site) => `Confirm your new address for ${site}`,
      title: "Confirm your new address",
      said: (site) =>
        `You asked to use this address for your account at ${site}. If you didn’t, ignore this email. Nothing changes without it.`,
      note: "Open this link in a browser where you’re signed in:",
      button: "Confirm this address",
    },
    taken: {
      subject: (site) => `You already have an account at ${site}`,
      title: "You already have an account",
      said: (site) =>
        `Someone, perhaps you, wanted to use this address for another account at ${site}. It belongs to an account already, so nothing has changed.`,
      note: "To use that account, sign in with this address:",
      button: "Sign in",
    },
    changed: {
      subject: (site) => `Your email address for ${site} was changed`,
      title: "Your email address was changed",
      said: (site) =>
        `Your account at ${site} has another email address now. If that was you, there’s nothing to do.`,
      note: "Wasn’t you? This link brings your old address back and signs out all devices:",
      button: "Undo the change",
    },
    until: (time) => `The link works until ${time}.`,
  },
  events: {
    "change-email.requested": "Change of email address requested",
    "change-email.canceled": "Change of email address canceled",
    "change-email.confirmed": "Email address changed",
    "change-email.undone": "Earlier email address restored",
    "change-email.refused": "Link for a new email address refused",
  },
};
