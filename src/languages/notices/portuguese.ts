import type { NoticeMessages } from "../../types/notice-messages.js";

/** The mails that tell the owner of an account what was done to it, in Portuguese, as it is written in Brazil. */
export const portuguese: NoticeMessages = {
  passwordChanged: {
    subject: (site) => `Sua senha de ${site} foi mudada`,
    title: "Sua senha foi mudada",
    said: (site) =>
      `A partir de agora, você entra em ${site} com a nova. Todos os outros dispositivos foram desconectados.`,
  },
  secondStepOn: {
    subject: (site) => `A segunda etapa está ativada em ${site}`,
    title: "A segunda etapa está ativada",
    said: (site) =>
      `A partir de agora, para entrar em ${site} é preciso um código do seu aplicativo autenticador.`,
  },
  secondStepReplaced: {
    subject: (site) => `Você tem outro aplicativo autenticador em ${site}`,
    title: "Você tem outro aplicativo autenticador",
    said: (site) =>
      `Para entrar em ${site} é preciso um código do novo aplicativo. O anterior e seus códigos de recuperação não funcionam mais.`,
  },
  secondStepCodes: {
    subject: (site) => `Você tem novos códigos de recuperação de ${site}`,
    title: "Você tem novos códigos de recuperação",
    said: (site) => `Os códigos de recuperação que você tinha de ${site} não funcionam mais.`,
  },
  secondStepOff: {
    subject: (site) => `A segunda etapa foi desativada em ${site}`,
    title: "A segunda etapa foi desativada",
    said: (site) => `Para entrar em ${site} não é mais preciso um código.`,
  },
  yours: "Foi você? Então não é preciso fazer nada.",
  notYou:
    "Não foi você? Então outra pessoa consegue entrar. Entre, ou peça uma nova senha, e desfaça a mudança:",
  button: "Ver minha conta",
};
