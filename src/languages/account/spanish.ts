import type { AccountMessages } from "../../types/account-messages.js";

/** The texts of the account page in Spanish. */
export const spanish: AccountMessages = {
  title: "Tu cuenta",
  signedInAs: (who) => `Has iniciado sesión como ${who}.`,
  nameless: "alguien sin nombre",
  ways: {
    title: "Formas de entrar",
    mail: "Enlace por correo",
    mailNote: (email) => `Quien pueda leer el correo de ${email} puede entrar con él.`,
    password: "Contraseña",
    passwordChange: "Cambiar",
    passwordSet: "Establecer una contraseña",
    passwordNone: "Todavía no tienes ninguna.",
    remove: "Quitar",
    removeLabel: (name) => `Quitar ${name}`,
    last: "Es la única forma de entrar que te queda, así que no se puede quitar.",
    add: (name) => `Añadir ${name}`,
  },
  passkeys: {
    title: "Llaves de acceso",
    none: "Todavía no tienes ninguna. Con una entras con la huella, la cara o el bloqueo de pantalla.",
    synced: "Llave de acceso en varios dispositivos",
    single: "Llave de acceso en un dispositivo",
    add: "Añadir una llave de acceso",
    needsScript: "Para añadir una llave de acceso hace falta JavaScript.",
    made: (day) => `Creada el ${day}`,
    used: (day) => `Usada por última vez el ${day}`,
    rename: "Cambiar el nombre",
    renameLabel: (name) => `Cambiar el nombre de ${name}`,
    nameLabel: "Nombre, por ejemplo el del dispositivo",
    save: "Guardar el nombre",
  },
  devices: {
    title: "Dónde tienes la sesión abierta",
    current: "Este dispositivo",
    seen: (time) => `Última actividad: ${time}`,
    name: (browser, system) => `${browser} en ${system}`,
    unknown: "Un navegador desconocido",
    unknownOn: (system) => `Un navegador en ${system}`,
    end: "Cerrar sesión",
    endLabel: (name) => `Cerrar la sesión de ${name}`,
    endOthers: "Cerrar sesión en los demás",
  },
  question: {
    title: "¿Esta cuenta también es tuya?",
    intro: (provider, site) =>
      `Has entrado con ${provider}, y tu cuenta en ${site} tiene la misma dirección de correo. Si las dos son tuyas, a partir de ahora podrás entrar con cualquiera de ellas.`,
    yes: (provider) => `Sí, añadir ${provider}`,
    passkeyIntro: (site) =>
      `Has creado una llave de acceso para una dirección de correo que ya tiene una cuenta en ${site}. Si has sido tú, a partir de ahora podrás entrar con ella.`,
    passkeyYes: "Sí, añadir la llave de acceso",
    no: "No, dejarlo como está",
  },
  leave: { signOut: "Cerrar sesión", home: "Volver al sitio" },
  remove: {
    summary: "Eliminar mi cuenta",
    warning:
      "Esto no se puede deshacer: se elimina tu cuenta y todo lo que te permite entrar en ella.",
    confirm: "Sí, eliminar mi cuenta",
    button: "Eliminar mi cuenta",
  },
  done: {
    unlink: "Se ha quitado. Ya nadie puede entrar de esa forma.",
    "remove-passkey": "La llave de acceso se ha quitado. Elimínala también en tu dispositivo.",
    "rename-passkey": "La llave de acceso tiene su nuevo nombre.",
    "end-session": "Se ha cerrado la sesión en ese dispositivo.",
    "end-others": "Se ha cerrado la sesión en todos los demás dispositivos.",
  },
  errors: {
    LastWay: "Es la única forma de entrar que te queda. Añade otra antes.",
    NotFound: "Eso ya no existe.",
    NotAllowed: "Aquí no puedes hacer eso. Pregunta a quienes gestionan este sitio.",
    InvalidName: "Un nombre tiene como máximo 60 caracteres.",
  },
  errorDefault: "No ha funcionado. Inténtalo de nuevo.",
};
