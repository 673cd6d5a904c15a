import type { CompleteLanguage } from "../types/language.js";
import { durationIn } from "./duration.js";

const SERVICE_FAILED =
  "Ce service n’a pas terminé la connexion. Réessayez ou connectez-vous autrement.";
const NO_NEW_ACCOUNT =
  "Nous n’avons pas pu créer de compte pour vous. Réessayez ou connectez-vous autrement.";
const MAIL_FAILED =
  "Nous n’avons pas pu envoyer l’e-mail. Vérifiez l’adresse, puis réessayez dans une minute.";
const INVALID_EMAIL =
  "Cette adresse e-mail n’est pas complète. Elle doit ressembler à vous@exemple.fr.";
const NOTHING_CHANGES = "Vous n’avez rien demandé ? Ignorez cet e-mail. Rien ne changera sans lui.";
const PASSWORD_STAYS =
  "Ce n’était pas vous ? Ignorez cet e-mail. Votre mot de passe reste le même.";

const duration = (minutes: number): string => durationIn("fr", minutes);

/** French. */
export const french: CompleteLanguage = {
  tag: "fr",
  pages: {
    or: "ou",
    home: "Retour au site",
    codeSubmits: "Le code est validé automatiquement dès le sixième chiffre.",
    signIn: {
      title: "Se connecter",
      introChoice: "Choisissez comment vous connecter.",
      introRedirect: (provider) => `Continuez avec votre compte ${provider}.`,
      introEmail: "Nous vous enverrons un lien par e-mail. Aucun mot de passe nécessaire.",
      introForm: "Saisissez vos informations pour continuer.",
      introPasskey: "Avec votre empreinte, votre visage ou le code de l’appareil.",
      nothingToChoose:
        "Il n’est pas encore possible de se connecter ici. Les responsables du site peuvent y remédier.",
      withProvider: (provider) => `Continuer avec ${provider}`,
      withEmail: "Continuer par e-mail",
      withForm: "Se connecter",
      withPasskey: "Continuer avec une clé d’accès",
      lastUsed: "Utilisé en dernier",
      moreWays: "Autres possibilités",
      emailLabel: "Adresse e-mail",
      emailPlaceholder: "vous@exemple.fr",
      passkeyNeedsScript:
        "Les clés d’accès ont besoin de JavaScript. Activez-le pour en utiliser une.",
      newPasskey: "Créer une clé d’accès",
      passkeyCancelled:
        "Aucune clé d’accès n’a été utilisée. Réessayez, ou créez-en une si c’est votre première visite.",
      passkeyExists:
        "Cet appareil a déjà une clé d’accès pour ce compte. Utilisez-la pour vous connecter.",
      passkeyFailed:
        "Les clés d’accès ne fonctionnent pas ici pour le moment. Réessayez ou connectez-vous autrement.",
      errors: {
        Signin: SERVICE_FAILED,
        OAuthSignin: SERVICE_FAILED,
        OAuthSignInError: SERVICE_FAILED,
        OAuthCallbackError: SERVICE_FAILED,
        Callback: SERVICE_FAILED,
        OAuthCreateAccount: NO_NEW_ACCOUNT,
        EmailCreateAccount: NO_NEW_ACCOUNT,
        OAuthAccountNotLinked:
          "Vous avez déjà un compte avec cette adresse e-mail. Connectez-vous comme la dernière fois.",
        AccountNotLinked:
          "Cette connexion appartient à un autre compte. Connectez-vous comme vous l’avez fait auparavant.",
        EmailSignin: MAIL_FAILED,
        EmailSignInError: MAIL_FAILED,
        InvalidEmail: INVALID_EMAIL,
        CredentialsSignin: "Ces informations ne correspondent pas. Vérifiez-les et réessayez.",
        PasswordSignin: "Adresse e-mail ou mot de passe incorrect. Réessayez.",
        FreshSignInRequired:
          "Pour être sûrs que c’est bien vous, reconnectez-vous comme auparavant. Réessayez ensuite.",
        SessionRequired: "Connectez-vous pour voir cette page.",
        MissingCSRF:
          "Cette page est restée ouverte trop longtemps, ou les cookies sont désactivés. Veuillez réessayer.",
        RateLimited: "Trop de tentatives. Attendez quelques minutes, puis réessayez.",
        AccessDenied: "Ce compte n’a pas accès à ce site. Essayez-en un autre.",
        Verification:
          "Ce lien ou ce code a expiré ou a déjà servi. Demandez-en un nouveau ci-dessous.",
        WebAuthnVerificationError:
          "Nous n’avons pas pu vérifier cette clé d’accès. Réessayez ou connectez-vous autrement.",
        Configuration:
          "La connexion rencontre un problème de notre côté. Connectez-vous autrement ou revenez un peu plus tard.",
      },
      errorCodes: {},
      errorDefault:
        "Une erreur s’est produite et vous n’êtes pas encore connecté. Veuillez réessayer.",
    },
    signOut: {
      title: "Se déconnecter",
      question: (site) => `Voulez-vous vous déconnecter de ${site} sur cet appareil ?`,
      button: "Se déconnecter",
      back: "Rester connecté",
    },
    error: {
      texts: {
        Configuration: {
          heading: "La connexion n’est pas disponible",
          what: "La connexion est mal configurée sur ce site. Vous n’y êtes pour rien.",
          next: "Réessayez dans quelques minutes. Si cela ne change rien, prévenez les responsables du site.",
          signIn: "Réessayer",
        },
        AccessDenied: {
          heading: "Vous n’avez pas accès",
          what: "Nous savons qui vous êtes, mais ce compte n’est pas autorisé ici.",
          next: "Connectez-vous avec un autre compte, ou demandez l’accès aux responsables du site.",
          signIn: "Utiliser un autre compte",
        },
        Verification: {
          heading: "Ce lien ne fonctionne plus",
          what: "Les liens de connexion ne servent qu’une fois et peu de temps. Celui-ci a expiré ou a déjà servi.",
          next: "Demandez un nouveau lien, puis ouvrez l’e-mail le plus récent.",
          signIn: "Recevoir un nouveau lien",
        },
        InvalidCheck: {
          heading: "Cette connexion n’est plus valable",
          what: "Elle a pris trop de temps, est déjà terminée ou a commencé dans un autre navigateur.",
          next: "Recommencez. Rien n’est perdu, et si vous êtes déjà connecté, vous le restez.",
          signIn: "Recommencer",
        },
        Unavailable: {
          heading: "Un instant, s’il vous plaît",
          what: "Un élément nécessaire à la connexion ne répond pas pour le moment. Vous n’y êtes pour rien, et rien n’est perdu.",
          next: "Attendez quelques secondes, puis réessayez. Si cela ne change rien, prévenez les responsables du site.",
          signIn: "Réessayer",
        },
        SignedInElsewhere: {
          heading: "Vous êtes déconnecté d’ici",
          what: "Le service avec lequel vous étiez connecté n’a pas pu être prié de vous déconnecter aussi. Vous y êtes peut-être encore connecté.",
          next: "Si d’autres personnes utilisent cet appareil, déconnectez-vous là-bas aussi, ou fermez le navigateur.",
          signIn: "Se reconnecter",
        },
        SessionTooLarge: {
          heading: "La connexion n’est pas disponible",
          what: "Nous savons qui vous êtes, mais ce site veut retenir sur vous plus qu’un navigateur ne peut contenir. Vous n’y êtes pour rien.",
          next: "Prévenez les responsables du site : leur journal indique ce qu’il faut changer.",
          signIn: "Réessayer",
        },
        WebAuthnVerificationError: {
          heading: "Cette clé d’accès n’a pas fonctionné",
          what: "Nous n’avons pas pu vérifier la réponse de votre appareil.",
          next: "Réessayez, ou choisissez une autre façon de vous connecter.",
          signIn: "Réessayer",
        },
      },
      textDefault: {
        heading: "Une erreur s’est produite",
        what: "Vous n’êtes pas connecté, car une étape n’a pas abouti.",
        next: "Recommencez depuis la page de connexion. Rien n’est perdu.",
        signIn: "Aller à la connexion",
      },
      developer: "Visible uniquement pendant le développement",
      happened: "Ce qui s’est passé",
      cause: "Cause probable",
      cure: "Que faire",
      reference: "Si vous demandez de l’aide, donnez cette référence :",
    },
    verifyRequest: {
      title: "Consultez vos e-mails",
      sent: "Un e-mail vous a été envoyé.",
      sentTo: "Un e-mail a été envoyé à",
      follow: (host) =>
        `Ouvrez le lien qu’il contient pour vous connecter à ${host}. Vous pouvez fermer cette page.`,
      followOrCode: (host) =>
        `Ouvrez le lien qu’il contient pour vous connecter à ${host}, ou saisissez son code ici.`,
      codeLabel: "Code à six chiffres",
      codeHint: "Il se trouve dans l’e-mail, à côté du lien.",
      codeButton: "Se connecter",
      codeError:
        "Ce code est incorrect ou a expiré. Regardez l’e-mail le plus récent, ou demandez-en un autre.",
      missing:
        "Rien reçu ? Cela peut prendre une minute. Regardez aussi dans les courriers indésirables.",
      resendSoon: "Vous pourrez demander un autre e-mail dans une demi-minute.",
      resend: "Renvoyer l’e-mail",
      changeAddress: "Utiliser une autre adresse",
    },
    confirm: {
      title: "Est-ce bien vous ?",
      question: (host) => `Vous allez vous connecter à ${host} en tant que`,
      button: "Oui, me connecter",
      notYou: "Si vous n’avez rien demandé, fermez cette page. Il ne se passera rien.",
    },
  },
  email: {
    subject: (site) => `Connexion à ${site}`,
    title: (site) => `Connexion à ${site}`,
    codeIntro: "Saisissez ce code sur la page où vous avez demandé à vous connecter :",
    buttonIntro: "Ou utilisez le bouton, sur cet appareil ou sur un autre.",
    button: "Se connecter",
    linkIntro: "Le bouton ne fonctionne pas ? Copiez cette adresse dans votre navigateur :",
    textLinkIntro: "Ou ouvrez cette adresse, sur cet appareil ou sur un autre :",
    expires: (minutes) =>
      `Le code et le lien fonctionnent une seule fois et restent valables ${duration(minutes)}.`,
    keepSecret: (site) =>
      `Ne les donnez à personne, pas même à quelqu’un qui dit travailler pour ${site}.`,
    notYou: "Vous n’avez rien demandé ? Ignorez cet e-mail. Personne n’entre sans lui.",
  },
  notices: {
    yours: "C’était vous ? Il n’y a rien à faire.",
    notYou:
      "Ce n’était pas vous ? Alors quelqu’un d’autre peut entrer. Connectez-vous, ou demandez un nouveau mot de passe, et annulez ce changement :",
    button: "Voir mon compte",
  },
  password: {
    emailLabel: "Adresse e-mail",
    emailPlaceholder: "vous@exemple.fr",
    passwordLabel: "Mot de passe",
    newPasswordLabel: "Nouveau mot de passe",
    currentLabel: "Mot de passe actuel",
    showPassword: "Afficher le mot de passe",
    forgotLink: "Mot de passe oublié ?",
    signUpQuestion: "Pas encore de compte ?",
    signUpLink: "Créer un compte",
    signInQuestion: "Vous avez déjà un compte ?",
    signInLink: "Plutôt se connecter",
    hint: (least) =>
      `Au moins ${least} caractères. Quelques mots inventés se retiennent mieux que des signes et des chiffres.`,
    signUp: {
      title: "Créer un compte",
      intro: "Nous vous enverrons un code par e-mail pour confirmer que l’adresse est la vôtre.",
      button: "Créer mon compte",
      sent: {
        follow: (host) =>
          `Ouvrez le lien qu’il contient pour terminer la création de votre compte sur ${host}. Vous pouvez fermer cette page.`,
        followOrCode: (host) =>
          `Ouvrez le lien qu’il contient pour terminer la création de votre compte sur ${host}, ou saisissez son code ici.`,
        codeButton: "Créer mon compte",
      },
    },
    forgot: {
      title: "Mot de passe oublié ?",
      intro:
        "Indiquez votre adresse. Nous vous enverrons un code par e-mail pour en choisir un autre.",
      button: "Recevoir un e-mail",
      sent: {
        follow: (host) =>
          `Ouvrez le lien qu’il contient pour choisir un nouveau mot de passe pour ${host}. Vous pouvez fermer cette page.`,
        followOrCode: (host) =>
          `Ouvrez le lien qu’il contient pour choisir un nouveau mot de passe pour ${host}, ou saisissez son code ici.`,
        codeButton: "Continuer",
      },
    },
    reset: {
      title: "Choisir un mot de passe",
      intro: "Vous l’utiliserez désormais pour vous connecter en tant que",
      button: "Enregistrer et se connecter",
      note: "Tous les autres appareils sont déconnectés.",
    },
    confirm: {
      title: "Est-ce bien vous ?",
      intro:
        "Vous allez vous connecter, avec le mot de passe que vous venez de choisir, en tant que",
      button: "Oui, me connecter",
      note: "Si vous n’avez rien demandé, fermez cette page. Il ne se passera rien.",
    },
    change: {
      title: "Changer le mot de passe",
      first: "Définir un mot de passe",
      intro: "Tous les autres appareils seront alors déconnectés.",
      button: "Enregistrer le mot de passe",
    },
    fields: { name: "Nom" },
    errors: {
      InvalidEmail: INVALID_EMAIL,
      FieldMissing: "Remplissez ce champ.",
      FieldTooLong: "C’est trop long. Raccourcissez-le.",
      PasswordMissing: "Saisissez un mot de passe.",
      PasswordTooLong: "Ce mot de passe est trop long. Il peut avoir jusqu’à 256 caractères.",
      PasswordCommon:
        "Ce mot de passe est l’un des premiers que quelqu’un essaierait. Choisissez-en un autre.",
      PasswordBreached:
        "Ce mot de passe est connu à cause d’une fuite sur un autre site. Choisissez-en un autre, là-bas aussi.",
      PasswordWrong: "Ce n’est pas votre mot de passe actuel. Vérifiez-le et réessayez.",
      AddressNotProven:
        "Votre adresse n’est pas encore confirmée. Utilisez « Mot de passe oublié ? » et suivez l’e-mail.",
    },
    tooShort: (least) =>
      `Ce mot de passe est trop court. Il doit avoir au moins ${least} caractères.`,
    errorDefault: "Une erreur s’est produite. Veuillez réessayer.",
    mails: {
      welcome: {
        subject: (site) => `Confirmez votre adresse pour ${site}`,
        title: (site) => `Bienvenue sur ${site}`,
        codeIntro:
          "Pour confirmer votre adresse, saisissez ce code sur la page où vous vous êtes inscrit :",
        button: "Confirmer mon adresse",
        notYou: NOTHING_CHANGES,
      },
      again: {
        subject: (site) => `Vous avez déjà un compte sur ${site}`,
        title: (site) => `Vous avez déjà un compte sur ${site}`,
        codeIntro:
          "Quelqu’un, peut-être vous, s’est inscrit à nouveau avec cette adresse. Pour vous connecter et utiliser désormais le mot de passe qui vient d’être choisi, saisissez ce code sur cette page :",
        button: "Choisir un mot de passe",
        notYou: PASSWORD_STAYS,
      },
      reset: {
        subject: (site) => `Un nouveau mot de passe pour ${site}`,
        title: (site) => `Un nouveau mot de passe pour ${site}`,
        codeIntro:
          "Pour choisir un nouveau mot de passe, saisissez ce code sur la page où vous l’avez demandé :",
        button: "Choisir un mot de passe",
        notYou: PASSWORD_STAYS,
      },
      nobody: {
        subject: (site) => `Aucun compte pour cette adresse sur ${site}`,
        title: (site) => `Aucun compte pour cette adresse sur ${site}`,
        codeIntro:
          "Quelqu’un, peut-être vous, a oublié un mot de passe. Il n’y a pas de compte avec cette adresse, mais vous pouvez en créer un : saisissez ce code sur la page où vous avez fait la demande.",
        button: "Créer un compte",
        notYou: NOTHING_CHANGES,
      },
    },
    notices: {
      changed: {
        subject: (site) => `Votre mot de passe pour ${site} a été changé`,
        title: "Votre mot de passe a été changé",
        said: (site) =>
          `Désormais, vous vous connectez à ${site} avec le nouveau. Tous les autres appareils ont été déconnectés.`,
      },
    },
  },
  "account-page": {
    title: "Votre compte",
    signedInAs: (who) => `Vous êtes connecté en tant que ${who}.`,
    nameless: "une personne sans nom",
    ways: {
      title: "Méthodes de connexion",
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
      addOne: "Ajouter une méthode de connexion",
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
    profile: {
      title: "Profil",
      name: "Nom",
      image: "Photo",
      imageHint: "L’adresse https:// d’une image. Laissez vide pour n’en avoir aucune.",
      save: "Enregistrer",
    },
    download: {
      title: "Vos données",
      note: "Un fichier avec tout ce qui est enregistré ici sur votre compte et vos connexions.",
      button: "Télécharger vos données",
    },
    devices: {
      title: "Appareils",
      current: "Cet appareil",
      thisComputer: "Cet ordinateur",
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
      title: "Zone de danger",
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
      profile: "Profil enregistré.",
      "end-session": "Cet appareil est déconnecté.",
      "end-others": "Tous les autres appareils sont déconnectés.",
    },
    errors: {
      LastWay: "C’est votre seule façon de vous connecter. Ajoutez-en d’abord une autre.",
      NotFound: "Cet élément n’existe plus.",
      NotAllowed: "Vous ne pouvez pas faire cela ici. Adressez-vous aux responsables du site.",
      InvalidName: "Un nom compte 60 caractères au plus.",
      InvalidProfile:
        "Impossible d’enregistrer. Un nom a au plus 200 caractères et l’adresse d’une image commence par https://.",
      TooOften: "C’était trop souvent. Réessayez plus tard.",
    },
    errorDefault: "Cela n’a pas fonctionné. Réessayez.",
  },
  "change-email": {
    section: {
      title: "Adresse e-mail",
      none: "Vous n’en avez pas encore.",
      unproven: "Pas encore confirmée.",
      pending: (email) => `Pour la changer, ouvrez le lien que nous avons envoyé à ${email}.`,
      add: "Ajouter une adresse",
      change: "Modifier",
      cancel: "Annuler le changement",
    },
    form: {
      title: "Changer d’adresse e-mail",
      first: "Ajouter une adresse e-mail",
      intro:
        "Nous enverrons un lien à la nouvelle adresse. Rien ne change avant que vous l’ouvriez.",
      now: (email) => `Votre adresse est ${email}.`,
      label: "Nouvelle adresse e-mail",
      button: "Envoyer le lien",
      back: "Retour",
    },
    sent: {
      title: "Consultez votre boîte de réception",
      intro: (email) =>
        `Nous avons envoyé un lien à ${email}. Ouvrez-le dans un navigateur où vous êtes connecté. D’ici là, rien ne change.`,
    },
    confirm: {
      title: "Confirmer votre nouvelle adresse",
      intro: (email) =>
        `Votre adresse e-mail sera ${email}. Les autres appareils seront déconnectés.`,
      button: "Confirmer cette adresse",
    },
    changed: {
      title: "Votre adresse a été modifiée",
      intro: (email) => `Votre adresse e-mail est maintenant ${email}.`,
      button: "Continuer",
    },
    undo: {
      title: "Récupérer votre ancienne adresse",
      intro: (email) =>
        `Votre compte retrouvera l’adresse ${email} et tous les appareils seront déconnectés.`,
      button: "Annuler la modification",
    },
    undone: {
      title: "La modification a été annulée",
      intro: (email) =>
        `Votre adresse e-mail est de nouveau ${email} et tous les appareils sont déconnectés. Connectez-vous, supprimez les méthodes de connexion que vous ne reconnaissez pas et choisissez un nouveau mot de passe si vous en avez un.`,
      button: "Se connecter",
    },
    gone: {
      title: "Ce lien ne fonctionne plus",
      button: "Retour au site",
    },
    errors: {
      InvalidEmail: "Saisissez une adresse e-mail complète, par exemple nom@exemple.fr.",
      SameEmail: "C’est déjà votre adresse.",
      NotAllowed: "Cette adresse ne peut pas être utilisée ici. Essayez-en une autre.",
      TooManyEmails: "Trop d’e-mails ont été demandés. Réessayez plus tard.",
      EmailFailed:
        "L’e-mail n’a pas pu être envoyé. Vérifiez l’adresse et réessayez dans une minute.",
      EmailTaken:
        "Quelqu’un d’autre utilise cette adresse ici ; elle ne peut donc pas devenir la vôtre.",
      LinkGone: "Il a été utilisé, annulé ou remplacé, ou il est trop ancien.",
      WrongAccount:
        "Vous êtes connecté à un autre compte. Connectez-vous à celui qui a demandé le lien.",
    },
    errorDefault: "Cela n’a pas fonctionné. Réessayez.",
    mails: {
      confirm: {
        subject: (site) => `Confirmez votre nouvelle adresse pour ${site}`,
        title: "Confirmez votre nouvelle adresse",
        said: (site) =>
          `Vous avez demandé à utiliser cette adresse pour votre compte sur ${site}. Si ce n’était pas vous, ignorez cet e-mail. Rien ne change sans lui.`,
        note: "Ouvrez ce lien dans un navigateur où vous êtes connecté :",
        button: "Confirmer cette adresse",
      },
      taken: {
        subject: (site) => `Vous avez déjà un compte sur ${site}`,
        title: "Vous avez déjà un compte",
        said: (site) =>
          `Quelqu’un, peut-être vous, a voulu utiliser cette adresse pour un autre compte sur ${site}. Elle appartient déjà à un compte : rien n’a changé.`,
        note: "Pour utiliser ce compte, connectez-vous avec cette adresse :",
        button: "Se connecter",
      },
      changed: {
        subject: (site) => `Votre adresse e-mail pour ${site} a été modifiée`,
        title: "Votre adresse e-mail a été modifiée",
        said: (site) =>
          `Votre compte sur ${site} a maintenant une autre adresse e-mail. Si c’était vous, vous n’avez rien à faire.`,
        note: "Ce n’était pas vous ? Ce lien rétablit votre ancienne adresse et déconnecte tous les appareils :",
        button: "Annuler la modification",
      },
      until: (time) => `Le lien fonctionne jusqu’au ${time}.`,
    },
    events: {
      "change-email.requested": "Changement d’adresse e-mail demandé",
      "change-email.canceled": "Changement d’adresse e-mail annulé",
      "change-email.confirmed": "Adresse e-mail modifiée",
      "change-email.undone": "Ancienne adresse e-mail rétablie",
      "change-email.refused": "Lien de changement d’adresse e-mail refusé",
    },
  },
  "two-factor": {
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
      intro:
        "Saisissez l’un des codes que vous avez conservés en activant l’authentification à deux facteurs.",
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
      must: "Ce site vous demande l’authentification à deux facteurs. La configurer prend une minute.",
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
      title: "Authentification à deux facteurs",
      on: "L’authentification à deux facteurs est activée. La connexion demande un code de votre application.",
      off: "L’authentification à deux facteurs est désactivée. Activez-la, et personne n’entrera avec votre seul mot de passe ou votre seule messagerie.",
      left: (count) =>
        count <= 1 ? `Il reste ${count} code de secours.` : `Il reste ${count} codes de secours.`,
      change: "Changer",
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
        "Ce site vous demande l’authentification à deux facteurs. Elle ne peut pas être désactivée.",
    },
    recoveryWrong:
      "Ce n’est pas l’un de vos codes de secours, ou il a déjà servi. Vérifiez-le encore une fois.",
    errorDefault: "Une erreur s’est produite. Veuillez réessayer.",
    notices: {
      on: {
        subject: (site) => `L’authentification à deux facteurs est activée sur ${site}`,
        title: "L’authentification à deux facteurs est activée",
        said: (site) =>
          `Désormais, la connexion à ${site} demande un code de votre application d’authentification.`,
      },
      replaced: {
        subject: (site) => `Vous avez une autre application d’authentification sur ${site}`,
        title: "Vous avez une autre application d’authentification",
        said: (site) =>
          `La connexion à ${site} demande un code de la nouvelle application. La précédente et ses codes de secours ne fonctionnent plus.`,
      },
      codes: {
        subject: (site) => `Vous avez de nouveaux codes de secours pour ${site}`,
        title: "Vous avez de nouveaux codes de secours",
        said: (site) => `Les codes de secours que vous aviez pour ${site} ne fonctionnent plus.`,
      },
      off: {
        subject: (site) => `L’authentification à deux facteurs a été désactivée sur ${site}`,
        title: "L’authentification à deux facteurs a été désactivée",
        said: (site) => `La connexion à ${site} ne demande plus de code.`,
      },
    },
    events: {
      "two-factor.on": "Authentification à deux facteurs activée",
      "two-factor.replaced": "Application d’authentification remplacée",
      "two-factor.codes": "Nouveaux codes de secours créés",
      "two-factor.off": "Authentification à deux facteurs désactivée",
      "two-factor.recovery-used": "Code de secours utilisé",
      "two-factor.remembered": "Navigateur mémorisé pour l’authentification à deux facteurs",
      "two-factor.skipped": "Second facteur omis dans un navigateur mémorisé",
    },
  },
  guest: {
    button: "Continuer sans compte",
  },
  "api-keys": {
    title: "Clés d’API",
    intro:
      "Une clé permet à un programme d’utiliser ce site en votre nom. Il ne peut pas modifier votre compte.",
    none: "Vous n’avez aucune clé d’API.",
    manage: "Gérer les clés d’API",
    name: "Nom",
    scopes: "Ce que la clé permet",
    days: "Jours avant l’expiration",
    create: "Créer une clé",
    made: "Copiez la clé maintenant et gardez-la en lieu sûr. Elle ne sera plus affichée.",
    newKey: "Votre nouvelle clé",
    until: (day) => `Expire le ${day}`,
    ended: (day) => `Expirée le ${day}`,
    used: (day) => `Dernière utilisation le ${day}`,
    unused: "Jamais utilisée",
    rotate: "Remplacer (l’ancienne clé fonctionne encore un jour)",
    revoke: "Révoquer",
    back: "Retour au site",
    errors: {
      InvalidName: "Donnez à la clé un nom de 60 caractères au plus.",
      InvalidLifetime: "Choisissez moins de jours.",
      NotAllowed: "Vous ne pouvez pas créer de clés d’API ici.",
      TooMany: "Vous avez déjà le nombre maximal de clés. Révoquez-en une d’abord.",
    },
    errorDefault: "Une erreur s’est produite. Réessayez.",
    events: {
      "api-keys.created": "Clé d’API créée",
      "api-keys.rotated": "Clé d’API remplacée",
      "api-keys.revoked": "Clé d’API révoquée",
    },
  },
  admin: {
    list: {
      title: "Utilisateurs",
      search: "Nom ou adresse e-mail",
      find: "Rechercher",
      all: "Afficher tous les utilisateurs",
      filter: { label: "Filtrer les utilisateurs", all: "Tous", banned: "Bannis" },
      none: "Aucun utilisateur trouvé.",
      next: "Page suivante",
      first: "Première page",
      exact:
        "Cette base de données ne peut pas lister les utilisateurs. Saisissez une adresse e-mail complète.",
    },
    invite: {
      title: "Inviter un utilisateur",
      intro:
        "La personne reçoit un lien par e-mail. En l’ouvrant, elle confirme son adresse et se connecte.",
      email: "Adresse e-mail",
      name: "Nom (facultatif)",
      language: "Langue de l’e-mail",
      button: "Envoyer l’invitation",
    },
    user: {
      nameless: "Sans nom",
      back: "Tous les utilisateurs",
      you: "C’est vous. Les administrateurs ne peuvent pas agir sur eux-mêmes.",
      untouchable: "Vous ne pouvez pas agir sur cet utilisateur.",
      id: (id) => `Identifiant : ${id}`,
    },
    marks: { banned: "Banni", unproven: "Adresse non confirmée", invited: "Invité" },
    ban: {
      title: "Bannissement",
      since: (time) => `Banni depuis le ${time}`,
      until: (time) => `Jusqu’au ${time}`,
      forever: "Sans fin prévue",
      warning: "Toutes les sessions prennent fin et l’utilisateur ne peut plus se connecter.",
      reason: "Motif (l’utilisateur le trouve dans l’export de ses données)",
      end: "Fin du bannissement",
      endNote: "Sans date, le bannissement n’a pas de fin. Il se termine à minuit UTC.",
      button: "Bannir cet utilisateur",
      lift: "Lever le bannissement",
    },
    methods: {
      title: "Méthodes de connexion",
      none: "Pas encore de méthode de connexion.",
      mail: "Lien par e-mail",
      password: "Mot de passe",
      passkeys: "Clés d’accès",
      remove: "Imposer un nouveau mot de passe",
      warning:
        "Le mot de passe est supprimé et toutes les sessions prennent fin. L’utilisateur en choisit un autre avec « Mot de passe oublié ? ».",
    },
    factor: {
      title: "Authentification à deux facteurs",
      on: "Activée",
      off: "Désactivée",
      reset: "Réinitialiser le second facteur",
      warning:
        "Le second facteur est supprimé et toutes les sessions prennent fin. Assurez-vous par un autre moyen que la demande vient bien de l’utilisateur.",
    },
    devices: {
      title: "Appareils",
      none: "Connecté nulle part.",
      unknown: "Appareil inconnu",
      seen: (time) => `Dernière activité : ${time}`,
      end: "Mettre fin à toutes les sessions",
    },
    invitation: {
      title: "Invitation en cours",
      until: (time) => `Le lien fonctionne jusqu’au ${time}`,
      none: "Aucune invitation en cours.",
      send: "Envoyer une invitation",
      again: "En envoyer une autre",
      withdraw: "Retirer",
    },
    acting: {
      title: "Agir en tant que cet utilisateur",
      note: "Vous voyez le site comme lui. Les réglages du compte restent hors d’atteinte, et c’est consigné.",
      button: "Agir en tant que cet utilisateur",
    },
    events: {
      title: "Événements récents",
      none: "Rien n’est consigné.",
      by: (admin) => `par l’administrateur ${admin}`,
      types: {
        "sign-in.began": "Connexion commencée",
        "sign-in.succeeded": "Connexion réussie",
        "sign-in.refused": "Connexion refusée",
        "sign-in.failed": "Échec de la connexion",
        "sign-out": "Déconnexion",
        "sign-out.failed": "Échec de la déconnexion",
        "session.started": "Session ouverte",
        "session.ended": "Session terminée",
        "user.created": "Utilisateur créé",
        "user.updated": "Données de l’utilisateur modifiées",
        "user.deleted": "Compte supprimé par l’utilisateur",
        "user.exported": "Données de l’utilisateur téléchargées",
        "account.linked": "Méthode de connexion ajoutée",
        "account.unlinked": "Méthode de connexion retirée",
        "passkey.renamed": "Clé d’accès renommée",
        "token.refreshed": "Jeton d’accès du fournisseur renouvelé",
        "token.refused": "Nouveau jeton d’accès refusé par le fournisseur",
        "password.changed": "Mot de passe défini ou modifié",
        "step-up.asked": "Nouvelle connexion demandée",
        "step-up.given": "Nouvelle connexion effectuée",
        "form.refused": "Formulaire refusé (autre site ou page périmée)",
        "limit.hit": "Trop de tentatives",
        "guest.began": "Visite commencée sans compte",
        "guest.signed-up": "Visiteur inscrit",
        "guest.moved": "Données du visiteur reprises",
        "admin.banned": "Utilisateur banni",
        "admin.unbanned": "Bannissement levé",
        "admin.impersonation-began": "Début des actions en tant que cet utilisateur",
        "admin.impersonation-ended": "Fin des actions en tant que cet utilisateur",
        "admin.user-created": "Utilisateur ajouté",
        "admin.invited": "Invitation envoyée",
        "admin.invitation-withdrawn": "Invitation retirée",
        "admin.invitation-accepted": "Invitation acceptée",
        "admin.sessions-ended": "Toutes les sessions terminées",
        "admin.second-factor-reset": "Second facteur réinitialisé",
        "admin.password-removed": "Mot de passe supprimé",
      },
      several: "Sessions terminées",
    },
    returning: {
      title: "Vous agissez en tant qu’un autre utilisateur",
      intro: "Revenez à votre propre compte pour gérer les utilisateurs.",
      button: "Revenir à mon compte",
    },
    accept: {
      title: "Vous êtes invité",
      intro: (site) => `Acceptez l’invitation à ${site}. Vous serez connecté avec cette adresse :`,
      button: "Accepter l’invitation",
    },
    gone: {
      title: "Cette invitation ne fonctionne plus",
      intro:
        "Elle a été utilisée, remplacée ou retirée, ou elle est trop ancienne. Vous pouvez peut-être vous connecter.",
      button: "Se connecter",
    },
    done: {
      ban: "L’utilisateur est banni et toutes ses sessions ont pris fin.",
      unban: "Le bannissement est levé.",
      "end-sessions": "Toutes les sessions de l’utilisateur ont pris fin.",
      "reset-second-factor": "Le second facteur est supprimé.",
      "remove-password": "Le mot de passe est supprimé.",
      invite: "L’invitation est en route.",
      withdraw: "L’invitation est retirée.",
    },
    errors: {
      NotAllowed: "Vous ne pouvez pas agir sur cet utilisateur.",
      Yourself: "Vous ne pouvez pas agir sur vous-même.",
      InvalidBan: "Choisissez un jour à venir et un motif de 1000 caractères au plus.",
      InvalidEmail: "Saisissez une adresse e-mail complète, par exemple nom@exemple.fr.",
      EmailTaken: "Un utilisateur a déjà confirmé cette adresse.",
      TooManyEmails: "Plusieurs e-mails ont déjà été envoyés à cette adresse. Réessayez demain.",
      EmailFailed:
        "L’e-mail n’a pas pu être envoyé. Vérifiez l’adresse et réessayez dans une minute.",
      Unchanged: "Il n’y avait rien à changer.",
    },
    errorDefault: "Cela n’a pas fonctionné. Réessayez.",
    mail: {
      subject: (site) => `Vous êtes invité à rejoindre ${site}`,
      title: "Vous êtes invité",
      said: (site) =>
        `Une personne qui gère ${site} vous invite à l’utiliser avec cette adresse. Si vous ne vous y attendiez pas, ignorez cet e-mail.`,
      note: "Pour accepter, ouvrez ce lien :",
      button: "Accepter l’invitation",
      until: (time) => `Le lien fonctionne une seule fois, jusqu’au ${time}.`,
    },
  },
  bearer: {
    title: "Se connecter à une application",
    asks: (app, who) => `${app} souhaite se connecter en tant que ${who}.`,
    warning: "Ne continuez que si vous venez d’ouvrir cette page vous-même depuis l’application.",
    yes: "Continuer",
    no: "Annuler",
    device: {
      title: "Se connecter sur un appareil",
      intro: "Saisissez le code affiché par votre appareil.",
      code: "Code de l’appareil",
      next: "Continuer",
      wrong: "Ce code est incorrect ou a expiré. Vérifiez votre appareil.",
      shows: (code) => `L’appareil affiche le code ${code}.`,
      from: (device) => `La demande provient de ${device}.`,
      warning:
        "Ne continuez que si ce code s’affiche en ce moment sur l’un de vos appareils. Si quelqu’un vous a envoyé le code ou un lien, annulez : cette personne accéderait à votre compte.",
      done: "Votre appareil est en cours de connexion. Vous pouvez fermer cette page.",
      canceled: "Personne n’a été connecté. Vous pouvez fermer cette page.",
    },
    events: {
      "bearer.approved": "Connexion d’une application autorisée",
      "bearer.reused": "Code ou jeton d’une application utilisé deux fois, sa session terminée",
    },
  },
};
