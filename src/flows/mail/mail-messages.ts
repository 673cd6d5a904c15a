import type { RequestLanguage } from "../../types/language.js";
import type { MailTexts } from "../../types/messages.js";

/** The texts of one mail, and its language. */
export type MailMessages = MailTexts & Pick<RequestLanguage, "lang" | "dir">;

/** The sign-in mail in the language of a request. */
export function mailMessages({ lang, dir, texts }: RequestLanguage): MailMessages {
  return { ...texts("email", english), lang, dir };
}

const units: readonly (readonly [minutes: number, name: string])[] = [
  [24 * 60, "day"],
  [60, "hour"],
  [1, "minute"],
];

/** In the largest unit that is precise enough: 90 minutes, 2 hours, 1 day. */
function duration(minutes: number): string {
  const fits = ([size]: readonly [number, string]) => minutes >= size && minutes % size === 0;
  const [size, name] = units.find(fits) ?? [1, "minute"];
  const count = Math.max(1, Math.round(minutes / size));
  return `${count} ${name}${count === 1 ? "" : "s"}`;
}

/** The mail in English. */
const english: MailTexts = {
  subject: (site) => `Sign in to ${site}`,
  title: (site) => `Sign in to ${site}`,
  codeIntro: "Type this code on the page where you asked to sign in:",
  buttonIntro: "Or use the button, on this device or another one.",
  button: "Sign in",
  linkIntro: "Button not working? Copy this address into your browser:",
  textLinkIntro: "Or open this address, on this device or another one:",
  expires: (minutes) => `The code and the link work once, for the next ${duration(minutes)}.`,
  keepSecret: (site) =>
    `Don’t share them with anyone, not even someone who says they work for ${site}.`,
  notYou: "Didn’t ask for this? Ignore this email. No one can get in without it.",
};
