import type { CommonMessages } from "../types/messages.js";
import { durationIn } from "./duration.js";

const SERVICE_FAILED =
  "Dieser Dienst hat die Anmeldung nicht abgeschlossen. Versuchen Sie es noch einmal oder melden Sie sich anders an.";
const NO_NEW_ACCOUNT =
  "Wir konnten kein Konto für Sie anlegen. Versuchen Sie es noch einmal oder melden Sie sich anders an.";
const MAIL_FAILED =
  "Wir konnten die E-Mail nicht senden. Prüfen Sie die Adresse und versuchen Sie es in einer Minute noch einmal.";
const INVALID_EMAIL =
  "Diese E-Mail-Adresse ist nicht vollständig. Sie sollte so aussehen: name@beispiel.de.";
const NOTHING_CHANGES =
  "Sie haben das nicht angefordert? Dann ignorieren Sie diese E-Mail. Ohne sie ändert sich nichts.";
const PASSWORD_STAYS =
  "Das waren nicht Sie? Dann ignorieren Sie diese E-Mail. Ihr Passwort bleibt, wie es ist.";

const duration = durationIn("de");

/** The texts in German. */
export const german: CommonMessages = {
  lang: "de",
  dir: "ltr",
  or: "oder",
  home: "Zurück zur Website",
  signIn: {
    title: "Anmelden",
    introChoice: "Wählen Sie, wie Sie sich anmelden möchten.",
    introRedirect: (provider) => `Weiter geht es mit Ihrem Konto bei ${provider}.`,
    introEmail: "Wir senden Ihnen einen Link per E-Mail. Ein Passwort brauchen Sie nicht.",
    introForm: "Geben Sie Ihre Daten ein, um fortzufahren.",
    introPasskey: "Mit Fingerabdruck, Gesicht oder Bildschirmsperre.",
    nothingToChoose:
      "Hier kann man sich noch nicht anmelden. Die Betreiber dieser Website können das einrichten.",
    withProvider: (provider) => `Weiter mit ${provider}`,
    withEmail: "Weiter per E-Mail",
    withForm: "Anmelden",
    withPasskey: "Weiter mit Passkey",
    lastUsed: "Zuletzt benutzt",
    moreWays: "Weitere Möglichkeiten",
    emailLabel: "E-Mail-Adresse",
    emailPlaceholder: "name@beispiel.de",
    passkeyNeedsScript: "Passkeys brauchen JavaScript. Schalten Sie es dafür ein.",
    newPasskey: "Passkey erstellen",
    passkeyCancelled:
      "Es wurde kein Passkey benutzt. Versuchen Sie es noch einmal, oder erstellen Sie einen, wenn Sie zum ersten Mal hier sind.",
    passkeyExists:
      "Auf diesem Gerät gibt es schon einen Passkey für dieses Konto. Melden Sie sich damit an.",
    passkeyFailed:
      "Passkeys funktionieren hier gerade nicht. Versuchen Sie es noch einmal oder melden Sie sich anders an.",
    errors: {
      Signin: SERVICE_FAILED,
      OAuthSignin: SERVICE_FAILED,
      OAuthSignInError: SERVICE_FAILED,
      OAuthCallbackError: SERVICE_FAILED,
      Callback: SERVICE_FAILED,
      OAuthCreateAccount: NO_NEW_ACCOUNT,
      EmailCreateAccount: NO_NEW_ACCOUNT,
      OAuthAccountNotLinked:
        "Sie haben schon ein Konto mit dieser E-Mail-Adresse. Melden Sie sich so an wie beim letzten Mal.",
      AccountNotLinked:
        "Diese Anmeldung gehört zu einem anderen Konto. Melden Sie sich so an wie zuvor.",
      EmailSignin: MAIL_FAILED,
      EmailSignInError: MAIL_FAILED,
      InvalidEmail: INVALID_EMAIL,
      CredentialsSignin:
        "Diese Angaben stimmen nicht überein. Prüfen Sie sie und versuchen Sie es noch einmal.",
      FreshSignInRequired:
        "Damit wir sicher sind, dass Sie es sind: Melden Sie sich noch einmal so an wie zuvor. Dann versuchen Sie es erneut.",
      SessionRequired: "Melden Sie sich an, um diese Seite zu sehen.",
      MissingCSRF:
        "Diese Seite war zu lange geöffnet, oder Cookies sind ausgeschaltet. Bitte versuchen Sie es noch einmal.",
      RateLimited:
        "Das wurde zu oft versucht. Warten Sie einige Minuten und versuchen Sie es dann erneut.",
      AccessDenied: "Dieses Konto hat hier keinen Zugang. Versuchen Sie es mit einem anderen.",
      Verification:
        "Dieser Link oder Code ist abgelaufen oder wurde schon benutzt. Fordern Sie unten einen neuen an.",
      WebAuthnVerificationError:
        "Wir konnten diesen Passkey nicht prüfen. Versuchen Sie es noch einmal oder melden Sie sich anders an.",
      Configuration:
        "Bei uns gibt es ein Problem mit der Anmeldung. Melden Sie sich anders an oder kommen Sie etwas später wieder.",
    },
    errorCodes: {},
    errorDefault:
      "Etwas ist schiefgegangen, und Sie sind noch nicht angemeldet. Bitte versuchen Sie es noch einmal.",
  },
  signOut: {
    title: "Abmelden",
    question: (site) => `Möchten Sie sich auf diesem Gerät von ${site} abmelden?`,
    button: "Abmelden",
    back: "Angemeldet bleiben",
  },
  error: {
    texts: {
      Configuration: {
        heading: "Die Anmeldung ist nicht verfügbar",
        what: "Hier ist bei der Anmeldung etwas falsch eingerichtet. Es liegt nicht an Ihnen.",
        next: "Versuchen Sie es in ein paar Minuten noch einmal. Wenn das nicht hilft, sagen Sie den Betreibern dieser Website Bescheid.",
        signIn: "Erneut versuchen",
      },
      AccessDenied: {
        heading: "Sie haben keinen Zugang",
        what: "Wir wissen, wer Sie sind, aber dieses Konto ist hier nicht zugelassen.",
        next: "Melden Sie sich mit einem anderen Konto an oder bitten Sie die Betreiber dieser Website um Zugang.",
        signIn: "Anderes Konto benutzen",
      },
      Verification: {
        heading: "Dieser Link funktioniert nicht mehr",
        what: "Links zum Anmelden funktionieren einmal und nur für kurze Zeit. Dieser ist abgelaufen oder wurde schon benutzt.",
        next: "Fordern Sie einen neuen Link an und öffnen Sie dann die neueste E-Mail.",
        signIn: "Neuen Link anfordern",
      },
      InvalidCheck: {
        heading: "Diese Anmeldung ist vorbei",
        what: "Sie hat zu lange gedauert, ist schon abgeschlossen oder wurde in einem anderen Browser begonnen.",
        next: "Fangen Sie noch einmal an. Es ist nichts verloren gegangen, und wenn Sie schon angemeldet sind, bleiben Sie es.",
        signIn: "Neu beginnen",
      },
      Unavailable: {
        heading: "Einen Moment, bitte",
        what: "Etwas, das die Anmeldung hier braucht, antwortet gerade nicht. Es liegt nicht an Ihnen, und es ist nichts verloren gegangen.",
        next: "Warten Sie ein paar Sekunden und versuchen Sie es dann noch einmal. Wenn das nicht hilft, sagen Sie den Betreibern dieser Website Bescheid.",
        signIn: "Erneut versuchen",
      },
      SignedInElsewhere: {
        heading: "Sie sind hier abgemeldet",
        what: "Der Dienst, mit dem Sie sich angemeldet hatten, konnte nicht gebeten werden, Sie auch dort abzumelden. Vielleicht sind Sie dort noch angemeldet.",
        next: "Wenn andere dieses Gerät benutzen, melden Sie sich auch dort ab oder schließen Sie den Browser.",
        signIn: "Wieder anmelden",
      },
      SessionTooLarge: {
        heading: "Die Anmeldung ist nicht verfügbar",
        what: "Wir wissen, wer Sie sind, aber diese Website will sich mehr über Sie merken, als ein Browser tragen kann. Es liegt nicht an Ihnen.",
        next: "Sagen Sie den Betreibern dieser Website Bescheid: In ihrem Protokoll steht, was zu ändern ist.",
        signIn: "Erneut versuchen",
      },
      WebAuthnVerificationError: {
        heading: "Dieser Passkey hat nicht funktioniert",
        what: "Wir konnten die Antwort Ihres Geräts nicht prüfen.",
        next: "Versuchen Sie es noch einmal oder melden Sie sich auf andere Weise an.",
        signIn: "Erneut versuchen",
      },
    },
    textDefault: {
      heading: "Etwas ist schiefgegangen",
      what: "Sie sind nicht angemeldet, weil ein Schritt auf dem Weg nicht abgeschlossen wurde.",
      next: "Beginnen Sie noch einmal auf der Anmeldeseite. Es ist nichts verloren gegangen.",
      signIn: "Zur Anmeldung",
    },
    developer: "Nur während der Entwicklung zu sehen",
    happened: "Was geschehen ist",
    cause: "Wahrscheinliche Ursache",
    cure: "Was zu tun ist",
    reference: "Wenn Sie jemanden danach fragen, nennen Sie diese Kennung:",
  },
  verifyRequest: {
    title: "Sehen Sie in Ihr Postfach",
    sent: "Eine E-Mail ist zu Ihnen unterwegs.",
    sentTo: "Eine E-Mail ist unterwegs an",
    follow: (host) =>
      `Öffnen Sie den Link darin, um sich bei ${host} anzumelden. Diese Seite können Sie schließen.`,
    followOrCode: (host) =>
      `Öffnen Sie den Link darin, um sich bei ${host} anzumelden, oder geben Sie hier den Code ein.`,
    codeLabel: "Sechsstelliger Code",
    codeHint: "Er steht in der E-Mail, neben dem Link.",
    codeButton: "Anmelden",
    codeError:
      "Dieser Code ist falsch oder abgelaufen. Sehen Sie in die neueste E-Mail oder fordern Sie eine weitere an.",
    missing: "Nichts angekommen? Es kann eine Minute dauern. Sehen Sie auch im Spam-Ordner nach.",
    resendSoon: "In einer halben Minute können Sie eine weitere E-Mail anfordern.",
    resend: "E-Mail noch einmal senden",
    changeAddress: "Andere Adresse benutzen",
  },
  confirm: {
    title: "Sind Sie das?",
    question: (host) => `Sie sind dabei, sich bei ${host} anzumelden als`,
    button: "Ja, anmelden",
    notYou:
      "Wenn Sie das nicht angefordert haben, schließen Sie diese Seite. Es geschieht dann nichts.",
  },
  password: {
    emailLabel: "E-Mail-Adresse",
    emailPlaceholder: "name@beispiel.de",
    passwordLabel: "Passwort",
    newPasswordLabel: "Neues Passwort",
    currentLabel: "Bisheriges Passwort",
    forgotLink: "Passwort vergessen?",
    signUpLink: "Konto anlegen",
    signInLink: "Stattdessen anmelden",
    hint: (least) =>
      `Mindestens ${least} Zeichen. Ein paar ausgedachte Wörter merkt man sich leichter als Sonderzeichen und Ziffern.`,
    signUp: {
      title: "Konto anlegen",
      intro: "Wir senden Ihnen per E-Mail einen Code, mit dem Sie Ihre Adresse bestätigen.",
      button: "Mein Konto anlegen",
    },
    forgot: {
      title: "Passwort vergessen?",
      intro:
        "Nennen Sie uns Ihre Adresse. Wir senden Ihnen einen Code, mit dem Sie ein neues wählen.",
      button: "E-Mail anfordern",
      sent: {
        follow: (host) =>
          `Öffnen Sie den Link darin, um ein neues Passwort für ${host} zu wählen. Diese Seite können Sie schließen.`,
        followOrCode: (host) =>
          `Öffnen Sie den Link darin, um ein neues Passwort für ${host} zu wählen, oder geben Sie hier den Code ein.`,
        codeButton: "Weiter",
      },
    },
    reset: {
      title: "Passwort wählen",
      intro: "Damit melden Sie sich künftig an als",
      button: "Speichern und anmelden",
      note: "Alle anderen Geräte werden abgemeldet.",
    },
    confirm: {
      title: "Sind Sie das?",
      intro: "Sie sind dabei, sich mit dem eben gewählten Passwort anzumelden als",
      button: "Ja, anmelden",
      note: "Wenn Sie das nicht angefordert haben, schließen Sie diese Seite. Es geschieht dann nichts.",
    },
    change: {
      title: "Passwort ändern",
      first: "Passwort festlegen",
      intro: "Alle anderen Geräte werden dann abgemeldet.",
      button: "Passwort speichern",
    },
    errors: {
      InvalidEmail: INVALID_EMAIL,
      PasswordMissing: "Geben Sie ein Passwort ein.",
      PasswordTooLong: "Dieses Passwort ist zu lang. Möglich sind bis zu 256 Zeichen.",
      PasswordCommon:
        "Dieses Passwort würde jemand als eines der ersten ausprobieren. Wählen Sie ein anderes.",
      PasswordBreached:
        "Dieses Passwort ist durch ein Datenleck einer anderen Website bekannt. Wählen Sie ein anderes, auch dort.",
      PasswordWrong:
        "Das ist nicht Ihr bisheriges Passwort. Prüfen Sie es und versuchen Sie es noch einmal.",
      AddressNotProven:
        "Ihre Adresse ist noch nicht bestätigt. Benutzen Sie „Passwort vergessen?“ und folgen Sie der E-Mail.",
    },
    tooShort: (least) => `Dieses Passwort ist zu kurz. Es braucht mindestens ${least} Zeichen.`,
    errorDefault: "Etwas ist schiefgegangen. Bitte versuchen Sie es noch einmal.",
  },
  mails: {
    signIn: {
      subject: (site) => `Anmelden bei ${site}`,
      title: (site) => `Anmelden bei ${site}`,
      codeIntro: "Geben Sie diesen Code auf der Seite ein, auf der Sie sich anmelden wollten:",
      buttonIntro: "Oder benutzen Sie die Schaltfläche, auf diesem oder einem anderen Gerät.",
      button: "Anmelden",
      linkIntro:
        "Die Schaltfläche funktioniert nicht? Kopieren Sie diese Adresse in Ihren Browser:",
      textLinkIntro: "Oder öffnen Sie diese Adresse, auf diesem oder einem anderen Gerät:",
      expires: (minutes) =>
        `Der Code und der Link funktionieren einmal und sind ${duration(minutes)} lang gültig.`,
      keepSecret: (site) =>
        `Geben Sie sie niemandem, auch niemandem, der angeblich für ${site} arbeitet.`,
      notYou:
        "Sie haben das nicht angefordert? Dann ignorieren Sie diese E-Mail. Ohne sie kommt niemand hinein.",
    },
    welcome: {
      subject: (site) => `Bestätigen Sie Ihre Adresse für ${site}`,
      title: (site) => `Willkommen bei ${site}`,
      codeIntro:
        "Um Ihre Adresse zu bestätigen, geben Sie diesen Code auf der Seite ein, auf der Sie sich registriert haben:",
      button: "Adresse bestätigen",
      notYou: NOTHING_CHANGES,
    },
    again: {
      subject: (site) => `Sie haben schon ein Konto bei ${site}`,
      title: (site) => `Sie haben schon ein Konto bei ${site}`,
      codeIntro:
        "Jemand, vielleicht Sie, hat sich mit dieser Adresse noch einmal registriert. Um sich anzumelden und künftig das eben gewählte Passwort zu benutzen, geben Sie auf jener Seite diesen Code ein:",
      button: "Passwort wählen",
      notYou: PASSWORD_STAYS,
    },
    reset: {
      subject: (site) => `Ein neues Passwort für ${site}`,
      title: (site) => `Ein neues Passwort für ${site}`,
      codeIntro:
        "Um ein neues Passwort zu wählen, geben Sie diesen Code auf der Seite ein, auf der Sie darum gebeten haben:",
      button: "Passwort wählen",
      notYou: PASSWORD_STAYS,
    },
    nobody: {
      subject: (site) => `Zu dieser Adresse gibt es bei ${site} kein Konto`,
      title: (site) => `Zu dieser Adresse gibt es bei ${site} kein Konto`,
      codeIntro:
        "Jemand, vielleicht Sie, hat ein Passwort vergessen. Mit dieser Adresse gibt es kein Konto, aber Sie können eines anlegen: Geben Sie diesen Code auf der Seite ein, auf der Sie gefragt haben.",
      button: "Konto anlegen",
      notYou: NOTHING_CHANGES,
    },
  },
};
