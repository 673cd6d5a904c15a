import type { CompleteLanguage } from "../types/language.js";
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

const duration = (minutes: number): string => durationIn("es", minutes);

/** Spanish. */
export const spanish: CompleteLanguage = {
  tag: "es",
  pages: {
    or: "o",
    home: "Volver al sitio",
    codeSubmits: "Al escribir la sexta cifra, el código se envía automáticamente.",
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
        PasswordSignin: "El correo o la contraseña no son correctos. Inténtalo de nuevo.",
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
      codeError:
        "Ese código no es correcto o ha caducado. Mira el correo más reciente o pide otro.",
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
  },
  email: {
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
  notices: {
    yours: "¿Has sido tú? Entonces no tienes que hacer nada.",
    notYou:
      "¿No has sido tú? Entonces alguien más puede entrar. Inicia sesión, o pide una contraseña nueva, y deshaz el cambio:",
    button: "Ver mi cuenta",
  },
  password: {
    emailLabel: "Correo electrónico",
    emailPlaceholder: "nombre@ejemplo.com",
    passwordLabel: "Contraseña",
    newPasswordLabel: "Contraseña nueva",
    currentLabel: "Contraseña actual",
    showPassword: "Mostrar la contraseña",
    forgotLink: "¿Olvidaste la contraseña?",
    signUpQuestion: "¿Aún no tienes cuenta?",
    signUpLink: "Crear una cuenta",
    signInQuestion: "¿Ya tienes cuenta?",
    signInLink: "Mejor iniciar sesión",
    hint: (least) =>
      `Al menos ${least} caracteres. Unas cuantas palabras inventadas se recuerdan mejor que signos y cifras.`,
    signUp: {
      title: "Crear una cuenta",
      intro: "Te enviaremos un código por correo para confirmar que la dirección es tuya.",
      button: "Crear mi cuenta",
      sent: {
        follow: (host) =>
          `Abre el enlace que contiene para terminar de crear tu cuenta en ${host}. Puedes cerrar esta página.`,
        followOrCode: (host) =>
          `Abre el enlace que contiene para terminar de crear tu cuenta en ${host}, o escribe aquí su código.`,
        codeButton: "Crear mi cuenta",
      },
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
    fields: { name: "Nombre" },
    errors: {
      InvalidEmail: INVALID_EMAIL,
      FieldMissing: "Rellena este campo.",
      FieldTooLong: "Es demasiado largo. Acórtalo.",
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
    mails: {
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
    notices: {
      changed: {
        subject: (site) => `Se ha cambiado tu contraseña de ${site}`,
        title: "Se ha cambiado tu contraseña",
        said: (site) =>
          `A partir de ahora entras en ${site} con la nueva. Se ha cerrado la sesión en todos los demás dispositivos.`,
      },
    },
  },
  "account-page": {
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
      addOne: "Añadir una forma de entrar",
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
    profile: {
      title: "Perfil",
      name: "Nombre",
      image: "Imagen",
      imageHint: "La dirección https:// de una imagen. Déjala vacía si no quieres ninguna.",
      save: "Guardar",
    },
    download: {
      title: "Tus datos",
      note: "Un archivo con todo lo que se guarda aquí sobre tu cuenta y tus accesos.",
      button: "Descargar tus datos",
    },
    devices: {
      title: "Dispositivos",
      current: "Este dispositivo",
      thisComputer: "Este ordenador",
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
      title: "Zona de peligro",
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
      profile: "Perfil guardado.",
      "end-session": "Se ha cerrado la sesión en ese dispositivo.",
      "end-others": "Se ha cerrado la sesión en todos los demás dispositivos.",
    },
    errors: {
      LastWay: "Es la única forma de entrar que te queda. Añade otra antes.",
      NotFound: "Eso ya no existe.",
      NotAllowed: "Aquí no puedes hacer eso. Pregunta a quienes gestionan este sitio.",
      InvalidName: "Un nombre tiene como máximo 60 caracteres.",
      InvalidProfile:
        "No se puede guardar. Un nombre tiene como máximo 200 caracteres y la dirección de una imagen empieza por https://.",
      TooOften: "Lo has hecho demasiadas veces. Inténtalo más tarde.",
    },
    errorDefault: "No ha funcionado. Inténtalo de nuevo.",
  },
  "change-email": {
    section: {
      title: "Dirección de correo",
      none: "Todavía no tienes ninguna.",
      unproven: "Aún sin confirmar.",
      pending: (email) => `Para cambiarla, abre el enlace que enviamos a ${email}.`,
      add: "Añadir una dirección",
      change: "Cambiar",
      cancel: "Cancelar el cambio",
    },
    form: {
      title: "Cambia tu dirección de correo",
      first: "Añade tu dirección de correo",
      intro: "Enviaremos un enlace a la nueva dirección. Nada cambia hasta que lo abras.",
      now: (email) => `Tu dirección es ${email}.`,
      label: "Nueva dirección de correo",
      button: "Enviar el enlace",
      back: "Volver",
    },
    sent: {
      title: "Revisa tu correo",
      intro: (email) =>
        `Enviamos un enlace a ${email}. Ábrelo en un navegador en el que hayas iniciado sesión. Hasta entonces no cambia nada.`,
    },
    confirm: {
      title: "Confirma tu nueva dirección",
      intro: (email) =>
        `Tu dirección de correo será ${email}. Se cerrará la sesión en los demás dispositivos.`,
      button: "Confirmar esta dirección",
    },
    changed: {
      title: "Tu dirección ha cambiado",
      intro: (email) => `Tu dirección de correo es ahora ${email}.`,
      button: "Continuar",
    },
    undo: {
      title: "Recupera tu dirección anterior",
      intro: (email) =>
        `Tu cuenta volverá a tener la dirección ${email} y se cerrará la sesión en todos los dispositivos.`,
      button: "Deshacer el cambio",
    },
    undone: {
      title: "El cambio se deshizo",
      intro: (email) =>
        `Tu dirección de correo vuelve a ser ${email} y la sesión está cerrada en todos los dispositivos. Inicia sesión, quita los métodos de acceso que no conozcas y elige otra contraseña si tienes una.`,
      button: "Iniciar sesión",
    },
    gone: {
      title: "Este enlace ya no funciona",
      button: "Volver al sitio",
    },
    errors: {
      InvalidEmail: "Escribe una dirección de correo completa, como nombre@ejemplo.es.",
      SameEmail: "Esa ya es tu dirección.",
      NotAllowed: "Esta dirección no se puede usar aquí. Prueba con otra.",
      TooManyEmails: "Se han pedido demasiados correos. Inténtalo más tarde.",
      EmailFailed:
        "No se pudo enviar el correo. Revisa la dirección e inténtalo de nuevo en un minuto.",
      EmailTaken: "Otra persona usa aquí esta dirección, así que no puede ser tuya.",
      LinkGone: "Se usó, se canceló o se sustituyó, o es demasiado antiguo.",
      WrongAccount: "Has iniciado sesión en otra cuenta. Entra en la que pidió el enlace.",
    },
    errorDefault: "No ha funcionado. Inténtalo de nuevo.",
    mails: {
      confirm: {
        subject: (site) => `Confirma tu nueva dirección para ${site}`,
        title: "Confirma tu nueva dirección",
        said: (site) =>
          `Pediste usar esta dirección en tu cuenta de ${site}. Si no fuiste tú, ignora este correo. Sin él no cambia nada.`,
        note: "Abre este enlace en un navegador en el que hayas iniciado sesión:",
        button: "Confirmar esta dirección",
      },
      taken: {
        subject: (site) => `Ya tienes una cuenta en ${site}`,
        title: "Ya tienes una cuenta",
        said: (site) =>
          `Alguien, quizá tú, quiso usar esta dirección en otra cuenta de ${site}. Ya pertenece a una cuenta, así que no ha cambiado nada.`,
        note: "Para usar esa cuenta, inicia sesión con esta dirección:",
        button: "Iniciar sesión",
      },
      changed: {
        subject: (site) => `Tu dirección de correo para ${site} ha cambiado`,
        title: "Tu dirección de correo ha cambiado",
        said: (site) =>
          `Tu cuenta de ${site} tiene ahora otra dirección de correo. Si fuiste tú, no tienes que hacer nada.`,
        note: "¿No fuiste tú? Este enlace recupera tu dirección anterior y cierra la sesión en todos los dispositivos:",
        button: "Deshacer el cambio",
      },
      until: (time) => `El enlace funciona hasta el ${time}.`,
    },
    events: {
      "change-email.requested": "Cambio de dirección de correo solicitado",
      "change-email.canceled": "Cambio de dirección de correo cancelado",
      "change-email.confirmed": "Dirección de correo cambiada",
      "change-email.undone": "Dirección de correo anterior recuperada",
      "change-email.refused": "Enlace para cambiar la dirección de correo rechazado",
    },
  },
  "two-factor": {
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
      intro: "Escribe uno de los códigos que guardaste al activar la verificación en dos pasos.",
      label: "Código de recuperación",
      hint: "Cada uno sirve una sola vez.",
      toApp: "Usar la aplicación",
    },
    passkeyOnly: {
      title: "Un paso más",
      intro: "Demuestra que eres tú con tu llave de acceso.",
    },
    remember: (days) =>
      `No volver a preguntar en este navegador durante ${duration(days * 24 * 60)}`,
    rememberHours: (hours) =>
      `No volver a preguntar en este navegador durante ${duration(hours * 60)}`,
    otherWay: "Entrar de otra forma",
    setUp: {
      title: "Configura tu aplicación de autenticación",
      replaceTitle: "Configurar otra aplicación",
      intro: "Desde entonces, para entrar hará falta también un código de la aplicación.",
      must: "Este sitio te pide la verificación en dos pasos. Se configura en un minuto.",
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
      title: "Verificación en dos pasos",
      on: "La verificación en dos pasos está activada. Para entrar hace falta un código de tu aplicación.",
      off: "La verificación en dos pasos está desactivada. Actívala, y nadie entrará solo con tu contraseña o tu correo.",
      left: (count) =>
        count === 1
          ? "Te queda un código de recuperación."
          : `Te quedan ${count} códigos de recuperación.`,
      change: "Cambiar",
      turnOn: "Configurar una aplicación",
      replace: "Configurar otra aplicación",
      newCodes: "Crear códigos de recuperación nuevos",
      turnOff: "Desactivar",
      required: "Este sitio te la pide, así que no se puede desactivar.",
      back: "Volver al sitio",
    },
    errors: {
      SecondStepWrong:
        "Ese código no es correcto o ya se usó. Espera al siguiente e inténtalo de nuevo.",
      SetUpExpired:
        "Esta página estuvo abierta demasiado tiempo. Escanea el código nuevo de abajo.",
      SecondStepChanged: "Se cambió otra cosa en el mismo momento. Inténtalo otra vez.",
      SecondStepRequired:
        "Este sitio te pide la verificación en dos pasos. No se puede desactivar.",
    },
    recoveryWrong:
      "Ese no es ninguno de tus códigos de recuperación, o ya se usó. Revísalo otra vez.",
    errorDefault: "Algo ha fallado. Inténtalo otra vez.",
    notices: {
      on: {
        subject: (site) => `La verificación en dos pasos está activada en ${site}`,
        title: "La verificación en dos pasos está activada",
        said: (site) =>
          `A partir de ahora, para entrar en ${site} hace falta un código de tu aplicación de autenticación.`,
      },
      replaced: {
        subject: (site) => `Tienes otra aplicación de autenticación en ${site}`,
        title: "Tienes otra aplicación de autenticación",
        said: (site) =>
          `Para entrar en ${site} hace falta un código de la aplicación nueva. La anterior y sus códigos de recuperación ya no funcionan.`,
      },
      codes: {
        subject: (site) => `Tienes códigos de recuperación nuevos para ${site}`,
        title: "Tienes códigos de recuperación nuevos",
        said: (site) => `Los códigos de recuperación que tenías para ${site} ya no funcionan.`,
      },
      off: {
        subject: (site) => `Se ha desactivado la verificación en dos pasos en ${site}`,
        title: "Se ha desactivado la verificación en dos pasos",
        said: (site) => `Para entrar en ${site} ya no hace falta ningún código.`,
      },
    },
    events: {
      "two-factor.on": "Verificación en dos pasos activada",
      "two-factor.replaced": "Aplicación de autenticación sustituida",
      "two-factor.codes": "Códigos de recuperación nuevos creados",
      "two-factor.off": "Verificación en dos pasos desactivada",
      "two-factor.recovery-used": "Código de recuperación usado",
      "two-factor.remembered": "Navegador recordado para la verificación en dos pasos",
      "two-factor.skipped": "Segundo factor omitido en un navegador recordado",
    },
  },
  guest: {
    button: "Continuar sin cuenta",
  },
  "api-keys": {
    title: "Claves de API",
    intro:
      "Una clave permite que un programa use este sitio en tu nombre. No puede cambiar tu cuenta.",
    none: "No tienes claves de API.",
    manage: "Gestionar las claves de API",
    name: "Nombre",
    scopes: "Qué permite la clave",
    days: "Días hasta que caduque",
    create: "Crear una clave",
    made: "Copia la clave ahora y guárdala en un lugar seguro. No se volverá a mostrar.",
    newKey: "Tu clave nueva",
    until: (day) => `Caduca el ${day}`,
    ended: (day) => `Caducó el ${day}`,
    used: (day) => `Usada por última vez el ${day}`,
    unused: "Sin usar",
    rotate: "Reemplazar (la clave anterior funciona un día más)",
    revoke: "Revocar",
    back: "Volver al sitio",
    errors: {
      InvalidName: "Ponle a la clave un nombre de 60 caracteres como máximo.",
      InvalidLifetime: "Elige menos días.",
      NotAllowed: "Aquí no puedes crear claves de API.",
      TooMany: "No puedes tener más claves. Revoca una primero.",
    },
    errorDefault: "Algo ha fallado. Inténtalo otra vez.",
    events: {
      "api-keys.created": "Clave de API creada",
      "api-keys.rotated": "Clave de API sustituida",
      "api-keys.revoked": "Clave de API revocada",
    },
  },
  admin: {
    list: {
      title: "Usuarios",
      search: "Nombre o dirección de correo",
      find: "Buscar",
      all: "Mostrar todos los usuarios",
      filter: { label: "Filtrar usuarios", all: "Todos", banned: "Bloqueados" },
      none: "No se encontró ningún usuario.",
      next: "Página siguiente",
      first: "Primera página",
      exact:
        "Esta base de datos no puede listar usuarios. Escribe una dirección de correo completa.",
    },
    invite: {
      title: "Invitar a un usuario",
      intro: "Recibe un correo con un enlace. Al abrirlo, confirma su dirección e inicia sesión.",
      email: "Dirección de correo",
      name: "Nombre (opcional)",
      language: "Idioma del correo",
      button: "Enviar la invitación",
    },
    user: {
      nameless: "Sin nombre",
      back: "Todos los usuarios",
      you: "Eres tú. Los administradores no pueden actuar sobre sí mismos.",
      untouchable: "No puedes actuar sobre este usuario.",
      id: (id) => `ID de usuario: ${id}`,
    },
    marks: { banned: "Bloqueado", unproven: "Dirección sin confirmar", invited: "Invitado" },
    ban: {
      title: "Bloqueo",
      since: (time) => `Bloqueado desde el ${time}`,
      until: (time) => `Hasta el ${time}`,
      forever: "Sin fecha de fin",
      warning: "Se cierran todas sus sesiones y no puede volver a entrar.",
      reason: "Motivo (el usuario lo encuentra en la descarga de sus datos)",
      end: "Fin del bloqueo",
      endNote: "Sin fecha, el bloqueo no tiene fin. Termina a medianoche UTC.",
      button: "Bloquear a este usuario",
      lift: "Levantar el bloqueo",
    },
    methods: {
      title: "Formas de entrar",
      none: "Todavía no tiene ninguna.",
      mail: "Enlace por correo",
      password: "Contraseña",
      passkeys: "Llaves de acceso",
      remove: "Obligar a cambiar la contraseña",
      warning:
        "Se quita la contraseña y se cierran todas las sesiones. El usuario elige otra con «¿Olvidaste la contraseña?».",
    },
    factor: {
      title: "Verificación en dos pasos",
      on: "Activada",
      off: "Desactivada",
      reset: "Restablecer el segundo paso",
      warning:
        "Se quita el segundo paso y se cierran todas las sesiones. Asegúrate por otro medio de que lo pide el propio usuario.",
    },
    devices: {
      title: "Dispositivos",
      none: "No tiene ninguna sesión abierta.",
      unknown: "Dispositivo desconocido",
      seen: (time) => `Última actividad: ${time}`,
      end: "Cerrar todas las sesiones",
    },
    invitation: {
      title: "Invitación",
      until: (time) => `El enlace funciona hasta el ${time}`,
      none: "No hay ninguna invitación abierta.",
      send: "Enviar una invitación",
      again: "Enviar otra",
      withdraw: "Retirar",
    },
    acting: {
      title: "Actuar como este usuario",
      note: "Ves el sitio como él. Los ajustes de la cuenta quedan fuera de tu alcance, y queda registrado.",
      button: "Actuar como este usuario",
    },
    events: {
      title: "Actividad reciente",
      none: "No hay nada registrado.",
      by: (admin) => `por el administrador ${admin}`,
      types: {
        "sign-in.began": "Inicio de sesión empezado",
        "sign-in.succeeded": "Sesión iniciada",
        "sign-in.refused": "Inicio de sesión rechazado",
        "sign-in.failed": "Error al iniciar sesión",
        "sign-out": "Sesión cerrada por el usuario",
        "sign-out.failed": "Error al cerrar sesión",
        "session.started": "Sesión abierta",
        "session.ended": "Sesión terminada",
        "user.created": "Usuario creado",
        "user.updated": "Datos del usuario cambiados",
        "user.deleted": "Cuenta eliminada por el usuario",
        "user.exported": "Datos del usuario descargados",
        "account.linked": "Forma de entrar añadida",
        "account.unlinked": "Forma de entrar quitada",
        "passkey.renamed": "Llave de acceso renombrada",
        "token.refreshed": "Token de acceso del proveedor renovado",
        "token.refused": "El proveedor rechazó un nuevo token de acceso",
        "password.changed": "Contraseña creada o cambiada",
        "step-up.asked": "Se pidió iniciar sesión de nuevo",
        "step-up.given": "Inició sesión de nuevo al pedírselo",
        "form.refused": "Formulario rechazado (de otro sitio o de una página antigua)",
        "limit.hit": "Demasiados intentos",
        "guest.began": "Empezó sin cuenta",
        "guest.signed-up": "El visitante se registró",
        "guest.moved": "Datos del visitante traspasados al usuario",
        "admin.banned": "Usuario bloqueado",
        "admin.unbanned": "Bloqueo levantado",
        "admin.impersonation-began": "Empezó a actuar como este usuario",
        "admin.impersonation-ended": "Dejó de actuar como este usuario",
        "admin.user-created": "Usuario añadido",
        "admin.invited": "Invitación enviada",
        "admin.invitation-withdrawn": "Invitación retirada",
        "admin.invitation-accepted": "Invitación aceptada",
        "admin.sessions-ended": "Todas las sesiones terminadas",
        "admin.second-factor-reset": "Segundo factor restablecido",
        "admin.password-removed": "Contraseña eliminada",
      },
      several: "Sesiones terminadas",
    },
    returning: {
      title: "Estás actuando como otro usuario",
      intro: "Vuelve a tu propia cuenta para gestionar usuarios.",
      button: "Volver a mi cuenta",
    },
    accept: {
      title: "Tienes una invitación",
      intro: (site) => `Acepta la invitación a ${site}. Iniciarás sesión con esta dirección:`,
      button: "Aceptar la invitación",
    },
    gone: {
      title: "Esta invitación ya no funciona",
      intro:
        "Se usó, se sustituyó o se retiró, o es demasiado antigua. Quizá puedas iniciar sesión.",
      button: "Iniciar sesión",
    },
    done: {
      ban: "El usuario está bloqueado y todas sus sesiones se han cerrado.",
      unban: "El bloqueo se ha levantado.",
      "end-sessions": "Se han cerrado todas las sesiones del usuario.",
      "reset-second-factor": "Se ha quitado el segundo paso.",
      "remove-password": "Se ha quitado la contraseña.",
      invite: "La invitación está en camino.",
      withdraw: "La invitación se ha retirado.",
    },
    errors: {
      NotAllowed: "No puedes actuar sobre este usuario.",
      Yourself: "No puedes actuar sobre ti.",
      InvalidBan: "Elige un día futuro y un motivo de 1000 caracteres como máximo.",
      InvalidEmail: "Escribe una dirección de correo completa, como nombre@ejemplo.es.",
      EmailTaken: "Ya hay un usuario que ha confirmado esta dirección.",
      TooManyEmails: "Esta dirección ya ha recibido varios correos. Inténtalo mañana.",
      EmailFailed:
        "No se pudo enviar el correo. Revisa la dirección e inténtalo de nuevo en un minuto.",
      Unchanged: "No había nada que cambiar.",
    },
    errorDefault: "No ha funcionado. Inténtalo de nuevo.",
    mail: {
      subject: (site) => `Tienes una invitación a ${site}`,
      title: "Tienes una invitación",
      said: (site) =>
        `Una persona que gestiona ${site} te invita a usarlo con esta dirección. Si no lo esperabas, ignora este correo.`,
      note: "Para aceptar, abre este enlace:",
      button: "Aceptar la invitación",
      until: (time) => `El enlace funciona una sola vez, hasta el ${time}.`,
    },
  },
  bearer: {
    title: "Entrar en una aplicación",
    asks: (app, who) => `${app} quiere entrar como ${who}.`,
    warning: "Continúa solo si acabas de abrir esta página desde la aplicación.",
    yes: "Continuar",
    no: "Cancelar",
    device: {
      title: "Iniciar sesión en un dispositivo",
      intro: "Escribe el código que muestra tu dispositivo.",
      code: "Código",
      next: "Continuar",
      wrong: "Este código es incorrecto o ha caducado. Comprueba tu dispositivo.",
      shows: (code) => `El dispositivo muestra el código ${code}.`,
      from: (device) => `La solicitud procede de ${device}.`,
      warning:
        "Continúa solo si este código aparece ahora mismo en un dispositivo tuyo. Si alguien te ha enviado el código o un enlace, cancela: entraría en tu cuenta.",
      done: "Se está iniciando sesión en tu dispositivo. Puedes cerrar esta página.",
      canceled: "No se ha iniciado ninguna sesión. Puedes cerrar esta página.",
    },
    events: {
      "bearer.approved": "Inicio de sesión de una aplicación permitido",
      "bearer.reused": "Código o token de una aplicación usado dos veces, su sesión terminada",
    },
  },
};
