import type { SecondStepMessages } from "../../types/second-step-messages.js";
import { durationIn } from "../duration.js";

const duration = durationIn("ja");

/** The texts of the pages on second steps in Japanese. */
export const japanese: SecondStepMessages = {
  ask: {
    title: "あと1ステップです",
    intro: "認証アプリに今表示されているコードを入力してください。",
    label: "コード",
    hint: "6桁の数字です。30秒ごとに変わります。",
    button: "続ける",
    toRecovery: "リカバリーコードを使う",
  },
  recovery: {
    title: "リカバリーコードを使う",
    intro: "2段階認証を有効にしたときに保管したコードのうち、1つを入力してください。",
    label: "リカバリーコード",
    hint: "それぞれ一度だけ使えます。",
    toApp: "アプリを使う",
  },
  passkeyOnly: {
    title: "あと1ステップです",
    intro: "パスキーでご本人であることを確認してください。",
  },
  remember: (days) => `このブラウザーでは今後 ${duration(days * 24 * 60)}間は確認しない`,
  rememberHours: (hours) => `このブラウザーでは今後 ${duration(hours * 60)}は確認しない`,
  otherWay: "別の方法でログイン",
  setUp: {
    title: "認証アプリの設定",
    replaceTitle: "別のアプリの設定",
    intro: "設定すると、ログインにアプリのコードも必要になります。",
    must: "このサイトでは2段階認証が必要です。1分ほどで設定できます。",
    replaces: "今お使いのアプリは、ここでは使えなくなります。リカバリーコードも同様です。",
    scan: "アプリでスキャンしてください。",
    picture: "認証アプリ用の QR コード",
    byHand: "または、このキーをアプリに入力してください：",
    onPhone: "または、この端末で開く",
    label: "アプリに表示されているコード",
    button: "有効にする",
    replaceButton: "今後はこのアプリを使う",
    back: "戻る",
  },
  codes: {
    title: "これらのコードを保管してください",
    intro:
      "電話をなくしたときは、このうちの1つでログインできます。それぞれ一度だけ使えます。二度と表示されないため、印刷するか、パスワードマネージャーに保存してください。",
    list: "リカバリーコード",
    button: "保管しました",
  },
  settings: {
    title: "2段階認証",
    on: "2段階認証は有効です。ログインにはアプリのコードが必要です。",
    off: "2段階認証は無効です。有効にすると、パスワードやメールだけでは誰もログインできなくなります。",
    left: (count) => `リカバリーコードは残り ${count} 個です。`,
    turnOn: "アプリを設定",
    replace: "別のアプリを設定",
    newCodes: "新しいリカバリーコードを作成",
    turnOff: "無効にする",
    required: "このサイトでは必須のため、無効にできません。",
    back: "サイトに戻る",
  },
  errors: {
    SecondStepWrong:
      "コードが違うか、使用済みです。次のコードが表示されるのを待って、もう一度お試しください。",
    SetUpExpired:
      "ページを開いてから時間が経ちすぎました。下の新しいコードをスキャンしてください。",
    SecondStepChanged: "同時に別の変更が行われました。もう一度お試しください。",
    SecondStepRequired: "このサイトでは2段階認証が必須です。無効にはできません。",
  },
  recoveryWrong: "リカバリーコードが違うか、使用済みです。もう一度確認してください。",
  errorDefault: "問題が発生しました。もう一度お試しください。",
};
