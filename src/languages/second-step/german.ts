import type { SecondStepMessages } from "../../types/second-step-messages.js";
import { durationIn } from "../duration.js";

const duration = durationIn("de");

/** The texts of the pages on second steps in German. */
export const german: SecondStepMessages = {
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
      "Geben Sie einen der Codes ein, die Sie aufbewahrt haben, als Sie den zweiten Schritt eingeschaltet haben.",
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
    must: "Diese Website verlangt einen zweiten Schritt. Das Einrichten dauert eine Minute.",
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
    title: "Zweiter Schritt",
    on: "Der zweite Schritt ist eingeschaltet. Zum Anmelden brauchen Sie einen Code aus Ihrer App.",
    off: "Der zweite Schritt ist ausgeschaltet. Schalten Sie ihn ein, dann kommt niemand allein mit Ihrem Passwort oder Postfach hinein.",
    left: (count) =>
      count === 1
        ? "Sie haben noch einen Wiederherstellungscode."
        : `Sie haben noch ${count} Wiederherstellungscodes.`,
    turnOn: "App einrichten",
    replace: "Andere App einrichten",
    newCodes: "Neue Wiederherstellungscodes erzeugen",
    turnOff: "Ausschalten",
    required: "Diese Website verlangt ihn, deshalb lässt er sich nicht ausschalten.",
    back: "Zurück zur Website",
  },
  errors: {
    SecondStepWrong:
      "Dieser Code stimmt nicht oder wurde schon benutzt. Warten Sie auf den nächsten und versuchen Sie es noch einmal.",
    SetUpExpired: "Diese Seite war zu lange geöffnet. Scannen Sie den neuen Code unten.",
    SecondStepChanged:
      "Im selben Moment wurde etwas anderes geändert. Bitte versuchen Sie es noch einmal.",
    SecondStepRequired:
      "Diese Website verlangt einen zweiten Schritt. Er lässt sich nicht ausschalten.",
  },
  recoveryWrong:
    "Das ist keiner Ihrer Wiederherstellungscodes, oder er wurde schon benutzt. Prüfen Sie ihn noch einmal.",
  errorDefault: "Etwas ist schiefgegangen. Bitte versuchen Sie es noch einmal.",
};
