import type { NoticeMessages } from "../../types/notice-messages.js";

/** The mails that tell the owner of an account what was done to it, in French. */
export const french: NoticeMessages = {
  passwordChanged: {
    subject: (site) => `Votre mot de passe pour ${site} a été changé`,
    title: "Votre mot de passe a été changé",
    said: (site) =>
      `Désormais, vous vous connectez à ${site} avec le nouveau. Tous les autres appareils ont été déconnectés.`,
  },
  secondStepOn: {
    subject: (site) => `La deuxième étape est activée sur ${site}`,
    title: "La deuxième étape est activée",
    said: (site) =>
      `Désormais, la connexion à ${site} demande un code de votre application d’authentification.`,
  },
  secondStepReplaced: {
    subject: (site) => `Vous avez une autre application d’authentification sur ${site}`,
    title: "Vous avez une autre application d’authentification",
    said: (site) =>
      `La connexion à ${site} demande un code de la nouvelle application. La précédente et ses codes de secours ne fonctionnent plus.`,
  },
  secondStepCodes: {
    subject: (site) => `Vous avez de nouveaux codes de secours pour ${site}`,
    title: "Vous avez de nouveaux codes de secours",
    said: (site) => `Les codes de secours que vous aviez pour ${site} ne fonctionnent plus.`,
  },
  secondStepOff: {
    subject: (site) => `La deuxième étape a été désactivée sur ${site}`,
    title: "La deuxième étape a été désactivée",
    said: (site) => `La connexion à ${site} ne demande plus de code.`,
  },
  yours: "C’était vous ? Il n’y a rien à faire.",
  notYou:
    "Ce n’était pas vous ? Alors quelqu’un d’autre peut entrer. Connectez-vous, ou demandez un nouveau mot de passe, et annulez ce changement :",
  button: "Voir mon compte",
};
