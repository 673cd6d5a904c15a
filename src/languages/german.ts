import type { CompleteLanguage } from "../types/language.js";
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

const duration = (minutes: number): string => durationIn("de", minutes);

/** German. */
export const german: CompleteLanguage = {
  tag: "de",
  pages: {
    or: "oder",
    home: "Zurück zur Website",
    codeSubmits: "Nach der sechsten Ziffer wird der Code automatisch abgeschickt.",
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
        PasswordSignin: "E-Mail-Adresse oder Passwort ist falsch. Versuchen Sie es noch einmal.",
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
  },
  email: {
    subject: (site) => `Anmelden bei ${site}`,
    title: (site) => `Anmelden bei ${site}`,
    codeIntro: "Geben Sie diesen Code auf der Seite ein, auf der Sie sich anmelden wollten:",
    buttonIntro: "Oder benutzen Sie die Schaltfläche, auf diesem oder einem anderen Gerät.",
    button: "Anmelden",
    linkIntro: "Die Schaltfläche funktioniert nicht? Kopieren Sie diese Adresse in Ihren Browser:",
    textLinkIntro: "Oder öffnen Sie diese Adresse, auf diesem oder einem anderen Gerät:",
    expires: (minutes) =>
      `Der Code und der Link funktionieren einmal und sind ${duration(minutes)} lang gültig.`,
    keepSecret: (site) =>
      `Geben Sie sie niemandem, auch niemandem, der angeblich für ${site} arbeitet.`,
    notYou:
      "Sie haben das nicht angefordert? Dann ignorieren Sie diese E-Mail. Ohne sie kommt niemand hinein.",
  },
  notices: {
    yours: "Das waren Sie? Dann ist nichts zu tun.",
    notYou:
      "Das waren nicht Sie? Dann kommt jemand anderes hinein. Melden Sie sich an oder fordern Sie ein neues Passwort an, und machen Sie es rückgängig:",
    button: "Mein Konto ansehen",
  },
  password: {
    emailLabel: "E-Mail-Adresse",
    emailPlaceholder: "name@beispiel.de",
    passwordLabel: "Passwort",
    newPasswordLabel: "Neues Passwort",
    currentLabel: "Bisheriges Passwort",
    showPassword: "Passwort anzeigen",
    forgotLink: "Passwort vergessen?",
    signUpQuestion: "Neu hier?",
    signUpLink: "Konto anlegen",
    signInQuestion: "Sie haben schon ein Konto?",
    signInLink: "Stattdessen anmelden",
    hint: (least) =>
      `Mindestens ${least} Zeichen. Ein paar ausgedachte Wörter merkt man sich leichter als Sonderzeichen und Ziffern.`,
    signUp: {
      title: "Konto anlegen",
      intro: "Wir senden Ihnen per E-Mail einen Code, mit dem Sie Ihre Adresse bestätigen.",
      button: "Mein Konto anlegen",
      sent: {
        follow: (host) =>
          `Öffnen Sie den Link darin, um Ihr Konto bei ${host} fertig anzulegen. Diese Seite können Sie schließen.`,
        followOrCode: (host) =>
          `Öffnen Sie den Link darin, um Ihr Konto bei ${host} fertig anzulegen, oder geben Sie hier den Code ein.`,
        codeButton: "Mein Konto anlegen",
      },
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
    fields: { name: "Ihr Name" },
    errors: {
      InvalidEmail: INVALID_EMAIL,
      FieldMissing: "Füllen Sie dieses Feld aus.",
      FieldTooLong: "Das ist zu lang. Kürzen Sie es.",
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
    mails: {
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
    notices: {
      changed: {
        subject: (site) => `Ihr Passwort für ${site} wurde geändert`,
        title: "Ihr Passwort wurde geändert",
        said: (site) =>
          `Künftig melden Sie sich bei ${site} mit dem neuen an. Alle anderen Geräte wurden abgemeldet.`,
      },
    },
  },
  "account-page": {
    title: "Ihr Konto",
    signedInAs: (who) => `Sie sind angemeldet als ${who}.`,
    nameless: "jemand ohne Namen",
    ways: {
      title: "Anmeldemethoden",
      mail: "Link per E-Mail",
      mailNote: (email) => `Wer die E-Mails an ${email} lesen kann, kann sich damit anmelden.`,
      password: "Passwort",
      passwordChange: "Ändern",
      passwordSet: "Passwort festlegen",
      passwordNone: "Sie haben noch keines.",
      remove: "Entfernen",
      removeLabel: (name) => `${name} entfernen`,
      last: "Ihre einzige verbliebene Möglichkeit, sich anzumelden. Sie lässt sich deshalb nicht entfernen.",
      add: (name) => `${name} hinzufügen`,
      addOne: "Anmeldemethode hinzufügen",
    },
    passkeys: {
      title: "Ihre Passkeys",
      none: "Sie haben noch keinen. Damit melden Sie sich mit Fingerabdruck, Gesicht oder Bildschirmsperre an.",
      synced: "Passkey auf mehreren Geräten",
      single: "Passkey auf einem Gerät",
      add: "Passkey hinzufügen",
      needsScript: "Um einen Passkey hinzuzufügen, brauchen Sie JavaScript.",
      made: (day) => `Angelegt am ${day}`,
      used: (day) => `Zuletzt benutzt am ${day}`,
      rename: "Umbenennen",
      renameLabel: (name) => `${name} umbenennen`,
      nameLabel: "Name, zum Beispiel der des Geräts",
      save: "Namen speichern",
    },
    profile: {
      title: "Profil",
      name: "Name",
      image: "Bild",
      imageHint: "Die https://-Adresse eines Bildes. Leer für keines.",
      save: "Speichern",
    },
    download: {
      title: "Ihre Daten",
      note: "Eine Datei mit allem, was hier über Ihr Konto und Ihre Anmeldung gespeichert ist.",
      button: "Ihre Daten herunterladen",
    },
    devices: {
      title: "Geräte",
      current: "Dieses Gerät",
      thisComputer: "Dieser Computer",
      seen: (time) => `Zuletzt aktiv: ${time}`,
      name: (browser, system) => `${browser} unter ${system}`,
      unknown: "Ein unbekannter Browser",
      unknownOn: (system) => `Ein Browser unter ${system}`,
      end: "Abmelden",
      endLabel: (name) => `${name} abmelden`,
      endOthers: "Überall sonst abmelden",
    },
    question: {
      title: "Sind Sie das auch?",
      intro: (provider, site) =>
        `Sie haben sich bei ${provider} angemeldet, und Ihr Konto bei ${site} hat dieselbe E-Mail-Adresse. Wenn beide Ihnen gehören, können Sie sich künftig mit beiden anmelden.`,
      yes: (provider) => `Ja, ${provider} hinzufügen`,
      passkeyIntro: (site) =>
        `Sie haben einen Passkey für eine E-Mail-Adresse erstellt, zu der es bei ${site} schon ein Konto gibt. Wenn Sie das waren, können Sie sich künftig mit dem Passkey anmelden.`,
      passkeyYes: "Ja, Passkey hinzufügen",
      no: "Nein, nichts ändern",
    },
    leave: { signOut: "Abmelden", home: "Zurück zur Website" },
    remove: {
      title: "Gefahrenzone",
      summary: "Mein Konto löschen",
      warning:
        "Das lässt sich nicht rückgängig machen: Ihr Konto und alles, womit Sie sich dort anmelden, wird gelöscht.",
      confirm: "Ja, mein Konto löschen",
      button: "Mein Konto löschen",
    },
    done: {
      unlink: "Es ist entfernt. Auf diesem Weg kann sich niemand mehr anmelden.",
      "remove-passkey": "Der Passkey ist entfernt. Löschen Sie ihn auch auf Ihrem Gerät.",
      "rename-passkey": "Der Passkey hat seinen neuen Namen.",
      profile: "Profil gespeichert.",
      "end-session": "Dieses Gerät ist abgemeldet.",
      "end-others": "Alle anderen Geräte sind abgemeldet.",
    },
    errors: {
      LastWay:
        "Das ist Ihre einzige verbliebene Möglichkeit, sich anzumelden. Fügen Sie zuerst eine andere hinzu.",
      NotFound: "Das gibt es nicht mehr.",
      NotAllowed: "Das können Sie hier nicht tun. Fragen Sie die Betreiber dieser Website.",
      InvalidName: "Ein Name hat höchstens 60 Zeichen.",
      InvalidProfile:
        "Das kann nicht gespeichert werden. Ein Name hat höchstens 200 Zeichen, und die Adresse eines Bildes beginnt mit https://.",
      TooOften: "Das war zu oft. Versuchen Sie es später noch einmal.",
    },
    errorDefault: "Das hat nicht funktioniert. Versuchen Sie es noch einmal.",
  },
  "change-email": {
    section: {
      title: "E-Mail-Adresse",
      none: "Sie haben noch keine.",
      unproven: "Noch nicht bestätigt.",
      pending: (email) =>
        `Um sie zu ändern, öffnen Sie den Link, den wir an ${email} gesendet haben.`,
      add: "Adresse hinzufügen",
      change: "Ändern",
      cancel: "Änderung abbrechen",
    },
    form: {
      title: "E-Mail-Adresse ändern",
      first: "E-Mail-Adresse hinzufügen",
      intro: "Wir senden einen Link an die neue Adresse. Bis Sie ihn öffnen, ändert sich nichts.",
      now: (email) => `Ihre Adresse ist ${email}.`,
      label: "Neue E-Mail-Adresse",
      button: "Link senden",
      back: "Zurück",
    },
    sent: {
      title: "Sehen Sie in Ihr Postfach",
      intro: (email) =>
        `Wir haben einen Link an ${email} gesendet. Öffnen Sie ihn in einem Browser, in dem Sie angemeldet sind. Bis dahin ändert sich nichts.`,
    },
    confirm: {
      title: "Neue Adresse bestätigen",
      intro: (email) => `Ihre E-Mail-Adresse wird ${email}. Andere Geräte werden abgemeldet.`,
      button: "Diese Adresse bestätigen",
    },
    changed: {
      title: "Ihre Adresse wurde geändert",
      intro: (email) => `Ihre E-Mail-Adresse ist jetzt ${email}.`,
      button: "Weiter",
    },
    undo: {
      title: "Alte Adresse zurückholen",
      intro: (email) =>
        `Ihr Konto bekommt wieder die Adresse ${email}, und alle Geräte werden abgemeldet.`,
      button: "Änderung rückgängig machen",
    },
    undone: {
      title: "Die Änderung wurde rückgängig gemacht",
      intro: (email) =>
        `Ihre E-Mail-Adresse ist wieder ${email}, und alle Geräte sind abgemeldet. Melden Sie sich an, entfernen Sie Anmeldemethoden, die Sie nicht kennen, und wählen Sie ein neues Passwort, falls Sie eines haben.`,
      button: "Anmelden",
    },
    gone: {
      title: "Dieser Link funktioniert nicht mehr",
      button: "Zurück zur Website",
    },
    errors: {
      InvalidEmail:
        "Geben Sie eine vollständige E-Mail-Adresse ein, zum Beispiel name@beispiel.de.",
      SameEmail: "Das ist bereits Ihre Adresse.",
      NotAllowed:
        "Diese Adresse kann hier nicht verwendet werden. Versuchen Sie es mit einer anderen.",
      TooManyEmails: "Es wurden zu viele E-Mails angefordert. Versuchen Sie es später noch einmal.",
      EmailFailed:
        "Die E-Mail konnte nicht gesendet werden. Prüfen Sie die Adresse und versuchen Sie es in einer Minute noch einmal.",
      EmailTaken:
        "Jemand anderes verwendet diese Adresse hier, deshalb kann sie nicht Ihre werden.",
      LinkGone: "Er wurde benutzt, abgebrochen oder ersetzt, oder er ist zu alt.",
      WrongAccount:
        "Sie sind in einem anderen Konto angemeldet. Melden Sie sich in dem Konto an, das den Link angefordert hat.",
    },
    errorDefault: "Das hat nicht geklappt. Versuchen Sie es noch einmal.",
    mails: {
      confirm: {
        subject: (site) => `Bestätigen Sie Ihre neue Adresse für ${site}`,
        title: "Bestätigen Sie Ihre neue Adresse",
        said: (site) =>
          `Sie möchten diese Adresse für Ihr Konto bei ${site} verwenden. Wenn Sie das nicht waren, ignorieren Sie diese E-Mail. Ohne sie ändert sich nichts.`,
        note: "Öffnen Sie diesen Link in einem Browser, in dem Sie angemeldet sind:",
        button: "Diese Adresse bestätigen",
      },
      taken: {
        subject: (site) => `Sie haben bereits ein Konto bei ${site}`,
        title: "Sie haben bereits ein Konto",
        said: (site) =>
          `Jemand, vielleicht Sie, wollte diese Adresse für ein anderes Konto bei ${site} verwenden. Sie gehört schon zu einem Konto, deshalb hat sich nichts geändert.`,
        note: "Um dieses Konto zu benutzen, melden Sie sich mit dieser Adresse an:",
        button: "Anmelden",
      },
      changed: {
        subject: (site) => `Ihre E-Mail-Adresse für ${site} wurde geändert`,
        title: "Ihre E-Mail-Adresse wurde geändert",
        said: (site) =>
          `Ihr Konto bei ${site} hat jetzt eine andere E-Mail-Adresse. Wenn Sie das waren, müssen Sie nichts tun.`,
        note: "Das waren nicht Sie? Dieser Link holt Ihre alte Adresse zurück und meldet alle Geräte ab:",
        button: "Änderung rückgängig machen",
      },
      until: (time) => `Der Link funktioniert bis ${time}.`,
    },
    events: {
      "change-email.requested": "Änderung der E-Mail-Adresse angefordert",
      "change-email.canceled": "Änderung der E-Mail-Adresse abgebrochen",
      "change-email.confirmed": "E-Mail-Adresse geändert",
      "change-email.undone": "Frühere E-Mail-Adresse wiederhergestellt",
      "change-email.refused": "Link für eine neue E-Mail-Adresse abgelehnt",
    },
  },
  "two-factor": {
    ask: {
      title: "Noch ein Schritt",
      intro: "Geben Sie den Code ein, den Ihre Authenticator-App jetzt zeigt.",
      label: "Code aus der App",
      hint: "Sechs Ziffern. Jede halbe Minute gibt es neue.",
      button: "Weiter",
      toRecovery: "Stattdessen einen Wiederherstellungscode benutzen",
    },
    recovery: {
      title: "Wiederherstellungscode benutzen",
      intro:
        "Geben Sie einen der Codes ein, die Sie aufbewahrt haben, als Sie die Zwei-Faktor-Authentifizierung eingeschaltet haben.",
      label: "Wiederherstellungscode",
      hint: "Jeder funktioniert einmal.",
      toApp: "Stattdessen die App benutzen",
    },
    passkeyOnly: {
      title: "Noch ein Schritt",
      intro: "Zeigen Sie mit Ihrem Passkey, dass Sie es sind.",
    },
    remember: (days) => `In diesem Browser ${duration(days * 24 * 60)} lang nicht mehr fragen`,
    rememberHours: (hours) => `In diesem Browser ${duration(hours * 60)} lang nicht mehr fragen`,
    otherWay: "Anders anmelden",
    setUp: {
      title: "Authenticator-App einrichten",
      replaceTitle: "Andere App einrichten",
      intro: "Danach brauchen Sie zum Anmelden auch einen Code aus der App.",
      must: "Diese Website verlangt die Zwei-Faktor-Authentifizierung. Das Einrichten dauert eine Minute.",
      replaces:
        "Die App, die Sie jetzt haben, funktioniert hier dann nicht mehr, und Ihre Wiederherstellungscodes auch nicht.",
      scan: "Scannen Sie das mit der App.",
      picture: "QR-Code für Ihre Authenticator-App",
      byHand: "Oder geben Sie diesen Schlüssel in die App ein:",
      onPhone: "Oder auf diesem Gerät öffnen",
      label: "Code, den die App zeigt",
      button: "Einschalten",
      replaceButton: "Künftig diese App benutzen",
      back: "Zurück",
    },
    codes: {
      title: "Bewahren Sie diese Codes auf",
      intro:
        "Wenn Ihr Telefon verloren geht, kommen Sie mit einem davon hinein. Jeder funktioniert einmal. Sie werden nicht noch einmal gezeigt: Drucken Sie sie aus oder legen Sie sie in Ihrem Passwortmanager ab.",
      list: "Wiederherstellungscodes",
      button: "Ich habe sie aufbewahrt",
    },
    settings: {
      title: "Zwei-Faktor-Authentifizierung",
      on: "Die Zwei-Faktor-Authentifizierung ist eingeschaltet. Zum Anmelden brauchen Sie einen Code aus Ihrer App.",
      off: "Die Zwei-Faktor-Authentifizierung ist ausgeschaltet. Schalten Sie sie ein, dann kommt niemand allein mit Ihrem Passwort oder Postfach hinein.",
      left: (count) =>
        count === 1
          ? "Sie haben noch einen Wiederherstellungscode."
          : `Sie haben noch ${count} Wiederherstellungscodes.`,
      change: "Ändern",
      turnOn: "App einrichten",
      replace: "Andere App einrichten",
      newCodes: "Neue Wiederherstellungscodes erzeugen",
      turnOff: "Ausschalten",
      required: "Diese Website verlangt sie, deshalb lässt sie sich nicht ausschalten.",
      back: "Zurück zur Website",
    },
    errors: {
      SecondStepWrong:
        "Dieser Code stimmt nicht oder wurde schon benutzt. Warten Sie auf den nächsten und versuchen Sie es noch einmal.",
      SetUpExpired: "Diese Seite war zu lange geöffnet. Scannen Sie den neuen Code unten.",
      SecondStepChanged:
        "Im selben Moment wurde etwas anderes geändert. Bitte versuchen Sie es noch einmal.",
      SecondStepRequired:
        "Diese Website verlangt die Zwei-Faktor-Authentifizierung. Sie lässt sich nicht ausschalten.",
    },
    recoveryWrong:
      "Das ist keiner Ihrer Wiederherstellungscodes, oder er wurde schon benutzt. Prüfen Sie ihn noch einmal.",
    errorDefault: "Etwas ist schiefgegangen. Bitte versuchen Sie es noch einmal.",
    notices: {
      on: {
        subject: (site) => `Die Zwei-Faktor-Authentifizierung bei ${site} ist eingeschaltet`,
        title: "Die Zwei-Faktor-Authentifizierung ist eingeschaltet",
        said: (site) =>
          `Zum Anmelden bei ${site} brauchen Sie künftig einen Code aus Ihrer Authenticator-App.`,
      },
      replaced: {
        subject: (site) => `Sie haben eine andere Authenticator-App bei ${site}`,
        title: "Sie haben eine andere Authenticator-App",
        said: (site) =>
          `Zum Anmelden bei ${site} brauchen Sie einen Code aus der neuen App. Die bisherige und ihre Wiederherstellungscodes funktionieren nicht mehr.`,
      },
      codes: {
        subject: (site) => `Sie haben neue Wiederherstellungscodes für ${site}`,
        title: "Sie haben neue Wiederherstellungscodes",
        said: (site) =>
          `Ihre bisherigen Wiederherstellungscodes für ${site} funktionieren nicht mehr.`,
      },
      off: {
        subject: (site) => `Die Zwei-Faktor-Authentifizierung bei ${site} wurde ausgeschaltet`,
        title: "Die Zwei-Faktor-Authentifizierung wurde ausgeschaltet",
        said: (site) => `Zum Anmelden bei ${site} brauchen Sie keinen Code mehr.`,
      },
    },
    events: {
      "two-factor.on": "Zwei-Faktor-Authentifizierung eingeschaltet",
      "two-factor.replaced": "Authenticator-App ersetzt",
      "two-factor.codes": "Neue Wiederherstellungscodes erstellt",
      "two-factor.off": "Zwei-Faktor-Authentifizierung ausgeschaltet",
      "two-factor.recovery-used": "Wiederherstellungscode benutzt",
      "two-factor.remembered": "Browser für die Zwei-Faktor-Authentifizierung gemerkt",
      "two-factor.skipped": "Zweiter Faktor in gemerktem Browser übersprungen",
    },
  },
  guest: {
    button: "Ohne Konto fortfahren",
  },
  "api-keys": {
    title: "API-Schlüssel",
    intro:
      "Mit einem Schlüssel nutzt ein Programm diese Website in Ihrem Namen. Ihr Konto kann es damit nicht ändern.",
    none: "Sie haben keine API-Schlüssel.",
    manage: "API-Schlüssel verwalten",
    name: "Bezeichnung",
    scopes: "Was der Schlüssel darf",
    days: "Tage bis zum Ablauf",
    create: "Schlüssel erstellen",
    made: "Kopieren Sie den Schlüssel jetzt und bewahren Sie ihn sicher auf. Er wird nicht noch einmal gezeigt.",
    newKey: "Ihr neuer Schlüssel",
    until: (day) => `Läuft am ${day} ab`,
    ended: (day) => `Abgelaufen am ${day}`,
    used: (day) => `Zuletzt benutzt am ${day}`,
    unused: "Noch nie benutzt",
    rotate: "Ersetzen (der alte Schlüssel gilt noch einen Tag)",
    revoke: "Widerrufen",
    back: "Zurück zur Website",
    errors: {
      InvalidName: "Geben Sie dem Schlüssel eine Bezeichnung mit höchstens 60 Zeichen.",
      InvalidLifetime: "Wählen Sie weniger Tage.",
      NotAllowed: "Sie können hier keine API-Schlüssel erstellen.",
      TooMany: "Mehr Schlüssel können Sie nicht haben. Widerrufen Sie zuerst einen.",
    },
    errorDefault: "Etwas ist schiefgegangen. Bitte versuchen Sie es noch einmal.",
    events: {
      "api-keys.created": "API-Schlüssel erstellt",
      "api-keys.rotated": "API-Schlüssel ersetzt",
      "api-keys.revoked": "API-Schlüssel widerrufen",
    },
  },
  admin: {
    list: {
      title: "Benutzer",
      search: "Name oder E-Mail-Adresse",
      find: "Suchen",
      all: "Alle Benutzer zeigen",
      filter: { label: "Benutzer filtern", all: "Alle", banned: "Gesperrte" },
      none: "Keine Benutzer gefunden.",
      next: "Nächste Seite",
      first: "Erste Seite",
      exact:
        "Diese Datenbank kann Benutzer nicht auflisten. Geben Sie eine vollständige E-Mail-Adresse ein.",
    },
    invite: {
      title: "Benutzer einladen",
      intro:
        "Die Person bekommt einen Link per E-Mail. Wenn sie ihn öffnet, ist ihre Adresse bestätigt und sie ist angemeldet.",
      email: "E-Mail-Adresse",
      name: "Name (freiwillig)",
      language: "Sprache der E-Mail",
      button: "Einladung senden",
    },
    user: {
      nameless: "Ohne Namen",
      back: "Alle Benutzer",
      you: "Das sind Sie selbst. Administratoren können sich nicht selbst verwalten.",
      untouchable: "Diesen Benutzer können Sie nicht verwalten.",
      id: (id) => `Benutzer-ID: ${id}`,
    },
    marks: { banned: "Gesperrt", unproven: "Adresse nicht bestätigt", invited: "Eingeladen" },
    ban: {
      title: "Sperre",
      since: (time) => `Gesperrt seit ${time}`,
      until: (time) => `Bis ${time}`,
      forever: "Ohne Ende",
      warning: "Alle Sitzungen enden, und eine Anmeldung ist nicht mehr möglich.",
      reason: "Grund (steht im Datenexport des Benutzers)",
      end: "Ende der Sperre",
      endNote: "Ohne Datum endet die Sperre nicht. Sie endet um Mitternacht UTC.",
      button: "Diesen Benutzer sperren",
      lift: "Sperre aufheben",
    },
    methods: {
      title: "Anmeldemethoden",
      none: "Noch keine Anmeldemethode.",
      mail: "Link per E-Mail",
      password: "Passwort",
      passkeys: "Hinterlegte Passkeys",
      remove: "Neues Passwort erzwingen",
      warning:
        "Das Passwort wird entfernt, und alle Sitzungen enden. Über „Passwort vergessen“ lässt sich ein neues wählen.",
    },
    factor: {
      title: "Zwei-Faktor-Authentifizierung",
      on: "Eingeschaltet",
      off: "Ausgeschaltet",
      reset: "Zweiten Faktor zurücksetzen",
      warning:
        "Der zweite Faktor wird entfernt, und alle Sitzungen enden. Vergewissern Sie sich auf anderem Weg, dass die Bitte von der Person selbst kommt.",
    },
    devices: {
      title: "Geräte",
      none: "Nirgends angemeldet.",
      unknown: "Unbekanntes Gerät",
      seen: (time) => `Zuletzt aktiv: ${time}`,
      end: "Alle Sitzungen beenden",
    },
    invitation: {
      title: "Einladung",
      until: (time) => `Der Link funktioniert bis ${time}`,
      none: "Keine offene Einladung.",
      send: "Einladung senden",
      again: "Noch eine senden",
      withdraw: "Zurückziehen",
    },
    acting: {
      title: "Als dieser Benutzer handeln",
      note: "Sie sehen die Website mit seinen Augen. Kontoeinstellungen bleiben unerreichbar, und es wird protokolliert.",
      button: "Als dieser Benutzer handeln",
    },
    events: {
      title: "Letzte Ereignisse",
      none: "Nichts protokolliert.",
      by: (admin) => `durch Administrator ${admin}`,
      types: {
        "sign-in.began": "Anmeldung begonnen",
        "sign-in.succeeded": "Angemeldet",
        "sign-in.refused": "Anmeldung abgelehnt",
        "sign-in.failed": "Anmeldung fehlgeschlagen",
        "sign-out": "Abgemeldet",
        "sign-out.failed": "Abmeldung fehlgeschlagen",
        "session.started": "Sitzung begonnen",
        "session.ended": "Sitzung beendet",
        "user.created": "Benutzer angelegt",
        "user.updated": "Benutzerdaten geändert",
        "user.deleted": "Konto vom Benutzer gelöscht",
        "user.exported": "Benutzerdaten heruntergeladen",
        "account.linked": "Anmeldemethode hinzugefügt",
        "account.unlinked": "Anmeldemethode entfernt",
        "passkey.renamed": "Passkey umbenannt",
        "token.refreshed": "Zugriffstoken des Anbieters erneuert",
        "token.refused": "Anbieter verweigerte ein neues Zugriffstoken",
        "password.changed": "Passwort gesetzt oder geändert",
        "step-up.asked": "Erneute Anmeldung verlangt",
        "step-up.given": "Auf Verlangen erneut angemeldet",
        "form.refused": "Formular abgelehnt (von anderer Website oder veralteter Seite)",
        "limit.hit": "Zu viele Versuche",
        "guest.began": "Als Gast begonnen",
        "guest.signed-up": "Gast hat sich registriert",
        "guest.moved": "Daten des Gastes zum Benutzer übernommen",
        "admin.banned": "Gesperrt",
        "admin.unbanned": "Sperre aufgehoben",
        "admin.impersonation-began": "Handeln als dieser Benutzer begonnen",
        "admin.impersonation-ended": "Handeln als dieser Benutzer beendet",
        "admin.user-created": "Benutzer hinzugefügt",
        "admin.invited": "Eingeladen",
        "admin.invitation-withdrawn": "Einladung zurückgezogen",
        "admin.invitation-accepted": "Einladung angenommen",
        "admin.sessions-ended": "Alle Sitzungen beendet",
        "admin.second-factor-reset": "Zweiter Faktor zurückgesetzt",
        "admin.password-removed": "Passwort entfernt",
      },
      several: "Sitzungen beendet",
    },
    returning: {
      title: "Sie handeln als anderer Benutzer",
      intro: "Kehren Sie zu Ihrem eigenen Konto zurück, um Benutzer zu verwalten.",
      button: "Zurück zu meinem Konto",
    },
    accept: {
      title: "Sie sind eingeladen",
      intro: (site) =>
        `Nehmen Sie die Einladung zu ${site} an. Sie werden mit dieser Adresse angemeldet:`,
      button: "Einladung annehmen",
    },
    gone: {
      title: "Diese Einladung gilt nicht mehr",
      intro:
        "Sie wurde schon benutzt, ersetzt oder zurückgezogen, oder sie ist zu alt. Vielleicht können Sie sich anmelden.",
      button: "Anmelden",
    },
    done: {
      ban: "Der Benutzer ist gesperrt, alle Sitzungen sind beendet.",
      unban: "Die Sperre ist aufgehoben.",
      "end-sessions": "Alle Sitzungen des Benutzers sind beendet.",
      "reset-second-factor": "Der zweite Faktor ist entfernt.",
      "remove-password": "Das Passwort ist entfernt.",
      invite: "Die Einladung ist unterwegs.",
      withdraw: "Die Einladung ist zurückgezogen.",
    },
    errors: {
      NotAllowed: "Diesen Benutzer können Sie nicht verwalten.",
      Yourself: "Sich selbst können Sie nicht verwalten.",
      InvalidBan: "Wählen Sie einen Tag in der Zukunft und einen Grund mit höchstens 1000 Zeichen.",
      InvalidEmail: "Geben Sie eine vollständige E-Mail-Adresse ein, etwa name@example.com.",
      EmailTaken: "Es gibt schon einen Benutzer, der diese Adresse bestätigt hat.",
      TooManyEmails:
        "An diese Adresse gingen schon mehrere E-Mails. Versuchen Sie es morgen noch einmal.",
      EmailFailed:
        "Die E-Mail konnte nicht gesendet werden. Prüfen Sie die Adresse und versuchen Sie es in einer Minute noch einmal.",
      Unchanged: "Es gab nichts zu ändern.",
    },
    errorDefault: "Das hat nicht geklappt. Versuchen Sie es noch einmal.",
    mail: {
      subject: (site) => `Sie sind zu ${site} eingeladen`,
      title: "Sie sind eingeladen",
      said: (site) =>
        `Jemand, der ${site} verwaltet, lädt Sie ein, es mit dieser Adresse zu nutzen. Falls Sie das nicht erwartet haben, ignorieren Sie diese E-Mail.`,
      note: "Öffnen Sie diesen Link, um anzunehmen:",
      button: "Einladung annehmen",
      until: (time) => `Der Link funktioniert einmal, bis ${time}.`,
    },
  },
  bearer: {
    title: "Bei einer App anmelden",
    asks: (app, who) => `${app} möchte sich als ${who} anmelden.`,
    warning: "Fahren Sie nur fort, wenn Sie diese Seite gerade selbst aus der App geöffnet haben.",
    yes: "Weiter",
    no: "Abbrechen",
    device: {
      title: "Auf einem Gerät anmelden",
      intro: "Geben Sie den Code ein, den Ihr Gerät anzeigt.",
      code: "Code auf dem Gerät",
      next: "Weiter",
      wrong: "Dieser Code ist falsch oder abgelaufen. Sehen Sie auf Ihrem Gerät nach.",
      shows: (code) => `Das Gerät zeigt den Code ${code}.`,
      from: (device) => `Die Anfrage kam von ${device}.`,
      warning:
        "Fahren Sie nur fort, wenn dieser Code gerade auf einem Ihrer Geräte steht. Hat Ihnen jemand den Code oder einen Link geschickt, brechen Sie ab: Er käme in Ihr Konto.",
      done: "Ihr Gerät wird angemeldet. Sie können diese Seite schließen.",
      canceled: "Niemand wurde angemeldet. Sie können diese Seite schließen.",
    },
    events: {
      "bearer.approved": "App zur Anmeldung zugelassen",
      "bearer.reused": "Code oder Token einer App zweimal benutzt, deren Sitzung beendet",
    },
  },
};
