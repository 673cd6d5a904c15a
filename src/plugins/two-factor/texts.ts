import type { TwoFactorMessages } from "../../types/two-factor-messages.js";

/** The English texts of the 2FA pages. */
export const twoFactorTexts: TwoFactorMessages = {
  ask: {
    title: "One more step",
    intro: "Enter the code from your authenticator app.",
    label: "Code",
    hint: "Six digits. It changes every 30 seconds.",
    button: "Continue",
    toRecovery: "Use a recovery code instead",
  },
  recovery: {
    title: "Use a recovery code",
    intro:
      "Enter one of the recovery codes you saved when you turned on two-factor authentication.",
    label: "Recovery code",
    hint: "Each code works once.",
    toApp: "Use the app instead",
  },
  passkeyOnly: {
    title: "One more step",
    intro: "Confirm it’s you with your passkey.",
  },
  remember: (days) =>
    `Don’t ask again in this browser for ${days === 1 ? "a day" : `${days} days`}`,
  rememberHours: (hours) =>
    `Don’t ask again in this browser for ${hours === 1 ? "an hour" : `${hours} hours`}`,
  otherWay: "Sign in another way",
  setUp: {
    title: "Set up your authenticator app",
    replaceTitle: "Set up another app",
    intro: "You’ll need a code from the app each time you sign in.",
    must: "This site requires two-factor authentication. Setting it up takes a minute.",
    replaces: "Your current app and recovery codes will stop working.",
    scan: "Scan this with your authenticator app.",
    picture: "QR code for your authenticator app",
    byHand: "Or enter this key:",
    onPhone: "Or open it on this device",
    label: "Code from the app",
    button: "Turn on",
    replaceButton: "Use this app from now on",
    back: "Back",
  },
  codes: {
    title: "Save your recovery codes",
    intro:
      "If you lose your phone, each of these codes lets you sign in once. They won’t be shown again, so print them or put them in your password manager.",
    list: "Recovery codes",
    button: "I’ve saved them",
  },
  settings: {
    title: "Two-factor authentication",
    on: "Two-factor authentication is on. You need a code from your app to sign in.",
    off: "Two-factor authentication is off. Turn it on, and your password or mailbox alone isn’t enough to sign in.",
    left: (count) =>
      count === 1 ? "One recovery code is left." : `${count} recovery codes are left.`,
    change: "Change",
    turnOn: "Set up an app",
    replace: "Set up another app",
    newCodes: "Create new recovery codes",
    turnOff: "Turn off",
    required: "This site requires it, so it can’t be turned off.",
    back: "Back to the site",
  },
  errors: {
    SecondStepWrong: "That code is wrong or was used before. Wait for the next one and try again.",
    SetUpExpired: "This page was open for too long. Scan the new code below.",
    SecondStepChanged: "Something else changed at the same time. Try again.",
    SecondStepRequired: "This site requires two-factor authentication. It can’t be turned off.",
  },
  recoveryWrong:
    "That isn’t one of your recovery codes, or it was used before. Check it and try again.",
  errorDefault: "Something went wrong. Try again.",
  events: {
    "two-factor.on": "Two-factor authentication turned on",
    "two-factor.replaced": "Authenticator app replaced",
    "two-factor.codes": "New recovery codes made",
    "two-factor.off": "Two-factor authentication turned off",
    "two-factor.recovery-used": "Recovery code used",
    "two-factor.remembered": "Browser remembered for two-factor authentication",
    "two-factor.skipped": "Second factor skipped in a remembered browser",
  },
};
