import type { AccountMessages } from "../../types/account-messages.js";

/** The texts of the account page in Portuguese, as it is written in Brazil. */
export const portuguese: AccountMessages = {
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
  devices: {
    title: "Onde você está conectado",
    current: "Este dispositivo",
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
    "end-session": "Esse dispositivo foi desconectado.",
    "end-others": "Todos os outros dispositivos foram desconectados.",
  },
  errors: {
    LastWay: "É a única forma de entrar que resta. Adicione outra antes.",
    NotFound: "Isso não existe mais.",
    NotAllowed: "Você não pode fazer isso aqui. Fale com quem administra este site.",
    InvalidName: "Um nome tem no máximo 60 caracteres.",
  },
  errorDefault: "Não funcionou. Tente novamente.",
};
