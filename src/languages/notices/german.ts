import type { NoticeMessages } from "../../types/notice-messages.js";

/** The mails that tell the owner of an account what was done to it, in German. */
export const german: NoticeMessages = {
  passwordChanged: {
    subject: (site) => `Ihr Passwort für ${site} wurde geändert`,
    title: "Ihr Passwort wurde geändert",
    said: (site) =>
      `Künftig melden Sie sich bei ${site} mit dem neuen an. Alle anderen Geräte wurden abgemeldet.`,
  },
  secondStepOn: {
    subject: (site) => `Der zweite Schritt bei ${site} ist eingeschaltet`,
    title: "Der zweite Schritt ist eingeschaltet",
    said: (site) =>
      `Zum Anmelden bei ${site} brauchen Sie künftig einen Code aus Ihrer Authenticator-App.`,
  },
  secondStepReplaced: {
    subject: (site) => `Sie haben eine andere Authenticator-App bei ${site}`,
    title: "Sie haben eine andere Authenticator-App",
    said: (site) =>
      `Zum Anmelden bei ${site} brauchen Sie einen Code aus der neuen App. Die bisherige und ihre Wiederherstellungscodes funktionieren nicht mehr.`,
  },
  secondStepCodes: {
    subject: (site) => `Sie haben neue Wiederherstellungscodes für ${site}`,
    title: "Sie haben neue Wiederherstellungscodes",
    said: (site) => `Ihre bisherigen Wiederherstellungscodes für ${site} funktionieren nicht mehr.`,
  },
  secondStepOff: {
    subject: (site) => `Der zweite Schritt bei ${site} wurde ausgeschaltet`,
    title: "Der zweite Schritt wurde ausgeschaltet",
    said: (site) => `Zum Anmelden bei ${site} brauchen Sie keinen Code mehr.`,
  },
  yours: "Das waren Sie? Dann ist nichts zu tun.",
  notYou:
    "Das waren nicht Sie? Dann kommt jemand anderes hinein. Melden Sie sich an oder fordern Sie ein neues Passwort an, und machen Sie es rückgängig:",
  button: "Mein Konto ansehen",
};
