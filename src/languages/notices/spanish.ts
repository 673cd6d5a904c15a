import type { NoticeMessages } from "../../types/notice-messages.js";

/** The mails that tell the owner of an account what was done to it, in Spanish. */
export const spanish: NoticeMessages = {
  passwordChanged: {
    subject: (site) => `Se ha cambiado tu contraseña de ${site}`,
    title: "Se ha cambiado tu contraseña",
    said: (site) =>
      `A partir de ahora entras en ${site} con la nueva. Se ha cerrado la sesión en todos los demás dispositivos.`,
  },
  secondStepOn: {
    subject: (site) => `El segundo paso está activado en ${site}`,
    title: "El segundo paso está activado",
    said: (site) =>
      `A partir de ahora, para entrar en ${site} hace falta un código de tu aplicación de autenticación.`,
  },
  secondStepReplaced: {
    subject: (site) => `Tienes otra aplicación de autenticación en ${site}`,
    title: "Tienes otra aplicación de autenticación",
    said: (site) =>
      `Para entrar en ${site} hace falta un código de la aplicación nueva. La anterior y sus códigos de recuperación ya no funcionan.`,
  },
  secondStepCodes: {
    subject: (site) => `Tienes códigos de recuperación nuevos para ${site}`,
    title: "Tienes códigos de recuperación nuevos",
    said: (site) => `Los códigos de recuperación que tenías para ${site} ya no funcionan.`,
  },
  secondStepOff: {
    subject: (site) => `Se ha desactivado el segundo paso en ${site}`,
    title: "Se ha desactivado el segundo paso",
    said: (site) => `Para entrar en ${site} ya no hace falta ningún código.`,
  },
  yours: "¿Has sido tú? Entonces no tienes que hacer nada.",
  notYou:
    "¿No has sido tú? Entonces alguien más puede entrar. Inicia sesión, o pide una contraseña nueva, y deshaz el cambio:",
  button: "Ver mi cuenta",
};
