import type { SecondStepMessages } from "../../types/second-step-messages.js";
import { durationIn } from "../duration.js";

const duration = durationIn("pt");

/** The texts of the pages on second steps in Portuguese, as it is written in Brazil. */
export const portuguese: SecondStepMessages = {
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
    intro: "Digite um dos códigos que você guardou ao ativar a segunda etapa.",
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
    must: "Este site pede uma segunda etapa. Configurá-la leva um minuto.",
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
    title: "Segunda etapa",
    on: "A segunda etapa está ativada. Para entrar, é preciso um código do seu aplicativo.",
    off: "A segunda etapa está desativada. Ative-a, e ninguém entra só com sua senha ou seu e-mail.",
    left: (count) =>
      count === 1 ? "Resta um código de recuperação." : `Restam ${count} códigos de recuperação.`,
    turnOn: "Configurar um aplicativo",
    replace: "Configurar outro aplicativo",
    newCodes: "Gerar novos códigos de recuperação",
    turnOff: "Desativar",
    required: "Este site exige a segunda etapa, por isso ela não pode ser desativada.",
    back: "Voltar ao site",
  },
  errors: {
    SecondStepWrong:
      "Esse código não está certo ou já foi usado. Espere o próximo e tente novamente.",
    SetUpExpired: "Esta página ficou aberta por muito tempo. Escaneie o novo código abaixo.",
    SecondStepChanged: "Outra coisa foi alterada no mesmo momento. Tente mais uma vez.",
    SecondStepRequired: "Este site exige uma segunda etapa. Ela não pode ser desativada.",
  },
  recoveryWrong:
    "Esse não é nenhum dos seus códigos de recuperação, ou já foi usado. Confira mais uma vez.",
  errorDefault: "Algo deu errado. Tente mais uma vez.",
};
