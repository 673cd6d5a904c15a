import type { MailOwnTexts, PasswordMails } from "../../types/messages.js";

const notYou = "You did not ask for this? Then ignore this email. Nothing changes without it.";

/** The mail that proves a new address. */
const welcome: MailOwnTexts = {
  subject: (site) => `Confirm your address for ${site}`,
  title: (site) => `Welcome to ${site}`,
  codeIntro: "To confirm your address, type this code on the page where you signed up:",
  button: "Confirm my address",
  notYou,
};

/** Somebody signs up with an address that has an account. */
const again: MailOwnTexts = {
  subject: (site) => `You have an account at ${site} already`,
  title: (site) => `You have an account at ${site} already`,
  codeIntro:
    "Somebody, perhaps you, signed up with this address once more. To sign in, and use the password that was chosen just now from now on, type this code on that page:",
  button: "Choose a password",
  notYou: "It was not you? Then ignore this email. Your password stays as it is.",
};

const reset: MailOwnTexts = {
  subject: (site) => `A new password for ${site}`,
  title: (site) => `A new password for ${site}`,
  codeIntro: "To choose a new password, type this code on the page where you asked for it:",
  button: "Choose a password",
  notYou: "It was not you? Then ignore this email. Your password stays as it is.",
};

/** Somebody forgot the password of an account that there is not. */
const nobody: MailOwnTexts = {
  subject: (site) => `There is no account for this address at ${site}`,
  title: (site) => `There is no account for this address at ${site}`,
  codeIntro:
    "Somebody, perhaps you, forgot a password. There is no account with this address, but you can make one: type this code on the page where you asked.",
  button: "Create an account",
  notYou,
};

/** The mails about passwords, in English. */
export const passwordMails: { readonly mails: PasswordMails } = {
  mails: { welcome, again, reset, nobody },
};

/** Which mail is sent, by what was asked for and whether somebody has the address. */
export const mailsFor = {
  signUp: { known: "again", unknown: "welcome" },
  forgot: { known: "reset", unknown: "nobody" },
} as const;
