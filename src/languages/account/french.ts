import type { AccountMessages } from "../../types/account-messages.js";

/** The texts of the account page in French. */
export const french: AccountMessages = {
  title: "Votre compte",
  signedInAs: (who) => `Vous êtes connecté en tant que ${who}.`,
  nameless: "une personne sans nom",
  ways: {
    title: "Vos façons de vous connecter",
    mail: "Lien par e-mail",
    mailNote: (email) =>
      `Toute personne qui peut lire les e-mails envoyés à ${email} peut se connecter ainsi.`,
    password: "Mot de passe",
    passwordChange: "Changer",
    passwordSet: "Définir un mot de passe",
    passwordNone: "Vous n’en avez pas encore.",
    remove: "Retirer",
    removeLabel: (name) => `Retirer ${name}`,
    last: "C’est votre seule façon de vous connecter : elle ne peut pas être retirée.",
    add: (name) => `Ajouter ${name}`,
  },
  passkeys: {
    title: "Clés d’accès",
    none: "Vous n’en avez pas encore. Avec une clé d’accès, vous vous connectez par empreinte, visage ou code de l’appareil.",
    synced: "Clé d’accès sur plusieurs appareils",
    single: "Clé d’accès sur un seul appareil",
    add: "Ajouter une clé d’accès",
    needsScript: "L’ajout d’une clé d’accès a besoin de JavaScript.",
    made: (day) => `Créée le ${day}`,
    used: (day) => `Utilisée pour la dernière fois le ${day}`,
    rename: "Renommer",
    renameLabel: (name) => `Renommer ${name}`,
    nameLabel: "Nom, par exemple celui de l’appareil",
    save: "Enregistrer le nom",
  },
  devices: {
    title: "Où vous êtes connecté",
    current: "Cet appareil",
    seen: (time) => `Dernière activité : ${time}`,
    name: (browser, system) => `${browser} sur ${system}`,
    unknown: "Un navigateur inconnu",
    unknownOn: (system) => `Un navigateur sur ${system}`,
    end: "Déconnecter",
    endLabel: (name) => `Déconnecter ${name}`,
    endOthers: "Déconnecter partout ailleurs",
  },
  question: {
    title: "Est-ce vous aussi ?",
    intro: (provider, site) =>
      `Vous vous êtes connecté avec ${provider}, et votre compte sur ${site} a la même adresse e-mail. Si les deux sont à vous, vous pourrez désormais vous connecter avec l’un ou l’autre.`,
    yes: (provider) => `Oui, ajouter ${provider}`,
    passkeyIntro: (site) =>
      `Vous avez créé une clé d’accès pour une adresse e-mail qui a déjà un compte sur ${site}. Si c’était bien vous, vous pourrez désormais vous connecter avec elle.`,
    passkeyYes: "Oui, ajouter la clé d’accès",
    no: "Non, ne rien changer",
  },
  leave: { signOut: "Se déconnecter", home: "Retour au site" },
  remove: {
    summary: "Supprimer mon compte",
    warning:
      "C’est irréversible : votre compte et tout ce qui vous permet de vous y connecter sont supprimés.",
    confirm: "Oui, supprimer mon compte",
    button: "Supprimer mon compte",
  },
  done: {
    unlink: "C’est retiré. Plus personne ne peut se connecter de cette façon.",
    "remove-passkey": "La clé d’accès est retirée. Supprimez-la aussi sur votre appareil.",
    "rename-passkey": "La clé d’accès a son nouveau nom.",
    "end-session": "Cet appareil est déconnecté.",
    "end-others": "Tous les autres appareils sont déconnectés.",
  },
  errors: {
    LastWay: "C’est votre seule façon de vous connecter. Ajoutez-en d’abord une autre.",
    NotFound: "Cet élément n’existe plus.",
    NotAllowed: "Vous ne pouvez pas faire cela ici. Adressez-vous aux responsables du site.",
    InvalidName: "Un nom compte 60 caractères au plus.",
  },
  errorDefault: "Cela n’a pas fonctionné. Réessayez.",
};
