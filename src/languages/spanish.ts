import type { CommonMessages } from "../types/messages.js";
import { durationIn } from "./duration.js";

const SERVICE_FAILED =
  "Ese servicio no completó el inicio de sesión. Inténtalo de nuevo o entra de otra forma.";
const NO_NEW_ACCOUNT =
  "No pudimos crear una cuenta para ti. Inténtalo de nuevo o entra de otra forma.";
const MAIL_FAILED =
  "No pudimos enviar el correo. Revisa la dirección e inténtalo de nuevo en un minuto.";
const INVALID_EMAIL =
  "Esa dirección de correo no está completa. Debe ser parecida a nombre@ejemplo.com.";
const NOTHING_CHANGES = "¿No lo has pedido tú? Ignora este correo. Sin él no cambia nada.";
const PASSWORD_STAYS = "¿No has sido tú? Ignora este correo. Tu contraseña sigue igual.";

const duration = durationIn("es");

/** The texts in Spanish. */
export const spanish: CommonMessages = {
  lang: "es",
  dir: "ltr",
  or: "o",
  home: "Volver al sitio",
  signIn: {
    title: "Iniciar sesión",
    introChoice: "Elige cómo quieres entrar.",
    introRedirect: (provider) => `Continúa con tu cuenta de ${provider}.`,
    introEmail: "Te enviaremos un enlace por correo. No necesitas contraseña.",
    introForm: "Introduce tus datos para continuar.",
    introPasskey: "Usa tu huella, tu cara o el bloqueo de pantalla.",
    nothingToChoose:
      "Todavía no se puede iniciar sesión aquí. Quienes gestionan este sitio pueden activarlo.",
    withProvider: (provider) => `Continuar con ${provider}`,
    withEmail: "Continuar con el correo",
    withForm: "Iniciar sesión",
    withPasskey: "Continuar con una llave de acceso",
    lastUsed: "Última usada",
    moreWays: "Más opciones",
    emailLabel: "Correo electrónico",
    emailPlaceholder: "nombre@ejemplo.com",
    passkeyNeedsScript: "Las llaves de acceso necesitan JavaScript. Actívalo para usar una.",
    newPasskey: "Crear una llave de acceso",
    passkeyCancelled:
      "No se usó ninguna llave de acceso. Inténtalo de nuevo o crea una si es tu primera vez aquí.",
    passkeyExists:
      "Este dispositivo ya tiene una llave de acceso para esta cuenta. Inicia sesión con ella.",
    passkeyFailed:
      "Las llaves de acceso no funcionan aquí en este momento. Inténtalo de nuevo o entra de otra forma.",
    errors: {
      Signin: SERVICE_FAILED,
      OAuthSignin: SERVICE_FAILED,
      OAuthSignInError: SERVICE_FAILED,
      OAuthCallbackError: SERVICE_FAILED,
      Callback: SERVICE_FAILED,
      OAuthCreateAccount: NO_NEW_ACCOUNT,
      EmailCreateAccount: NO_NEW_ACCOUNT,
      OAuthAccountNotLinked:
        "Ya tienes una cuenta con esta dirección de correo. Entra como lo hiciste la última vez.",
      AccountNotLinked:
        "Este inicio de sesión pertenece a otra cuenta. Entra como lo hiciste antes.",
      EmailSignin: MAIL_FAILED,
      EmailSignInError: MAIL_FAILED,
      InvalidEmail: INVALID_EMAIL,
      CredentialsSignin: "Esos datos no coinciden. Revísalos e inténtalo de nuevo.",
      FreshSignInRequired:
        "Para asegurarnos de que eres tú, vuelve a iniciar sesión como antes. Después, inténtalo otra vez.",
      SessionRequired: "Inicia sesión para ver esa página.",
      MissingCSRF:
        "Esta página estuvo abierta demasiado tiempo o las cookies están desactivadas. Inténtalo otra vez.",
      RateLimited: "Demasiados intentos. Espera unos minutos e inténtalo de nuevo.",
      AccessDenied: "Esa cuenta no tiene acceso aquí. Prueba con otra.",
      Verification: "Ese enlace o código ha caducado o ya se usó. Pide uno nuevo más abajo.",
      WebAuthnVerificationError:
        "No pudimos comprobar esa llave de acceso. Inténtalo de nuevo o entra de otra forma.",
      Configuration:
        "Tenemos un problema con el inicio de sesión. Entra de otra forma o vuelve un poco más tarde.",
    },
    errorCodes: {},
    errorDefault: "Algo ha fallado y todavía no has iniciado sesión. Inténtalo de nuevo.",
  },
  signOut: {
    title: "Cerrar sesión",
    question: (site) => `¿Quieres cerrar la sesión de ${site} en este dispositivo?`,
    button: "Cerrar sesión",
    back: "Mantener la sesión",
  },
  error: {
    texts: {
      Configuration: {
        heading: "No se puede iniciar sesión",
        what: "El inicio de sesión de este sitio está mal configurado. No es culpa tuya.",
        next: "Inténtalo de nuevo en unos minutos. Si no funciona, avisa a quienes gestionan este sitio.",
        signIn: "Intentar de nuevo",
      },
      AccessDenied: {
        heading: "No tienes acceso",
        what: "Sabemos quién eres, pero esta cuenta no tiene permiso para entrar.",
        next: "Inicia sesión con otra cuenta o pide acceso a quienes gestionan este sitio.",
        signIn: "Usar otra cuenta",
      },
      Verification: {
        heading: "Este enlace ya no funciona",
        what: "Los enlaces para entrar sirven una sola vez y durante poco tiempo. Este ha caducado o ya se usó.",
        next: "Pide un enlace nuevo y abre el correo más reciente que recibas.",
        signIn: "Pedir un enlace nuevo",
      },
      InvalidCheck: {
        heading: "Este inicio de sesión ya no vale",
        what: "Tardó demasiado, ya se completó o se empezó en otro navegador.",
        next: "Empieza de nuevo. No se ha perdido nada y, si ya tenías la sesión iniciada, la conservas.",
        signIn: "Empezar de nuevo",
      },
      Unavailable: {
        heading: "Un momento, por favor",
        what: "Algo que el inicio de sesión necesita no responde ahora mismo. No es culpa tuya y no se ha perdido nada.",
        next: "Espera unos segundos e inténtalo de nuevo. Si no funciona, avisa a quienes gestionan este sitio.",
        signIn: "Intentar de nuevo",
      },
      SignedInElsewhere: {
        heading: "Has cerrado la sesión aquí",
        what: "No pudimos pedir al servicio con el que entraste que cierre también tu sesión. Puede que allí siga abierta.",
        next: "Si otras personas usan este dispositivo, cierra la sesión allí también o cierra el navegador.",
        signIn: "Volver a entrar",
      },
      SessionTooLarge: {
        heading: "No se puede iniciar sesión",
        what: "Sabemos quién eres, pero este sitio quiere recordar de ti más de lo que cabe en un navegador. No es culpa tuya.",
        next: "Avisa a quienes gestionan este sitio: su registro dice qué hay que cambiar.",
        signIn: "Intentar de nuevo",
      },
      WebAuthnVerificationError: {
        heading: "Esa llave de acceso no ha funcionado",
        what: "No pudimos comprobar la respuesta de tu dispositivo.",
        next: "Inténtalo de nuevo o elige otra forma de entrar.",
        signIn: "Intentar de nuevo",
      },
    },
    textDefault: {
      heading: "Algo ha fallado",
      what: "No has iniciado sesión porque un paso no llegó a completarse.",
      next: "Empieza de nuevo desde la página de inicio de sesión. No se ha perdido nada.",
      signIn: "Ir a iniciar sesión",
    },
    developer: "Solo se muestra durante el desarrollo",
    happened: "Qué ha pasado",
    cause: "Causa probable",
    cure: "Qué hacer",
    reference: "Si preguntas a alguien por esto, dale esta referencia:",
  },
  verifyRequest: {
    title: "Revisa tu correo",
    sent: "Te hemos enviado un correo.",
    sentTo: "Hemos enviado un correo a",
    follow: (host) =>
      `Abre el enlace que contiene para entrar en ${host}. Puedes cerrar esta página.`,
    followOrCode: (host) =>
      `Abre el enlace que contiene para entrar en ${host}, o escribe aquí su código.`,
    codeLabel: "Código de seis cifras",
    codeHint: "Está en el correo, junto al enlace.",
    codeButton: "Iniciar sesión",
    codeError: "Ese código no es correcto o ha caducado. Mira el correo más reciente o pide otro.",
    missing: "¿No ha llegado nada? Puede tardar un minuto. Mira también en la carpeta de spam.",
    resendSoon: "Podrás pedir otro correo dentro de medio minuto.",
    resend: "Enviar el correo otra vez",
    changeAddress: "Usar otra dirección",
  },
  confirm: {
    title: "¿Eres tú?",
    question: (host) => `Vas a iniciar sesión en ${host} como`,
    button: "Sí, quiero entrar",
    notYou: "Si no lo has pedido tú, cierra esta página. No pasará nada.",
  },
  password: {
    emailLabel: "Correo electrónico",
    emailPlaceholder: "nombre@ejemplo.com",
    passwordLabel: "Contraseña",
    newPasswordLabel: "Contraseña nueva",
    currentLabel: "Contraseña actual",
    forgotLink: "¿Olvidaste la contraseña?",
    signUpLink: "Crear una cuenta",
    signInLink: "Mejor iniciar sesión",
    hint: (least) =>
      `Al menos ${least} caracteres. Unas cuantas palabras inventadas se recuerdan mejor que signos y cifras.`,
    signUp: {
      title: "Crear una cuenta",
      intro: "Te enviaremos un código por correo para confirmar que la dirección es tuya.",
      button: "Crear mi cuenta",
    },
    forgot: {
      title: "¿Olvidaste la contraseña?",
      intro: "Dinos tu dirección. Te enviaremos un código por correo para que elijas otra.",
      button: "Enviarme un correo",
      sent: {
        follow: (host) =>
          `Abre el enlace que contiene para elegir una contraseña nueva para ${host}. Puedes cerrar esta página.`,
        followOrCode: (host) =>
          `Abre el enlace que contiene para elegir una contraseña nueva para ${host}, o escribe aquí su código.`,
        codeButton: "Continuar",
      },
    },
    reset: {
      title: "Elige una contraseña",
      intro: "A partir de ahora entrarás con ella como",
      button: "Guardar y entrar",
      note: "Se cierra la sesión en todos los demás dispositivos.",
    },
    confirm: {
      title: "¿Eres tú?",
      intro: "Vas a iniciar sesión, con la contraseña que acabas de elegir, como",
      button: "Sí, quiero entrar",
      note: "Si no lo has pedido tú, cierra esta página. No pasará nada.",
    },
    change: {
      title: "Cambiar la contraseña",
      first: "Establecer una contraseña",
      intro: "Se cerrará la sesión en todos los demás dispositivos.",
      button: "Guardar la contraseña",
    },
    errors: {
      InvalidEmail: INVALID_EMAIL,
      PasswordMissing: "Escribe una contraseña.",
      PasswordTooLong: "Esa contraseña es demasiado larga. Puede tener hasta 256 caracteres.",
      PasswordCommon: "Esa contraseña es de las primeras que alguien probaría. Elige otra.",
      PasswordBreached:
        "Esa contraseña se conoce por una filtración en otro sitio. Elige otra, también allí.",
      PasswordWrong: "Esa no es tu contraseña actual. Revísala e inténtalo de nuevo.",
      AddressNotProven:
        "Tu dirección aún no está confirmada. Usa «¿Olvidaste la contraseña?» y sigue el correo.",
    },
    tooShort: (least) => `Esa contraseña es demasiado corta. Usa al menos ${least} caracteres.`,
    errorDefault: "Algo ha fallado. Inténtalo otra vez.",
  },
  mails: {
    signIn: {
      subject: (site) => `Inicia sesión en ${site}`,
      title: (site) => `Inicia sesión en ${site}`,
      codeIntro: "Escribe este código en la página en la que pediste entrar:",
      buttonIntro: "O usa el botón, en este dispositivo o en otro.",
      button: "Iniciar sesión",
      linkIntro: "¿No funciona el botón? Copia esta dirección en tu navegador:",
      textLinkIntro: "O abre esta dirección, en este dispositivo o en otro:",
      expires: (minutes) =>
        `El código y el enlace sirven una sola vez y son válidos durante ${duration(minutes)}.`,
      keepSecret: (site) =>
        `No se los des a nadie, ni siquiera a quien diga que trabaja para ${site}.`,
      notYou: "¿No lo has pedido tú? Ignora este correo. Nadie puede entrar sin él.",
    },
    welcome: {
      subject: (site) => `Confirma tu dirección para ${site}`,
      title: (site) => `Te damos la bienvenida a ${site}`,
      codeIntro:
        "Para confirmar tu dirección, escribe este código en la página en la que te registraste:",
      button: "Confirmar mi dirección",
      notYou: NOTHING_CHANGES,
    },
    again: {
      subject: (site) => `Ya tienes una cuenta en ${site}`,
      title: (site) => `Ya tienes una cuenta en ${site}`,
      codeIntro:
        "Alguien, quizá tú, se ha registrado otra vez con esta dirección. Para entrar y usar a partir de ahora la contraseña que se acaba de elegir, escribe este código en esa página:",
      button: "Elegir una contraseña",
      notYou: PASSWORD_STAYS,
    },
    reset: {
      subject: (site) => `Una contraseña nueva para ${site}`,
      title: (site) => `Una contraseña nueva para ${site}`,
      codeIntro:
        "Para elegir una contraseña nueva, escribe este código en la página en la que la pediste:",
      button: "Elegir una contraseña",
      notYou: PASSWORD_STAYS,
    },
    nobody: {
      subject: (site) => `No hay ninguna cuenta con esta dirección en ${site}`,
      title: (site) => `No hay ninguna cuenta con esta dirección en ${site}`,
      codeIntro:
        "Alguien, quizá tú, ha olvidado una contraseña. No hay ninguna cuenta con esta dirección, pero puedes crear una: escribe este código en la página en la que la pediste.",
      button: "Crear una cuenta",
      notYou: NOTHING_CHANGES,
    },
  },
};
