import type { AccountMessages } from "../../types/account-messages.js";

/** The texts of the account page in Japanese. */
export const japanese: AccountMessages = {
  title: "アカウント",
  signedInAs: (who) => `${who} としてログインしています。`,
  nameless: "名前のないユーザー",
  ways: {
    title: "ログイン方法",
    mail: "メールのリンク",
    mailNote: (email) => `${email} 宛てのメールを読める人は、これでログインできます。`,
    password: "パスワード",
    passwordChange: "変更",
    passwordSet: "パスワードを設定",
    passwordNone: "まだ設定されていません。",
    remove: "削除",
    removeLabel: (name) => `${name} を削除`,
    last: "残っている唯一のログイン方法のため、削除できません。",
    add: (name) => `${name} を追加`,
  },
  passkeys: {
    title: "パスキー",
    none: "まだありません。パスキーがあれば、指紋、顔、または画面ロックでログインできます。",
    synced: "複数の端末で使えるパスキー",
    single: "1台の端末で使えるパスキー",
    add: "パスキーを追加",
    needsScript: "パスキーの追加には JavaScript が必要です。",
  },
  devices: {
    title: "ログイン中の端末",
    current: "この端末",
    seen: (time) => `最終利用：${time}`,
    name: (browser, system) => `${system} の ${browser}`,
    unknown: "不明なブラウザー",
    unknownOn: (system) => `${system} のブラウザー`,
    end: "ログアウト",
    endLabel: (name) => `${name} をログアウト`,
    endOthers: "ほかの端末をすべてログアウト",
  },
  question: {
    title: "これもご自身のアカウントですか？",
    intro: (provider, site) =>
      `${provider} でログインしました。${site} のアカウントも同じメールアドレスです。どちらもご自身のものであれば、今後はどちらでもログインできるようになります。`,
    yes: (provider) => `はい、${provider} を追加します`,
    passkeyIntro: (site) =>
      `${site} にすでにアカウントのあるメールアドレスで、パスキーが作成されました。ご自身で作成したのであれば、今後はこのパスキーでログインできるようになります。`,
    passkeyYes: "はい、パスキーを追加します",
    no: "いいえ、追加しません",
  },
  leave: { signOut: "ログアウト", home: "サイトに戻る" },
  remove: {
    summary: "アカウントを削除",
    warning: "元に戻すことはできません。アカウントと、そのすべてのログイン方法が削除されます。",
    confirm: "はい、アカウントを削除します",
    button: "アカウントを削除する",
  },
  done: {
    unlink: "削除しました。今後その方法では誰もログインできません。",
    "remove-passkey": "パスキーを削除しました。端末からも削除してください。",
    "end-session": "その端末をログアウトしました。",
    "end-others": "ほかの端末をすべてログアウトしました。",
  },
  errors: {
    LastWay: "残っている唯一のログイン方法です。先に別の方法を追加してください。",
    NotFound: "すでに存在しません。",
    NotAllowed: "ここではその操作はできません。サイトの運営者にお問い合わせください。",
  },
  errorDefault: "うまくいきませんでした。もう一度お試しください。",
};
