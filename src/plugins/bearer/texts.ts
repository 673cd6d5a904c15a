import type { BearerMessages } from "../../types/bearer-messages.js";

/** The texts of the page, in English. */
export const bearerTexts: BearerMessages = {
  title: "Sign in to an app",
  asks: (app, who) => `${app} wants to sign in as ${who}.`,
  warning: "Continue only if you opened this page from the app yourself, just now.",
  yes: "Continue",
  no: "Cancel",
  device: {
    title: "Sign in on a device",
    intro: "Enter the code that your device shows.",
    code: "Code on your device",
    next: "Continue",
    wrong: "This code is wrong or has expired. Check your device.",
    shows: (code) => `The device shows the code ${code}.`,
    from: (device) => `The request came from ${device}.`,
    warning:
      "Continue only if this code is on a device of yours, right now. If someone sent you the code or a link, cancel: they’d get into your account.",
    done: "Your device is being signed in. You can close this page.",
    canceled: "No one was signed in. You can close this page.",
  },
  events: {
    "bearer.approved": "App allowed to sign in",
    "bearer.reused": "App’s code or refresh token used twice, its session ended",
  },
};
