import type { SecondStepMessages } from "../../types/second-step-messages.js";
import { durationIn } from "../duration.js";

const duration = durationIn("es");

/** The texts of the pages on second steps in Spanish. */
export const spanish: SecondStepMessages = {
  ask: {
    title: "Un paso más",
    intro: "Escribe el código que muestra ahora tu aplicación de autenticación.",
    label: "Código",
    hint: "Seis cifras. Cambian cada medio minuto.",
    button: "Continuar",
    toRecovery: "Usar un código de recuperación",
  },
  recovery: {
    title: "Usar un código de recuperación",
    intro: "Escribe uno de los códigos que guardaste al activar el segundo paso.",
    label: "Código de recuperación",
    hint: "Cada uno sirve una sola vez.",
    toApp: "Usar la aplicación",
  },
  passkeyOnly: {
    title: "Un paso más",
    intro: "Demuestra que eres tú con tu llave de acceso.",
  },
  remember: (days) => `No volver a preguntar en este navegador durante ${duration(days * 24 * 60)}`,
  rememberHours: (hours) =>
    `No volver a preguntar en este navegador durante ${duration(hours * 60)}`,
  otherWay: "Entrar de otra forma",
  setUp: {
    title: "Configura tu aplicación de autenticación",
    replaceTitle: "Configurar otra aplicación",
    intro: "Desde entonces, para entrar hará falta también un código de la aplicación.",
    must: "Este sitio te pide un segundo paso. Se configura en un minuto.",
    replaces:
      "La aplicación que tienes ahora dejará de funcionar aquí, y tus códigos de recuperación también.",
    scan: "Escanea esto con la aplicación.",
    picture: "Código QR para tu aplicación de autenticación",
    byHand: "O escribe en ella esta clave:",
    onPhone: "O ábrela en este dispositivo",
    label: "Código que muestra la aplicación",
    button: "Activar",
    replaceButton: "Usar esta aplicación desde ahora",
    back: "Volver",
  },
  codes: {
    title: "Guarda estos códigos",
    intro:
      "Si pierdes el teléfono, con uno de ellos podrás entrar. Cada uno sirve una sola vez. No se volverán a mostrar: imprímelos o ponlos en tu gestor de contraseñas.",
    list: "Códigos de recuperación",
    button: "Ya los he guardado",
  },
  settings: {
    title: "Segundo paso",
    on: "El segundo paso está activado. Para entrar hace falta un código de tu aplicación.",
    off: "El segundo paso está desactivado. Actívalo, y nadie entrará solo con tu contraseña o tu correo.",
    left: (count) =>
      count === 1
        ? "Te queda un código de recuperación."
        : `Te quedan ${count} códigos de recuperación.`,
    turnOn: "Configurar una aplicación",
    replace: "Configurar otra aplicación",
    newCodes: "Crear códigos de recuperación nuevos",
    turnOff: "Desactivar",
    required: "Este sitio te lo pide, así que no se puede desactivar.",
    back: "Volver al sitio",
  },
  errors: {
    SecondStepWrong:
      "Ese código no es correcto o ya se usó. Espera al siguiente e inténtalo de nuevo.",
    SetUpExpired: "Esta página estuvo abierta demasiado tiempo. Escanea el código nuevo de abajo.",
    SecondStepChanged: "Se cambió otra cosa en el mismo momento. Inténtalo otra vez.",
    SecondStepRequired: "Este sitio te pide un segundo paso. No se puede desactivar.",
  },
  recoveryWrong:
    "Ese no es ninguno de tus códigos de recuperación, o ya se usó. Revísalo otra vez.",
  errorDefault: "Algo ha fallado. Inténtalo otra vez.",
};
