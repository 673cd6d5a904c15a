import type { SecondStepMessages } from "../types/second-step-messages.js";

/** The texts of the pages on second steps, in English. */
export const secondStepTexts: SecondStepMessages = {
  ask: {
    title: "One more step",
    intro: "Type the code that your authenticator app shows now.",
    label: "Code",
    hint: "Six digits. A new one every half minute.",
    button: "Continue",
    toRecovery: "Use a recovery code instead",
  },
  recovery: {
    title: "Use a recovery code",
    intro: "Type one of the codes that you kept when you turned the second step on.",
    label: "Recovery code",
    hint: "Each of them works once.",
    toApp: "Use the app instead",
  },
  passkeyOnly: {
    title: "One more step",
    intro: "Show that it is you with your passkey.",
  },
  remember: (days) =>
    `Do not ask again in this browser for ${days === 1 ? "a day" : `${days} days`}`,
  rememberHours: (hours) =>
    `Do not ask again in this browser for ${hours === 1 ? "an hour" : `${hours} hours`}`,
  otherWay: "Sign in another way",
  setUp: {
    title: "Set up your authenticator app",
    replaceTitle: "Set up another app",
    intro: "From then on, signing in takes a code of the app as well.",
    must: "This site asks you to have a second step. It takes a minute.",
    replaces: "The app that you have now stops working here, and so do your recovery codes.",
    scan: "Scan this with the app.",
    picture: "QR code for your authenticator app",
    byHand: "Or type this key into it:",
    onPhone: "Or open it on this device",
    label: "Code that the app shows",
    button: "Turn it on",
    replaceButton: "Use this app from now on",
    back: "Back",
  },
  codes: {
    title: "Keep these codes",
    intro:
      "When your phone is lost, one of them lets you in. Each works once. They are not shown again: print them, or put them in your password manager.",
    list: "Recovery codes",
    button: "I have kept them",
  },
  settings: {
    title: "Second step",
    on: "The second step is on. Signing in takes a code of your app.",
    off: "The second step is off. Turn it on, and nobody gets in with your password or mailbox alone.",
    left: (count) =>
      count === 1 ? "One recovery code is left." : `${count} recovery codes are left.`,
    change: "Change",
    turnOn: "Set up an app",
    replace: "Set up another app",
    newCodes: "Make new recovery codes",
    turnOff: "Turn it off",
    required: "This site asks you to have one, so that it can not be turned off.",
    back: "Back to the site",
  },
  errors: {
    SecondStepWrong:
      "That code is not right, or was used before. Wait for the next one and try again.",
    SetUpExpired: "This page was open for too long. Scan the new code below.",
    SecondStepChanged: "Something else was changed at the same moment. Please try once more.",
    SecondStepRequired: "This site asks you to have a second step. It can not be turned off.",
  },
  recoveryWrong: "That is none of your recovery codes, or it was used before. Check it once more.",
  errorDefault: "Something went wrong. Please try once more.",
};
