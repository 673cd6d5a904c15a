import type { CompleteLanguage } from "../types/language.js";
import { durationIn } from "./duration.js";

const SERVICE_FAILED =
  "Esse serviço não concluiu o acesso. Tente novamente ou entre de outra forma.";
const NO_NEW_ACCOUNT =
  "Não foi possível criar uma conta para você. Tente novamente ou entre de outra forma.";
const MAIL_FAILED =
  "Não foi possível enviar o e-mail. Confira o endereço e tente novamente em um minuto.";
const INVALID_EMAIL =
  "Esse endereço de e-mail não está completo. Ele deve ser parecido com nome@exemplo.com.";
const NOTHING_CHANGES = "Não foi você que pediu? Ignore este e-mail. Sem ele, nada muda.";
const PASSWORD_STAYS = "Não foi você? Ignore este e-mail. Sua senha continua a mesma.";

const duration = (minutes: number): string => durationIn("pt", minutes);

/** Portuguese, as in Brazil. */
export const portuguese: CompleteLanguage = {
  tag: "pt",
  pages: {
    or: "ou",
    home: "Voltar ao site",
    codeSubmits: "Após o sexto dígito, o código é enviado automaticamente.",
    signIn: {
      title: "Entrar",
      introChoice: "Escolha como você quer entrar.",
      introRedirect: (provider) => `Use sua conta ${provider} para continuar.`,
      introEmail: "Enviaremos um link por e-mail. Você não precisa de senha.",
      introForm: "Informe seus dados para continuar.",
      introPasskey: "Use sua impressão digital, seu rosto ou o bloqueio de tela.",
      nothingToChoose:
        "Ainda não é possível entrar aqui. Quem administra este site pode resolver isso.",
      withProvider: (provider) => `Continuar com ${provider}`,
      withEmail: "Continuar com e-mail",
      withForm: "Entrar",
      withPasskey: "Continuar com chave de acesso",
      lastUsed: "Usada por último",
      moreWays: "Mais opções",
      emailLabel: "Endereço de e-mail",
      emailPlaceholder: "nome@exemplo.com",
      passkeyNeedsScript: "As chaves de acesso precisam de JavaScript. Ative-o para usar uma.",
      newPasskey: "Criar uma chave de acesso",
      passkeyCancelled:
        "Nenhuma chave de acesso foi usada. Tente novamente ou crie uma, se for sua primeira vez aqui.",
      passkeyExists: "Este dispositivo já tem uma chave de acesso para esta conta. Entre com ela.",
      passkeyFailed:
        "As chaves de acesso não estão funcionando aqui no momento. Tente novamente ou entre de outra forma.",
      errors: {
        Signin: SERVICE_FAILED,
        OAuthSignin: SERVICE_FAILED,
        OAuthSignInError: SERVICE_FAILED,
        OAuthCallbackError: SERVICE_FAILED,
        Callback: SERVICE_FAILED,
        OAuthCreateAccount: NO_NEW_ACCOUNT,
        EmailCreateAccount: NO_NEW_ACCOUNT,
        OAuthAccountNotLinked:
          "Você já tem uma conta com este endereço de e-mail. Entre como da última vez.",
        AccountNotLinked: "Este acesso pertence a outra conta. Entre como você fez antes.",
        EmailSignin: MAIL_FAILED,
        EmailSignInError: MAIL_FAILED,
        InvalidEmail: INVALID_EMAIL,
        CredentialsSignin: "Esses dados não conferem. Verifique-os e tente novamente.",
        PasswordSignin: "E-mail ou senha incorretos. Tente novamente.",
        FreshSignInRequired:
          "Para termos certeza de que é você, entre de novo como antes. Depois, tente mais uma vez.",
        SessionRequired: "Entre para ver essa página.",
        MissingCSRF:
          "Esta página ficou aberta por muito tempo ou os cookies estão desativados. Tente mais uma vez.",
        RateLimited: "Foram muitas tentativas. Espere alguns minutos e tente novamente.",
        AccessDenied: "Essa conta não tem acesso aqui. Tente com outra.",
        Verification: "Esse link ou código expirou ou já foi usado. Peça um novo abaixo.",
        WebAuthnVerificationError:
          "Não foi possível verificar essa chave de acesso. Tente novamente ou entre de outra forma.",
        Configuration:
          "Estamos com um problema no acesso. Entre de outra forma ou volte um pouco mais tarde.",
      },
      errorCodes: {},
      errorDefault: "Algo deu errado e você ainda não entrou. Tente novamente.",
    },
    signOut: {
      title: "Sair",
      question: (site) => `Você quer sair de ${site} neste dispositivo?`,
      button: "Sair",
      back: "Continuar conectado",
    },
    error: {
      texts: {
        Configuration: {
          heading: "O acesso não está disponível",
          what: "Há algo errado na configuração do acesso a este site. A culpa não é sua.",
          next: "Tente novamente em alguns minutos. Se não adiantar, avise quem administra este site.",
          signIn: "Tentar novamente",
        },
        AccessDenied: {
          heading: "Você não tem acesso",
          what: "Sabemos quem você é, mas esta conta não tem permissão para entrar.",
          next: "Entre com outra conta ou peça acesso a quem administra este site.",
          signIn: "Usar outra conta",
        },
        Verification: {
          heading: "Este link não funciona mais",
          what: "Os links de acesso funcionam uma única vez e por pouco tempo. Este expirou ou já foi usado.",
          next: "Peça um novo link e abra o e-mail mais recente que receber.",
          signIn: "Receber um novo link",
        },
        InvalidCheck: {
          heading: "Este acesso não vale mais",
          what: "Ele demorou demais, já foi concluído ou começou em outro navegador.",
          next: "Comece de novo. Nada se perdeu e, se você já estava conectado, continua assim.",
          signIn: "Começar de novo",
        },
        Unavailable: {
          heading: "Um momento, por favor",
          what: "Algo de que o acesso precisa não está respondendo agora. A culpa não é sua e nada se perdeu.",
          next: "Espere alguns segundos e tente novamente. Se não adiantar, avise quem administra este site.",
          signIn: "Tentar novamente",
        },
        SignedInElsewhere: {
          heading: "Você saiu daqui",
          what: "Não foi possível pedir ao serviço com que você entrou que também encerre sua sessão. Talvez ela continue aberta lá.",
          next: "Se outras pessoas usam este dispositivo, saia de lá também ou feche o navegador.",
          signIn: "Entrar de novo",
        },
        SessionTooLarge: {
          heading: "O acesso não está disponível",
          what: "Sabemos quem você é, mas este site quer guardar sobre você mais do que cabe em um navegador. A culpa não é sua.",
          next: "Avise quem administra este site: o registro diz o que precisa mudar.",
          signIn: "Tentar novamente",
        },
        WebAuthnVerificationError: {
          heading: "Essa chave de acesso não funcionou",
          what: "Não foi possível verificar a resposta do seu dispositivo.",
          next: "Tente novamente ou escolha outra forma de entrar.",
          signIn: "Tentar novamente",
        },
      },
      textDefault: {
        heading: "Algo deu errado",
        what: "Você não entrou porque uma etapa não foi concluída.",
        next: "Comece de novo pela página de acesso. Nada se perdeu.",
        signIn: "Ir para a página de acesso",
      },
      developer: "Visível somente durante o desenvolvimento",
      happened: "O que aconteceu",
      cause: "Causa provável",
      cure: "O que fazer",
      reference: "Se for perguntar a alguém, informe esta referência:",
    },
    verifyRequest: {
      title: "Confira seu e-mail",
      sent: "Enviamos um e-mail para você.",
      sentTo: "Enviamos um e-mail para",
      follow: (host) =>
        `Abra o link do e-mail para entrar em ${host}. Você pode fechar esta página.`,
      followOrCode: (host) =>
        `Abra o link do e-mail para entrar em ${host} ou digite o código aqui.`,
      codeLabel: "Código de seis dígitos",
      codeHint: "Está no e-mail, ao lado do link.",
      codeButton: "Entrar",
      codeError: "Esse código está errado ou expirou. Veja o e-mail mais recente ou peça outro.",
      missing: "Não chegou nada? Pode levar um minuto. Veja também a pasta de spam.",
      resendSoon: "Você poderá pedir outro e-mail em meio minuto.",
      resend: "Enviar o e-mail de novo",
      changeAddress: "Usar outro endereço",
    },
    confirm: {
      title: "É você?",
      question: (host) => `Você está prestes a entrar em ${host} como`,
      button: "Sim, quero entrar",
      notYou: "Se não foi você que pediu, feche esta página. Nada vai acontecer.",
    },
  },
  email: {
    subject: (site) => `Entre em ${site}`,
    title: (site) => `Entre em ${site}`,
    codeIntro: "Digite este código na página em que você pediu para entrar:",
    buttonIntro: "Ou use o botão, neste dispositivo ou em outro.",
    button: "Entrar",
    linkIntro: "O botão não funciona? Copie este endereço para o seu navegador:",
    textLinkIntro: "Ou abra este endereço, neste dispositivo ou em outro:",
    expires: (minutes) =>
      `O código e o link funcionam uma única vez e valem por ${duration(minutes)}.`,
    keepSecret: (site) => `Não os passe a ninguém, nem a quem disser que trabalha para ${site}.`,
    notYou: "Não foi você que pediu? Ignore este e-mail. Ninguém entra sem ele.",
  },
  notices: {
    yours: "Foi você? Então não é preciso fazer nada.",
    notYou:
      "Não foi você? Então outra pessoa consegue entrar. Entre, ou peça uma nova senha, e desfaça a mudança:",
    button: "Ver minha conta",
  },
  password: {
    emailLabel: "Endereço de e-mail",
    emailPlaceholder: "nome@exemplo.com",
    passwordLabel: "Senha",
    newPasswordLabel: "Nova senha",
    currentLabel: "Senha atual",
    showPassword: "Mostrar a senha",
    forgotLink: "Esqueceu a senha?",
    signUpQuestion: "Ainda não tem uma conta?",
    signUpLink: "Criar uma conta",
    signInQuestion: "Já tem uma conta?",
    signInLink: "Entrar em vez disso",
    hint: (least) =>
      `Pelo menos ${least} caracteres. Algumas palavras inventadas são mais fáceis de lembrar do que sinais e números.`,
    signUp: {
      title: "Criar uma conta",
      intro: "Enviaremos um código por e-mail para confirmar que o endereço é seu.",
      button: "Criar minha conta",
      sent: {
        follow: (host) =>
          `Abra o link do e-mail para concluir a criação da sua conta em ${host}. Você pode fechar esta página.`,
        followOrCode: (host) =>
          `Abra o link do e-mail para concluir a criação da sua conta em ${host} ou digite o código aqui.`,
        codeButton: "Criar minha conta",
      },
    },
    forgot: {
      title: "Esqueceu a senha?",
      intro: "Informe seu endereço. Enviaremos um código por e-mail para você escolher outra.",
      button: "Receber um e-mail",
      sent: {
        follow: (host) =>
          `Abra o link do e-mail para escolher uma nova senha para ${host}. Você pode fechar esta página.`,
        followOrCode: (host) =>
          `Abra o link do e-mail para escolher uma nova senha para ${host} ou digite o código aqui.`,
        codeButton: "Continuar",
      },
    },
    reset: {
      title: "Escolha uma senha",
      intro: "A partir de agora, é com ela que você entra como",
      button: "Salvar e entrar",
      note: "Todos os outros dispositivos são desconectados.",
    },
    confirm: {
      title: "É você?",
      intro: "Você está prestes a entrar, com a senha que acabou de escolher, como",
      button: "Sim, quero entrar",
      note: "Se não foi você que pediu, feche esta página. Nada vai acontecer.",
    },
    change: {
      title: "Mudar a senha",
      first: "Definir uma senha",
      intro: "Todos os outros dispositivos serão desconectados.",
      button: "Salvar a senha",
    },
    fields: { name: "Nome" },
    errors: {
      InvalidEmail: INVALID_EMAIL,
      FieldMissing: "Preencha este campo.",
      FieldTooLong: "É longo demais. Encurte.",
      PasswordMissing: "Digite uma senha.",
      PasswordTooLong: "Essa senha é longa demais. Use no máximo 256 caracteres.",
      PasswordCommon: "Essa senha é uma das primeiras que alguém tentaria. Escolha outra.",
      PasswordBreached:
        "Essa senha é conhecida por causa de um vazamento em outro site. Escolha outra, lá também.",
      PasswordWrong: "Essa não é sua senha atual. Verifique-a e tente novamente.",
      AddressNotProven:
        "Seu endereço ainda não foi confirmado. Use “Esqueceu a senha?” e siga o e-mail.",
    },
    tooShort: (least) => `Essa senha é curta demais. Use pelo menos ${least} caracteres.`,
    errorDefault: "Algo deu errado. Tente mais uma vez.",
    mails: {
      welcome: {
        subject: (site) => `Confirme seu endereço em ${site}`,
        title: (site) => `Boas-vindas a ${site}`,
        codeIntro:
          "Para confirmar seu endereço, digite este código na página em que você se cadastrou:",
        button: "Confirmar meu endereço",
        notYou: NOTHING_CHANGES,
      },
      again: {
        subject: (site) => `Você já tem uma conta em ${site}`,
        title: (site) => `Você já tem uma conta em ${site}`,
        codeIntro:
          "Alguém, talvez você, se cadastrou de novo com este endereço. Para entrar e passar a usar a senha que acabou de ser escolhida, digite este código naquela página:",
        button: "Escolher uma senha",
        notYou: PASSWORD_STAYS,
      },
      reset: {
        subject: (site) => `Uma nova senha para ${site}`,
        title: (site) => `Uma nova senha para ${site}`,
        codeIntro:
          "Para escolher uma nova senha, digite este código na página em que você a pediu:",
        button: "Escolher uma senha",
        notYou: PASSWORD_STAYS,
      },
      nobody: {
        subject: (site) => `Não há conta com este endereço em ${site}`,
        title: (site) => `Não há conta com este endereço em ${site}`,
        codeIntro:
          "Alguém, talvez você, esqueceu uma senha. Não há conta com este endereço, mas você pode criar uma: digite este código na página em que fez o pedido.",
        button: "Criar uma conta",
        notYou: NOTHING_CHANGES,
      },
    },
    notices: {
      changed: {
        subject: (site) => `Sua senha de ${site} foi mudada`,
        title: "Sua senha foi mudada",
        said: (site) =>
          `A partir de agora, você entra em ${site} com a nova. Todos os outros dispositivos foram desconectados.`,
      },
    },
  },
  "account-page": {
    title: "Sua conta",
    signedInAs: (who) => `Você entrou como ${who}.`,
    nameless: "alguém sem nome",
    ways: {
      title: "Formas de entrar",
      mail: "Link por e-mail",
      mailNote: (email) => `Quem puder ler os e-mails de ${email} pode entrar com ele.`,
      password: "Senha",
      passwordChange: "Mudar",
      passwordSet: "Definir uma senha",
      passwordNone: "Você ainda não tem uma.",
      remove: "Remover",
      removeLabel: (name) => `Remover ${name}`,
      last: "É a única forma de entrar que resta e, por isso, não pode ser removida.",
      add: (name) => `Adicionar ${name}`,
      addOne: "Adicionar uma forma de entrar",
    },
    passkeys: {
      title: "Chaves de acesso",
      none: "Você ainda não tem nenhuma. Com uma delas, você entra com a impressão digital, o rosto ou o bloqueio de tela.",
      synced: "Chave de acesso em vários dispositivos",
      single: "Chave de acesso em um dispositivo",
      add: "Adicionar uma chave de acesso",
      needsScript: "Para adicionar uma chave de acesso, é preciso ter JavaScript.",
      made: (day) => `Criada em ${day}`,
      used: (day) => `Usada pela última vez em ${day}`,
      rename: "Renomear",
      renameLabel: (name) => `Renomear ${name}`,
      nameLabel: "Nome, por exemplo o do dispositivo",
      save: "Salvar o nome",
    },
    profile: {
      title: "Perfil",
      name: "Nome",
      image: "Foto",
      imageHint: "O endereço https:// de uma imagem. Deixe vazio para nenhuma.",
      save: "Salvar",
    },
    download: {
      title: "Seus dados",
      note: "Um arquivo com tudo o que está guardado aqui sobre sua conta e seus acessos.",
      button: "Baixar seus dados",
    },
    devices: {
      title: "Dispositivos",
      current: "Este dispositivo",
      thisComputer: "Este computador",
      seen: (time) => `Última atividade: ${time}`,
      name: (browser, system) => `${browser} no ${system}`,
      unknown: "Um navegador desconhecido",
      unknownOn: (system) => `Um navegador no ${system}`,
      end: "Desconectar",
      endLabel: (name) => `Desconectar ${name}`,
      endOthers: "Sair de todos os outros",
    },
    question: {
      title: "Esta conta também é sua?",
      intro: (provider, site) =>
        `Você entrou com ${provider}, e sua conta em ${site} tem o mesmo endereço de e-mail. Se as duas forem suas, você poderá entrar com qualquer uma delas a partir de agora.`,
      yes: (provider) => `Sim, adicionar ${provider}`,
      passkeyIntro: (site) =>
        `Você criou uma chave de acesso para um endereço de e-mail que já tem uma conta em ${site}. Se foi você, poderá entrar com ela a partir de agora.`,
      passkeyYes: "Sim, adicionar a chave de acesso",
      no: "Não, deixar como está",
    },
    leave: { signOut: "Sair", home: "Voltar ao site" },
    remove: {
      title: "Zona de perigo",
      summary: "Excluir minha conta",
      warning:
        "Isto não pode ser desfeito: sua conta e tudo o que permite entrar nela serão excluídos.",
      confirm: "Sim, excluir minha conta",
      button: "Excluir minha conta",
    },
    done: {
      unlink: "Foi removido. Ninguém mais pode entrar dessa forma.",
      "remove-passkey": "A chave de acesso foi removida. Apague-a também no seu dispositivo.",
      "rename-passkey": "A chave de acesso está com o novo nome.",
      profile: "Perfil salvo.",
      "end-session": "Esse dispositivo foi desconectado.",
      "end-others": "Todos os outros dispositivos foram desconectados.",
    },
    errors: {
      LastWay: "É a única forma de entrar que resta. Adicione outra antes.",
      NotFound: "Isso não existe mais.",
      NotAllowed: "Você não pode fazer isso aqui. Fale com quem administra este site.",
      InvalidName: "Um nome tem no máximo 60 caracteres.",
      InvalidProfile:
        "Não foi possível salvar. Um nome tem no máximo 200 caracteres, e o endereço de uma imagem começa com https://.",
      TooOften: "Foram vezes demais. Tente mais tarde.",
    },
    errorDefault: "Não funcionou. Tente novamente.",
  },
  "change-email": {
    section: {
      title: "Endereço de e-mail",
      none: "Você ainda não tem um.",
      unproven: "Ainda não confirmado.",
      pending: (email) => `Para trocá-lo, abra o link que enviamos para ${email}.`,
      add: "Adicionar um endereço",
      change: "Alterar",
      cancel: "Cancelar a alteração",
    },
    form: {
      title: "Altere seu endereço de e-mail",
      first: "Adicione seu endereço de e-mail",
      intro: "Enviaremos um link para o novo endereço. Nada muda até você abri-lo.",
      now: (email) => `Seu endereço é ${email}.`,
      label: "Novo endereço de e-mail",
      button: "Enviar o link",
      back: "Voltar",
    },
    sent: {
      title: "Veja sua caixa de entrada",
      intro: (email) =>
        `Enviamos um link para ${email}. Abra-o em um navegador em que você tenha entrado. Até lá, nada muda.`,
    },
    confirm: {
      title: "Confirme seu novo endereço",
      intro: (email) =>
        `Seu endereço de e-mail será ${email}. Os outros dispositivos serão desconectados.`,
      button: "Confirmar este endereço",
    },
    changed: {
      title: "Seu endereço foi alterado",
      intro: (email) => `Seu endereço de e-mail agora é ${email}.`,
      button: "Continuar",
    },
    undo: {
      title: "Recupere seu endereço antigo",
      intro: (email) =>
        `Sua conta voltará a ter o endereço ${email}, e todos os dispositivos serão desconectados.`,
      button: "Desfazer a alteração",
    },
    undone: {
      title: "A alteração foi desfeita",
      intro: (email) =>
        `Seu endereço de e-mail é ${email} novamente, e todos os dispositivos foram desconectados. Entre, remova as formas de entrar que você não conhece e escolha uma nova senha, se tiver uma.`,
      button: "Entrar",
    },
    gone: {
      title: "Este link não funciona mais",
      button: "Voltar ao site",
    },
    errors: {
      InvalidEmail: "Digite um endereço de e-mail completo, como nome@exemplo.com.br.",
      SameEmail: "Esse já é o seu endereço.",
      NotAllowed: "Este endereço não pode ser usado aqui. Tente outro.",
      TooManyEmails: "Foram pedidos e-mails demais. Tente mais tarde.",
      EmailFailed:
        "Não foi possível enviar o e-mail. Confira o endereço e tente de novo em um minuto.",
      EmailTaken: "Outra pessoa usa este endereço aqui, por isso ele não pode ser seu.",
      LinkGone: "Ele foi usado, cancelado ou substituído, ou é antigo demais.",
      WrongAccount: "Você entrou em outra conta. Entre na conta que pediu o link.",
    },
    errorDefault: "Não deu certo. Tente de novo.",
    mails: {
      confirm: {
        subject: (site) => `Confirme seu novo endereço para ${site}`,
        title: "Confirme seu novo endereço",
        said: (site) =>
          `Você pediu para usar este endereço na sua conta em ${site}. Se não foi você, ignore este e-mail. Sem ele, nada muda.`,
        note: "Abra este link em um navegador em que você tenha entrado:",
        button: "Confirmar este endereço",
      },
      taken: {
        subject: (site) => `Você já tem uma conta em ${site}`,
        title: "Você já tem uma conta",
        said: (site) =>
          `Alguém, talvez você, quis usar este endereço em outra conta de ${site}. Ele já pertence a uma conta, então nada mudou.`,
        note: "Para usar essa conta, entre com este endereço:",
        button: "Entrar",
      },
      changed: {
        subject: (site) => `Seu endereço de e-mail em ${site} foi alterado`,
        title: "Seu endereço de e-mail foi alterado",
        said: (site) =>
          `Sua conta em ${site} agora tem outro endereço de e-mail. Se foi você, não precisa fazer nada.`,
        note: "Não foi você? Este link traz de volta seu endereço antigo e desconecta todos os dispositivos:",
        button: "Desfazer a alteração",
      },
      until: (time) => `O link funciona até ${time}.`,
    },
    events: {
      "change-email.requested": "Troca de endereço de e-mail solicitada",
      "change-email.canceled": "Troca de endereço de e-mail cancelada",
      "change-email.confirmed": "Endereço de e-mail alterado",
      "change-email.undone": "Endereço de e-mail anterior restaurado",
      "change-email.refused": "Link de troca de endereço de e-mail recusado",
    },
  },
  "two-factor": {
    ask: {
      title: "Só mais uma etapa",
      intro: "Digite o código que seu aplicativo autenticador mostra agora.",
      label: "Código",
      hint: "Seis dígitos. Eles mudam a cada meio minuto.",
      button: "Continuar",
      toRecovery: "Usar um código de recuperação",
    },
    recovery: {
      title: "Usar um código de recuperação",
      intro: "Digite um dos códigos que você guardou ao ativar a verificação em duas etapas.",
      label: "Código de recuperação",
      hint: "Cada um funciona uma única vez.",
      toApp: "Usar o aplicativo",
    },
    passkeyOnly: {
      title: "Só mais uma etapa",
      intro: "Mostre que é você com sua chave de acesso.",
    },
    remember: (days) => `Não perguntar de novo neste navegador por ${duration(days * 24 * 60)}`,
    rememberHours: (hours) => `Não perguntar de novo neste navegador por ${duration(hours * 60)}`,
    otherWay: "Entrar de outra forma",
    setUp: {
      title: "Configure seu aplicativo autenticador",
      replaceTitle: "Configurar outro aplicativo",
      intro: "Depois disso, para entrar será preciso também um código do aplicativo.",
      must: "Este site pede a verificação em duas etapas. Configurá-la leva um minuto.",
      replaces:
        "O aplicativo que você tem agora deixa de funcionar aqui, e seus códigos de recuperação também.",
      scan: "Escaneie isto com o aplicativo.",
      picture: "QR code para seu aplicativo autenticador",
      byHand: "Ou digite nele esta chave:",
      onPhone: "Ou abra-o neste dispositivo",
      label: "Código que o aplicativo mostra",
      button: "Ativar",
      replaceButton: "Usar este aplicativo a partir de agora",
      back: "Voltar",
    },
    codes: {
      title: "Guarde estes códigos",
      intro:
        "Se você perder o telefone, um deles permite entrar. Cada um funciona uma única vez. Eles não serão mostrados de novo: imprima-os ou guarde-os no seu gerenciador de senhas.",
      list: "Códigos de recuperação",
      button: "Já guardei",
    },
    settings: {
      title: "Verificação em duas etapas",
      on: "A verificação em duas etapas está ativada. Para entrar, é preciso um código do seu aplicativo.",
      off: "A verificação em duas etapas está desativada. Ative-a, e ninguém entra só com sua senha ou seu e-mail.",
      left: (count) =>
        count === 1 ? "Resta um código de recuperação." : `Restam ${count} códigos de recuperação.`,
      change: "Mudar",
      turnOn: "Configurar um aplicativo",
      replace: "Configurar outro aplicativo",
      newCodes: "Gerar novos códigos de recuperação",
      turnOff: "Desativar",
      required:
        "Este site exige a verificação em duas etapas, por isso ela não pode ser desativada.",
      back: "Voltar ao site",
    },
    errors: {
      SecondStepWrong:
        "Esse código não está certo ou já foi usado. Espere o próximo e tente novamente.",
      SetUpExpired: "Esta página ficou aberta por muito tempo. Escaneie o novo código abaixo.",
      SecondStepChanged: "Outra coisa foi alterada no mesmo momento. Tente mais uma vez.",
      SecondStepRequired:
        "Este site exige a verificação em duas etapas. Ela não pode ser desativada.",
    },
    recoveryWrong:
      "Esse não é nenhum dos seus códigos de recuperação, ou já foi usado. Confira mais uma vez.",
    errorDefault: "Algo deu errado. Tente mais uma vez.",
    notices: {
      on: {
        subject: (site) => `A verificação em duas etapas está ativada em ${site}`,
        title: "A verificação em duas etapas está ativada",
        said: (site) =>
          `A partir de agora, para entrar em ${site} é preciso um código do seu aplicativo autenticador.`,
      },
      replaced: {
        subject: (site) => `Você tem outro aplicativo autenticador em ${site}`,
        title: "Você tem outro aplicativo autenticador",
        said: (site) =>
          `Para entrar em ${site} é preciso um código do novo aplicativo. O anterior e seus códigos de recuperação não funcionam mais.`,
      },
      codes: {
        subject: (site) => `Você tem novos códigos de recuperação de ${site}`,
        title: "Você tem novos códigos de recuperação",
        said: (site) => `Os códigos de recuperação que você tinha de ${site} não funcionam mais.`,
      },
      off: {
        subject: (site) => `A verificação em duas etapas foi desativada em ${site}`,
        title: "A verificação em duas etapas foi desativada",
        said: (site) => `Para entrar em ${site} não é mais preciso um código.`,
      },
    },
    events: {
      "two-factor.on": "Verificação em duas etapas ativada",
      "two-factor.replaced": "Aplicativo autenticador substituído",
      "two-factor.codes": "Novos códigos de recuperação criados",
      "two-factor.off": "Verificação em duas etapas desativada",
      "two-factor.recovery-used": "Código de recuperação usado",
      "two-factor.remembered": "Navegador lembrado para a verificação em duas etapas",
      "two-factor.skipped": "Segundo fator dispensado em um navegador lembrado",
    },
  },
  guest: {
    button: "Continuar sem conta",
  },
  "api-keys": {
    title: "Chaves de API",
    intro:
      "Uma chave permite que um programa use este site em seu nome. Ela não pode alterar sua conta.",
    none: "Você não tem chaves de API.",
    manage: "Gerenciar chaves de API",
    name: "Nome",
    scopes: "O que a chave permite",
    days: "Dias até expirar",
    create: "Criar uma chave",
    made: "Copie a chave agora e guarde-a em um lugar seguro. Ela não será mostrada de novo.",
    newKey: "Sua nova chave",
    until: (day) => `Expira em ${day}`,
    ended: (day) => `Expirou em ${day}`,
    used: (day) => `Usada pela última vez em ${day}`,
    unused: "Nunca usada",
    rotate: "Substituir (a chave antiga funciona por mais um dia)",
    revoke: "Revogar",
    back: "Voltar ao site",
    errors: {
      InvalidName: "Dê à chave um nome de até 60 caracteres.",
      InvalidLifetime: "Escolha menos dias.",
      NotAllowed: "Você não pode criar chaves de API aqui.",
      TooMany: "Você já tem o máximo de chaves. Revogue uma primeiro.",
    },
    errorDefault: "Algo deu errado. Tente novamente.",
    events: {
      "api-keys.created": "Chave de API criada",
      "api-keys.rotated": "Chave de API substituída",
      "api-keys.revoked": "Chave de API revogada",
    },
  },
  admin: {
    list: {
      title: "Usuários",
      search: "Nome ou endereço de e-mail",
      find: "Buscar",
      all: "Mostrar todos os usuários",
      filter: { label: "Filtrar usuários", all: "Todos", banned: "Banidos" },
      none: "Nenhum usuário encontrado.",
      next: "Próxima página",
      first: "Primeira página",
      exact:
        "Este banco de dados não consegue listar usuários. Digite um endereço de e-mail completo.",
    },
    invite: {
      title: "Convidar um usuário",
      intro:
        "A pessoa recebe um e-mail com um link. Ao abri-lo, ela confirma o endereço e já entra.",
      email: "Endereço de e-mail",
      name: "Nome (opcional)",
      language: "Idioma do e-mail",
      button: "Enviar o convite",
    },
    user: {
      nameless: "Sem nome",
      back: "Todos os usuários",
      you: "É você. Administradores não podem agir sobre si mesmos.",
      untouchable: "Você não pode agir sobre este usuário.",
      id: (id) => `ID do usuário: ${id}`,
    },
    marks: { banned: "Banido", unproven: "Endereço não confirmado", invited: "Convidado" },
    ban: {
      title: "Banimento",
      since: (time) => `Banido desde ${time}`,
      until: (time) => `Até ${time}`,
      forever: "Sem data de término",
      warning: "Todas as sessões são encerradas, e o usuário não consegue mais entrar.",
      reason: "Motivo (o usuário o encontra na cópia dos dados dele)",
      end: "Fim do banimento",
      endNote: "Sem data, o banimento não tem fim. Ele termina à meia-noite UTC.",
      button: "Banir este usuário",
      lift: "Retirar o banimento",
    },
    methods: {
      title: "Formas de entrar",
      none: "Ainda não há nenhuma.",
      mail: "Link por e-mail",
      password: "Senha",
      passkeys: "Chaves de acesso",
      remove: "Exigir uma nova senha",
      warning:
        "A senha é removida, e todas as sessões são encerradas. O usuário escolhe outra em “Esqueceu a senha?”.",
    },
    factor: {
      title: "Verificação em duas etapas",
      on: "Ativada",
      off: "Desativada",
      reset: "Redefinir a segunda etapa",
      warning:
        "A segunda etapa é removida, e todas as sessões são encerradas. Confirme por outro meio que é o próprio usuário quem pede.",
    },
    devices: {
      title: "Dispositivos",
      none: "Sem sessões abertas.",
      unknown: "Dispositivo desconhecido",
      seen: (time) => `Última atividade: ${time}`,
      end: "Encerrar todas as sessões",
    },
    invitation: {
      title: "Convite",
      until: (time) => `O link funciona até ${time}`,
      none: "Nenhum convite em aberto.",
      send: "Enviar um convite",
      again: "Enviar outro",
      withdraw: "Cancelar o convite",
    },
    acting: {
      title: "Agir como este usuário",
      note: "Você vê o site como ele. As configurações da conta ficam fora de alcance, e tudo é registrado.",
      button: "Agir como este usuário",
    },
    events: {
      title: "Eventos recentes",
      none: "Nada registrado.",
      by: (admin) => `pelo administrador ${admin}`,
      types: {
        "sign-in.began": "Acesso iniciado",
        "sign-in.succeeded": "Acesso concluído",
        "sign-in.refused": "Acesso recusado",
        "sign-in.failed": "Falha no acesso",
        "sign-out": "Saída da conta",
        "sign-out.failed": "Falha ao sair",
        "session.started": "Sessão iniciada",
        "session.ended": "Sessão encerrada",
        "user.created": "Usuário criado",
        "user.updated": "Dados do usuário alterados",
        "user.deleted": "Conta excluída pelo usuário",
        "user.exported": "Dados do usuário baixados",
        "account.linked": "Forma de entrar adicionada",
        "account.unlinked": "Forma de entrar removida",
        "passkey.renamed": "Chave de acesso renomeada",
        "token.refreshed": "Token de acesso do provedor renovado",
        "token.refused": "O provedor recusou um novo token de acesso",
        "password.changed": "Senha definida ou alterada",
        "step-up.asked": "Novo acesso solicitado",
        "step-up.given": "Novo acesso feito quando solicitado",
        "form.refused": "Formulário recusado (de outro site ou página antiga)",
        "limit.hit": "Tentativas demais",
        "guest.began": "Começou sem conta",
        "guest.signed-up": "Visitante se cadastrou",
        "guest.moved": "Dados do visitante passados ao usuário",
        "admin.banned": "Usuário banido",
        "admin.unbanned": "Banimento revogado",
        "admin.impersonation-began": "Início das ações como este usuário",
        "admin.impersonation-ended": "Fim das ações como este usuário",
        "admin.user-created": "Usuário adicionado",
        "admin.invited": "Convite enviado",
        "admin.invitation-withdrawn": "Convite retirado",
        "admin.invitation-accepted": "Convite aceito",
        "admin.sessions-ended": "Todas as sessões encerradas",
        "admin.second-factor-reset": "Segundo fator redefinido",
        "admin.password-removed": "Senha removida",
      },
      several: "Sessões encerradas",
    },
    returning: {
      title: "Você está agindo como outro usuário",
      intro: "Volte à sua própria conta para gerenciar usuários.",
      button: "Voltar à minha conta",
    },
    accept: {
      title: "Você recebeu um convite",
      intro: (site) => `Aceite o convite para ${site}. Você entrará com este endereço:`,
      button: "Aceitar o convite",
    },
    gone: {
      title: "Este convite não funciona mais",
      intro:
        "Ele foi usado, substituído ou cancelado, ou é antigo demais. Talvez você consiga entrar.",
      button: "Entrar",
    },
    done: {
      ban: "O usuário foi banido, e todas as sessões dele foram encerradas.",
      unban: "O banimento foi retirado.",
      "end-sessions": "Todas as sessões do usuário foram encerradas.",
      "reset-second-factor": "A segunda etapa foi removida.",
      "remove-password": "A senha foi removida.",
      invite: "O convite está a caminho.",
      withdraw: "O convite foi cancelado.",
    },
    errors: {
      NotAllowed: "Você não pode agir sobre este usuário.",
      Yourself: "Você não pode agir sobre si mesmo.",
      InvalidBan: "Escolha um dia no futuro e um motivo de até 1000 caracteres.",
      InvalidEmail: "Digite um endereço de e-mail completo, como nome@exemplo.com.br.",
      EmailTaken: "Já existe um usuário que confirmou este endereço.",
      TooManyEmails: "Este endereço já recebeu vários e-mails. Tente de novo amanhã.",
      EmailFailed:
        "Não foi possível enviar o e-mail. Confira o endereço e tente de novo em um minuto.",
      Unchanged: "Não havia nada a mudar.",
    },
    errorDefault: "Não deu certo. Tente de novo.",
    mail: {
      subject: (site) => `Você recebeu um convite para ${site}`,
      title: "Você recebeu um convite",
      said: (site) =>
        `Uma pessoa que administra ${site} convida você a usá-lo com este endereço. Se você não esperava por isso, ignore este e-mail.`,
      note: "Para aceitar, abra este link:",
      button: "Aceitar o convite",
      until: (time) => `O link funciona uma única vez, até ${time}.`,
    },
  },
  bearer: {
    title: "Entrar em um aplicativo",
    asks: (app, who) => `${app} quer entrar como ${who}.`,
    warning: "Continue somente se você mesmo acabou de abrir esta página pelo aplicativo.",
    yes: "Continuar",
    no: "Cancelar",
    device: {
      title: "Entrar em um dispositivo",
      intro: "Digite o código que aparece no seu dispositivo.",
      code: "Código",
      next: "Continuar",
      wrong: "Este código está errado ou expirou. Confira no seu dispositivo.",
      shows: (code) => `O dispositivo mostra o código ${code}.`,
      from: (device) => `O pedido veio de ${device}.`,
      warning:
        "Continue somente se este código estiver agora em um dispositivo seu. Se alguém lhe enviou o código ou um link, cancele: essa pessoa entraria na sua conta.",
      done: "Seu dispositivo está entrando. Você pode fechar esta página.",
      canceled: "Ninguém entrou. Você pode fechar esta página.",
    },
    events: {
      "bearer.approved": "Acesso de um aplicativo permitido",
      "bearer.reused": "Código ou token de um aplicativo usado duas vezes, a sessão dele encerrada",
    },
  },
};
