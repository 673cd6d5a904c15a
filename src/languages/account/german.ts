import type { AccountMessages } from "../../types/account-messages.js";

/** The texts of the account page in German. */
export const german: AccountMessages = {
  title: "Ihr Konto",
  signedInAs: (who) => `Sie sind angemeldet als ${who}.`,
  nameless: "jemand ohne Namen",
  ways: {
    title: "So melden Sie sich an",
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
  devices: {
    title: "Wo Sie angemeldet sind",
    current: "Dieses Gerät",
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
    "end-session": "Dieses Gerät ist abgemeldet.",
    "end-others": "Alle anderen Geräte sind abgemeldet.",
  },
  errors: {
    LastWay:
      "Das ist Ihre einzige verbliebene Möglichkeit, sich anzumelden. Fügen Sie zuerst eine andere hinzu.",
    NotFound: "Das gibt es nicht mehr.",
    NotAllowed: "Das können Sie hier nicht tun. Fragen Sie die Betreiber dieser Website.",
    InvalidName: "Ein Name hat höchstens 60 Zeichen.",
  },
  errorDefault: "Das hat nicht funktioniert. Versuchen Sie es noch einmal.",
};
