import { english as mail } from "../flows/mail/mail-messages.js";
import { passwordMails } from "../flows/password/mail-texts.js";
import { english as pages } from "../pages/english.js";
import { passwordTexts } from "../pages/password-texts.js";
import type { CommonMessages } from "../types/messages.js";

const { lang: _lang, dir: _dir, ...signIn } = mail;

/** Every text in English. Elsewhere each part is loaded where it is needed. */
export const english: CommonMessages = {
  ...pages,
  password: passwordTexts,
  mails: { signIn, ...passwordMails },
};
