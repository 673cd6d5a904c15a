import type { NoticeMessages } from "../../types/notice-messages.js";

/** The mails that tell the owner of an account what was done to it, in Japanese. */
export const japanese: NoticeMessages = {
  passwordChanged: {
    subject: (site) => `${site} のパスワードが変更されました`,
    title: "パスワードが変更されました",
    said: (site) =>
      `今後は新しいパスワードで ${site} にログインします。ほかの端末はすべてログアウトされました。`,
  },
  secondStepOn: {
    subject: (site) => `${site} の2段階認証が有効になりました`,
    title: "2段階認証が有効になりました",
    said: (site) => `今後は ${site} へのログインに認証アプリのコードが必要です。`,
  },
  secondStepReplaced: {
    subject: (site) => `${site} の認証アプリが変更されました`,
    title: "認証アプリが変更されました",
    said: (site) =>
      `${site} へのログインには新しいアプリのコードが必要です。以前のアプリとそのリカバリーコードは使えなくなりました。`,
  },
  secondStepCodes: {
    subject: (site) => `${site} の新しいリカバリーコードが作成されました`,
    title: "新しいリカバリーコードが作成されました",
    said: (site) => `以前の ${site} のリカバリーコードは使えなくなりました。`,
  },
  secondStepOff: {
    subject: (site) => `${site} の2段階認証が無効になりました`,
    title: "2段階認証が無効になりました",
    said: (site) => `${site} へのログインにコードは不要になりました。`,
  },
  yours: "ご自身で行った場合は、何もする必要はありません。",
  notYou:
    "お心当たりがない場合は、ほかの人がログインできる状態です。ログインするか、新しいパスワードを請求して、元に戻してください：",
  button: "アカウントを確認する",
};
