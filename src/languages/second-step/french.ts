import type { SecondStepMessages } from "../../types/second-step-messages.js";
import { durationIn } from "../duration.js";

const duration = durationIn("fr");

/** The texts of the pages on second steps in French. */
export const french: SecondStepMessages = {
  ask: {
    title: "Encore une étape",
    intro: "Saisissez le code que votre application d’authentification affiche en ce moment.",
    label: "Code de l’application",
    hint: "Six chiffres, renouvelés toutes les trente secondes.",
    button: "Continuer",
    toRecovery: "Utiliser plutôt un code de secours",
  },
  recovery: {
    title: "Utiliser un code de secours",
    intro: "Saisissez l’un des codes que vous avez conservés en activant la deuxième étape.",
    label: "Code de secours",
    hint: "Chacun ne sert qu’une fois.",
    toApp: "Utiliser plutôt l’application",
  },
  passkeyOnly: {
    title: "Encore une étape",
    intro: "Montrez que c’est bien vous avec votre clé d’accès.",
  },
  remember: (days) => `Ne plus demander dans ce navigateur pendant ${duration(days * 24 * 60)}`,
  rememberHours: (hours) => `Ne plus demander dans ce navigateur pendant ${duration(hours * 60)}`,
  otherWay: "Se connecter autrement",
  setUp: {
    title: "Configurer votre application d’authentification",
    replaceTitle: "Configurer une autre application",
    intro: "Ensuite, la connexion demandera aussi un code de l’application.",
    must: "Ce site vous demande une deuxième étape. La configurer prend une minute.",
    replaces:
      "L’application que vous avez maintenant ne fonctionnera plus ici, et vos codes de secours non plus.",
    scan: "Scannez ceci avec l’application.",
    picture: "QR code pour votre application d’authentification",
    byHand: "Ou saisissez-y cette clé :",
    onPhone: "Ou ouvrez-la sur cet appareil",
    label: "Code affiché par l’application",
    button: "Activer",
    replaceButton: "Utiliser désormais cette application",
    back: "Retour",
  },
  codes: {
    title: "Conservez ces codes",
    intro:
      "Si vous perdez votre téléphone, l’un d’eux vous permettra d’entrer. Chacun ne sert qu’une fois. Ils ne seront plus affichés : imprimez-les ou mettez-les dans votre gestionnaire de mots de passe.",
    list: "Codes de secours",
    button: "Je les ai conservés",
  },
  settings: {
    title: "Deuxième étape",
    on: "La deuxième étape est activée. La connexion demande un code de votre application.",
    off: "La deuxième étape est désactivée. Activez-la, et personne n’entrera avec votre seul mot de passe ou votre seule messagerie.",
    left: (count) =>
      count <= 1 ? `Il reste ${count} code de secours.` : `Il reste ${count} codes de secours.`,
    turnOn: "Configurer une application",
    replace: "Configurer une autre application",
    newCodes: "Créer de nouveaux codes de secours",
    turnOff: "Désactiver",
    required: "Ce site vous la demande : elle ne peut pas être désactivée.",
    back: "Retour au site",
  },
  errors: {
    SecondStepWrong:
      "Ce code n’est pas le bon, ou il a déjà servi. Attendez le suivant, puis réessayez.",
    SetUpExpired:
      "Cette page est restée ouverte trop longtemps. Scannez le nouveau code ci-dessous.",
    SecondStepChanged: "Autre chose a été modifié au même moment. Veuillez réessayer.",
    SecondStepRequired:
      "Ce site vous demande une deuxième étape. Elle ne peut pas être désactivée.",
  },
  recoveryWrong:
    "Ce n’est pas l’un de vos codes de secours, ou il a déjà servi. Vérifiez-le encore une fois.",
  errorDefault: "Une erreur s’est produite. Veuillez réessayer.",
};
