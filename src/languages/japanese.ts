import type { CompleteLanguage } from "../types/language.js";
import { durationIn } from "./duration.js";

const SERVICE_FAILED =
  "そのサービスでのログインが完了しませんでした。もう一度試すか、別の方法でログインしてください。";
const NO_NEW_ACCOUNT =
  "アカウントを作成できませんでした。もう一度試すか、別の方法でログインしてください。";
const MAIL_FAILED =
  "メールを送信できませんでした。アドレスを確認し、1分ほどしてからもう一度お試しください。";
const INVALID_EMAIL =
  "メールアドレスの形式が正しくありません。you@example.com のように入力してください。";
const NOTHING_CHANGES =
  "お心当たりがない場合は、このメールを無視してください。このメールを使わない限り、何も変わりません。";
const PASSWORD_STAYS =
  "お心当たりがない場合は、このメールを無視してください。パスワードは今のままです。";

const duration = (minutes: number): string => durationIn("ja", minutes);

/** Japanese. */
export const japanese: CompleteLanguage = {
  tag: "ja",
  pages: {
    or: "または",
    home: "サイトに戻る",
    codeSubmits: "6桁目を入力すると、自動的に送信されます。",
    signIn: {
      title: "ログイン",
      introChoice: "ログイン方法を選んでください。",
      introRedirect: (provider) => `${provider} のアカウントで続けます。`,
      introEmail: "メールでリンクをお送りします。パスワードは不要です。",
      introForm: "続けるには情報を入力してください。",
      introPasskey: "指紋、顔、または画面ロックを使います。",
      nothingToChoose: "ここではまだログインできません。サイトの運営者が設定できます。",
      withProvider: (provider) => `${provider} で続ける`,
      withEmail: "メールで続ける",
      withForm: "ログイン",
      withPasskey: "パスキーで続ける",
      lastUsed: "前回使用",
      moreWays: "その他の方法",
      emailLabel: "メールアドレス",
      emailPlaceholder: "you@example.com",
      passkeyNeedsScript: "パスキーには JavaScript が必要です。使うには有効にしてください。",
      newPasskey: "パスキーを作成",
      passkeyCancelled:
        "パスキーは使われませんでした。もう一度試すか、初めての場合は作成してください。",
      passkeyExists:
        "この端末には、このアカウントのパスキーがすでにあります。それを使ってログインしてください。",
      passkeyFailed:
        "現在、ここではパスキーを使えません。もう一度試すか、別の方法でログインしてください。",
      errors: {
        Signin: SERVICE_FAILED,
        OAuthSignin: SERVICE_FAILED,
        OAuthSignInError: SERVICE_FAILED,
        OAuthCallbackError: SERVICE_FAILED,
        Callback: SERVICE_FAILED,
        OAuthCreateAccount: NO_NEW_ACCOUNT,
        EmailCreateAccount: NO_NEW_ACCOUNT,
        OAuthAccountNotLinked:
          "このメールアドレスのアカウントはすでにあります。前回と同じ方法でログインしてください。",
        AccountNotLinked:
          "このログイン情報は別のアカウントのものです。以前と同じ方法でログインしてください。",
        EmailSignin: MAIL_FAILED,
        EmailSignInError: MAIL_FAILED,
        InvalidEmail: INVALID_EMAIL,
        CredentialsSignin: "入力内容が一致しません。確認して、もう一度お試しください。",
        PasswordSignin:
          "メールアドレスまたはパスワードが正しくありません。もう一度お試しください。",
        FreshSignInRequired:
          "ご本人であることを確認するため、以前と同じ方法でもう一度ログインしてください。その後、操作をやり直してください。",
        SessionRequired: "そのページを見るにはログインしてください。",
        MissingCSRF:
          "ページを開いてから時間が経ちすぎたか、Cookie が無効になっています。もう一度お試しください。",
        RateLimited: "試行回数が多すぎます。数分待ってから、もう一度お試しください。",
        AccessDenied: "そのアカウントではアクセスできません。別のアカウントをお試しください。",
        Verification:
          "そのリンクまたはコードは期限切れか、使用済みです。下から新しいものを請求してください。",
        WebAuthnVerificationError:
          "そのパスキーを確認できませんでした。もう一度試すか、別の方法でログインしてください。",
        Configuration:
          "こちら側でログインに問題が起きています。別の方法を試すか、しばらくしてからお越しください。",
      },
      errorCodes: {},
      errorDefault: "問題が発生し、まだログインできていません。もう一度お試しください。",
    },
    signOut: {
      title: "ログアウト",
      question: (site) => `この端末で ${site} からログアウトしますか？`,
      button: "ログアウト",
      back: "ログインしたままにする",
    },
    error: {
      texts: {
        Configuration: {
          heading: "ログインできません",
          what: "このサイトのログインの設定に問題があります。お客様のせいではありません。",
          next: "数分後にもう一度お試しください。解決しない場合は、サイトの運営者にお知らせください。",
          signIn: "もう一度試す",
        },
        AccessDenied: {
          heading: "アクセスできません",
          what: "本人確認はできましたが、このアカウントの利用は許可されていません。",
          next: "別のアカウントでログインするか、サイトの運営者にアクセスを依頼してください。",
          signIn: "別のアカウントを使う",
        },
        Verification: {
          heading: "このリンクは使えません",
          what: "ログイン用のリンクは、短い時間内に一度だけ使えます。このリンクは期限切れか、使用済みです。",
          next: "新しいリンクを請求し、届いた最新のメールを開いてください。",
          signIn: "新しいリンクを請求",
        },
        InvalidCheck: {
          heading: "このログインは無効になりました",
          what: "時間がかかりすぎたか、すでに完了しているか、別のブラウザーで始められたものです。",
          next: "最初からやり直してください。失われたものはなく、すでにログインしている場合はそのままです。",
          signIn: "最初からやり直す",
        },
        Unavailable: {
          heading: "少々お待ちください",
          what: "ログインに必要なものが、今は応答していません。お客様のせいではなく、失われたものもありません。",
          next: "数秒待ってから、もう一度お試しください。解決しない場合は、サイトの運営者にお知らせください。",
          signIn: "もう一度試す",
        },
        SignedInElsewhere: {
          heading: "ここからログアウトしました",
          what: "ログインに使ったサービスに、ログアウトを依頼できませんでした。そちらではまだログイン中かもしれません。",
          next: "ほかの人もこの端末を使う場合は、そちらでもログアウトするか、ブラウザーを閉じてください。",
          signIn: "もう一度ログイン",
        },
        SessionTooLarge: {
          heading: "ログインできません",
          what: "本人確認はできましたが、このサイトが保存しようとする情報がブラウザーの上限を超えています。お客様のせいではありません。",
          next: "サイトの運営者にお知らせください。変更すべき点がログに記録されています。",
          signIn: "もう一度試す",
        },
        WebAuthnVerificationError: {
          heading: "そのパスキーは使えませんでした",
          what: "端末からの応答を確認できませんでした。",
          next: "もう一度試すか、別の方法でログインしてください。",
          signIn: "もう一度試す",
        },
      },
      textDefault: {
        heading: "問題が発生しました",
        what: "途中の手順が完了しなかったため、ログインしていません。",
        next: "ログインページからやり直してください。失われたものはありません。",
        signIn: "ログインへ進む",
      },
      developer: "開発中にのみ表示されます",
      happened: "起きたこと",
      cause: "考えられる原因",
      cure: "対処方法",
      reference: "お問い合わせの際は、この番号をお伝えください：",
    },
    verifyRequest: {
      title: "メールを確認してください",
      sent: "メールをお送りしました。",
      sentTo: "次のアドレスにメールをお送りしました：",
      follow: (host) =>
        `メールのリンクを開いて ${host} にログインしてください。このページは閉じてもかまいません。`,
      followOrCode: (host) =>
        `メールのリンクを開いて ${host} にログインするか、ここにコードを入力してください。`,
      codeLabel: "6桁のコード",
      codeHint: "メールの、リンクのそばに書かれています。",
      codeButton: "ログイン",
      codeError:
        "コードが違うか、期限が切れています。最新のメールを確認するか、もう一度請求してください。",
      missing: "届きませんか？ 1分ほどかかることがあります。迷惑メールフォルダーもご確認ください。",
      resendSoon: "30秒後にもう一度メールを請求できます。",
      resend: "メールをもう一度送る",
      changeAddress: "別のアドレスを使う",
    },
    confirm: {
      title: "ご本人ですか？",
      question: (host) => `次のアドレスで ${host} にログインしようとしています：`,
      button: "はい、ログインします",
      notYou: "お心当たりがない場合は、このページを閉じてください。何も起こりません。",
    },
  },
  email: {
    subject: (site) => `${site} へのログイン`,
    title: (site) => `${site} へのログイン`,
    codeIntro: "ログインを始めたページで、このコードを入力してください：",
    buttonIntro: "または、この端末か別の端末でボタンを押してください。",
    button: "ログイン",
    linkIntro: "ボタンが使えない場合は、このアドレスをブラウザーにコピーしてください：",
    textLinkIntro: "または、この端末か別の端末で、このアドレスを開いてください：",
    expires: (minutes) => `コードとリンクは、これから ${duration(minutes)}以内に一度だけ使えます。`,
    keepSecret: (site) => `${site} の関係者を名乗る人を含め、誰にも教えないでください。`,
    notYou:
      "お心当たりがない場合は、このメールを無視してください。このメールなしでは誰もログインできません。",
  },
  notices: {
    yours: "ご自身で行った場合は、何もする必要はありません。",
    notYou:
      "お心当たりがない場合は、ほかの人がログインできる状態です。ログインするか、新しいパスワードを請求して、元に戻してください：",
    button: "アカウントを確認する",
  },
  password: {
    emailLabel: "メールアドレス",
    emailPlaceholder: "you@example.com",
    passwordLabel: "パスワード",
    newPasswordLabel: "新しいパスワード",
    currentLabel: "現在のパスワード",
    showPassword: "パスワードを表示",
    forgotLink: "パスワードを忘れた場合",
    signUpQuestion: "初めての方は",
    signUpLink: "アカウントを作成",
    signInQuestion: "アカウントをお持ちの方は",
    signInLink: "ログインはこちら",
    hint: (least) =>
      `${least}文字以上。記号や数字よりも、思いついた単語をいくつか並べるほうが覚えやすくなります。`,
    signUp: {
      title: "アカウントを作成",
      intro: "アドレスの確認のため、メールでコードをお送りします。",
      button: "アカウントを作成する",
      sent: {
        follow: (host) =>
          `メールのリンクを開いて、${host} のアカウント作成を完了してください。このページは閉じてかまいません。`,
        followOrCode: (host) =>
          `メールのリンクを開いて ${host} のアカウント作成を完了するか、ここにコードを入力してください。`,
        codeButton: "アカウントを作成する",
      },
    },
    forgot: {
      title: "パスワードを忘れた場合",
      intro:
        "アドレスを入力してください。新しいパスワードを決めるためのコードをメールでお送りします。",
      button: "メールを受け取る",
      sent: {
        follow: (host) =>
          `メールのリンクを開いて、${host} の新しいパスワードを決めてください。このページは閉じてかまいません。`,
        followOrCode: (host) =>
          `メールのリンクを開いて ${host} の新しいパスワードを決めるか、ここにコードを入力してください。`,
        codeButton: "次へ",
      },
    },
    reset: {
      title: "パスワードを決める",
      intro: "今後はこのパスワードで、次のアドレスとしてログインします：",
      button: "保存してログイン",
      note: "ほかの端末はすべてログアウトされます。",
    },
    confirm: {
      title: "ご本人ですか？",
      intro: "先ほど決めたパスワードで、次のアドレスとしてログインしようとしています：",
      button: "はい、ログインします",
      note: "お心当たりがない場合は、このページを閉じてください。何も起こりません。",
    },
    change: {
      title: "パスワードを変更",
      first: "パスワードを設定",
      intro: "変更すると、ほかの端末はすべてログアウトされます。",
      button: "パスワードを保存",
    },
    fields: { name: "名前" },
    errors: {
      InvalidEmail: INVALID_EMAIL,
      FieldMissing: "この欄に入力してください。",
      FieldTooLong: "長すぎます。短くしてください。",
      PasswordMissing: "パスワードを入力してください。",
      PasswordTooLong: "パスワードが長すぎます。256文字まで使えます。",
      PasswordCommon:
        "そのパスワードは真っ先に試されるものの一つです。別のパスワードを選んでください。",
      PasswordBreached:
        "そのパスワードは別のサイトからの流出で知られています。そのサイトも含め、別のパスワードに変えてください。",
      PasswordWrong: "現在のパスワードと違います。確認して、もう一度お試しください。",
      AddressNotProven:
        "アドレスがまだ確認されていません。「パスワードを忘れた場合」から、メールの案内に従ってください。",
    },
    tooShort: (least) => `パスワードが短すぎます。${least}文字以上にしてください。`,
    errorDefault: "問題が発生しました。もう一度お試しください。",
    mails: {
      welcome: {
        subject: (site) => `${site} のアドレスの確認`,
        title: (site) => `${site} へようこそ`,
        codeIntro: "アドレスを確認するため、登録したページでこのコードを入力してください：",
        button: "アドレスを確認する",
        notYou: NOTHING_CHANGES,
      },
      again: {
        subject: (site) => `${site} のアカウントはすでにあります`,
        title: (site) => `${site} のアカウントはすでにあります`,
        codeIntro:
          "どなたか（ご自身かもしれません）が、このアドレスでもう一度登録しました。ログインして、今後は先ほど決めたパスワードを使うには、そのページでこのコードを入力してください：",
        button: "パスワードを決める",
        notYou: PASSWORD_STAYS,
      },
      reset: {
        subject: (site) => `${site} の新しいパスワード`,
        title: (site) => `${site} の新しいパスワード`,
        codeIntro: "新しいパスワードを決めるには、請求したページでこのコードを入力してください：",
        button: "パスワードを決める",
        notYou: PASSWORD_STAYS,
      },
      nobody: {
        subject: (site) => `${site} にこのアドレスのアカウントはありません`,
        title: (site) => `${site} にこのアドレスのアカウントはありません`,
        codeIntro:
          "どなたか（ご自身かもしれません）がパスワードを忘れたようです。このアドレスのアカウントはありませんが、作成できます。請求したページでこのコードを入力してください。",
        button: "アカウントを作成",
        notYou: NOTHING_CHANGES,
      },
    },
    notices: {
      changed: {
        subject: (site) => `${site} のパスワードが変更されました`,
        title: "パスワードが変更されました",
        said: (site) =>
          `今後は新しいパスワードで ${site} にログインします。ほかの端末はすべてログアウトされました。`,
      },
    },
  },
  "account-page": {
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
      addOne: "ログイン方法を追加",
    },
    passkeys: {
      title: "パスキー",
      none: "まだありません。パスキーがあれば、指紋、顔、または画面ロックでログインできます。",
      synced: "複数の端末で使えるパスキー",
      single: "1台の端末で使えるパスキー",
      add: "パスキーを追加",
      needsScript: "パスキーの追加には JavaScript が必要です。",
      made: (day) => `作成日：${day}`,
      used: (day) => `最終使用日：${day}`,
      rename: "名前を変更",
      renameLabel: (name) => `${name} の名前を変更`,
      nameLabel: "名前（端末の名前など）",
      save: "名前を保存",
    },
    profile: {
      title: "プロフィール",
      name: "名前",
      image: "画像",
      imageHint: "画像の https:// アドレス。使わない場合は空にしてください。",
      save: "保存",
    },
    download: {
      title: "あなたのデータ",
      note: "アカウントとログイン方法について、ここに保存されているすべてのデータを含むファイルです。",
      button: "データをダウンロード",
    },
    devices: {
      title: "端末",
      current: "この端末",
      thisComputer: "このコンピューター",
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
      title: "危険な操作",
      summary: "アカウントを削除",
      warning: "元に戻すことはできません。アカウントと、そのすべてのログイン方法が削除されます。",
      confirm: "はい、アカウントを削除します",
      button: "アカウントを削除する",
    },
    done: {
      unlink: "削除しました。今後その方法では誰もログインできません。",
      "remove-passkey": "パスキーを削除しました。端末からも削除してください。",
      "rename-passkey": "パスキーの名前を変更しました。",
      profile: "プロフィールを保存しました。",
      "end-session": "その端末をログアウトしました。",
      "end-others": "ほかの端末をすべてログアウトしました。",
    },
    errors: {
      LastWay: "残っている唯一のログイン方法です。先に別の方法を追加してください。",
      NotFound: "すでに存在しません。",
      NotAllowed: "ここではその操作はできません。サイトの運営者にお問い合わせください。",
      InvalidName: "名前は 60 文字までです。",
      InvalidProfile:
        "保存できません。名前は200文字まで、画像のアドレスは https:// で始まる必要があります。",
      TooOften: "回数が多すぎます。しばらくしてからお試しください。",
    },
    errorDefault: "うまくいきませんでした。もう一度お試しください。",
  },
  "change-email": {
    section: {
      title: "メールアドレス",
      none: "まだありません。",
      unproven: "まだ確認されていません。",
      pending: (email) => `変更するには、${email} に送信したリンクを開いてください。`,
      add: "アドレスを追加",
      change: "変更",
      cancel: "変更を取り消す",
    },
    form: {
      title: "メールアドレスの変更",
      first: "メールアドレスの追加",
      intro: "新しいアドレスにリンクを送信します。開くまで何も変わりません。",
      now: (email) => `現在のアドレスは ${email} です。`,
      label: "新しいメールアドレス",
      button: "リンクを送信",
      back: "戻る",
    },
    sent: {
      title: "受信トレイを確認してください",
      intro: (email) =>
        `${email} にリンクを送信しました。ログインしているブラウザーで開いてください。それまでは何も変わりません。`,
    },
    confirm: {
      title: "新しいアドレスの確認",
      intro: (email) =>
        `メールアドレスは ${email} になります。ほかのデバイスはログアウトされます。`,
      button: "このアドレスを確認",
    },
    changed: {
      title: "アドレスが変更されました",
      intro: (email) => `メールアドレスは ${email} になりました。`,
      button: "続ける",
    },
    undo: {
      title: "以前のアドレスに戻す",
      intro: (email) =>
        `アカウントのアドレスは ${email} に戻り、すべてのデバイスがログアウトされます。`,
      button: "変更を元に戻す",
    },
    undone: {
      title: "変更を元に戻しました",
      intro: (email) =>
        `メールアドレスは ${email} に戻り、すべてのデバイスがログアウトされました。ログインして、見覚えのないログイン方法を削除し、パスワードがある場合は新しく設定してください。`,
      button: "ログイン",
    },
    gone: {
      title: "このリンクは無効です",
      button: "サイトに戻る",
    },
    errors: {
      InvalidEmail: "name@example.com のような完全なメールアドレスを入力してください。",
      SameEmail: "すでにあなたのアドレスです。",
      NotAllowed: "このアドレスはここでは使えません。別のアドレスをお試しください。",
      TooManyEmails: "メールのリクエストが多すぎます。しばらくしてからお試しください。",
      EmailFailed:
        "メールを送信できませんでした。アドレスを確認し、1分後にもう一度お試しください。",
      EmailTaken: "このアドレスはほかの人が使用しているため、設定できません。",
      LinkGone: "使用済み、取り消し済み、差し替え済み、または期限切れです。",
      WrongAccount:
        "別のアカウントにログインしています。リンクをリクエストしたアカウントでログインしてください。",
    },
    errorDefault: "うまくいきませんでした。もう一度お試しください。",
    mails: {
      confirm: {
        subject: (site) => `${site} の新しいアドレスを確認してください`,
        title: "新しいアドレスを確認してください",
        said: (site) =>
          `${site} のアカウントでこのアドレスを使うリクエストがありました。お心当たりがない場合は、このメールを無視してください。何も変わりません。`,
        note: "ログインしているブラウザーでこのリンクを開いてください:",
        button: "このアドレスを確認",
      },
      taken: {
        subject: (site) => `${site} のアカウントをすでにお持ちです`,
        title: "アカウントをすでにお持ちです",
        said: (site) =>
          `誰か（おそらくあなた）が ${site} の別のアカウントでこのアドレスを使おうとしました。すでにアカウントで使われているため、何も変わっていません。`,
        note: "そのアカウントを使うには、このアドレスでログインしてください:",
        button: "ログイン",
      },
      changed: {
        subject: (site) => `${site} のメールアドレスが変更されました`,
        title: "メールアドレスが変更されました",
        said: (site) =>
          `${site} のアカウントのメールアドレスが変わりました。ご自身の操作であれば、何もする必要はありません。`,
        note: "お心当たりがない場合は、このリンクで以前のアドレスに戻し、すべてのデバイスをログアウトできます:",
        button: "変更を元に戻す",
      },
      until: (time) => `リンクは ${time} まで有効です。`,
    },
    events: {
      "change-email.requested": "メールアドレスの変更を申請",
      "change-email.canceled": "メールアドレスの変更を取り消し",
      "change-email.confirmed": "メールアドレスを変更",
      "change-email.undone": "以前のメールアドレスに復元",
      "change-email.refused": "メールアドレス変更のリンクを拒否",
    },
  },
  "two-factor": {
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
      change: "変更",
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
    notices: {
      on: {
        subject: (site) => `${site} の2段階認証が有効になりました`,
        title: "2段階認証が有効になりました",
        said: (site) => `今後は ${site} へのログインに認証アプリのコードが必要です。`,
      },
      replaced: {
        subject: (site) => `${site} の認証アプリが変更されました`,
        title: "認証アプリが変更されました",
        said: (site) =>
          `${site} へのログインには新しいアプリのコードが必要です。以前のアプリとそのリカバリーコードは使えなくなりました。`,
      },
      codes: {
        subject: (site) => `${site} の新しいリカバリーコードが作成されました`,
        title: "新しいリカバリーコードが作成されました",
        said: (site) => `以前の ${site} のリカバリーコードは使えなくなりました。`,
      },
      off: {
        subject: (site) => `${site} の2段階認証が無効になりました`,
        title: "2段階認証が無効になりました",
        said: (site) => `${site} へのログインにコードは不要になりました。`,
      },
    },
    events: {
      "two-factor.on": "2段階認証を有効化",
      "two-factor.replaced": "認証アプリを変更",
      "two-factor.codes": "リカバリーコードを再発行",
      "two-factor.off": "2段階認証を無効化",
      "two-factor.recovery-used": "リカバリーコードを使用",
      "two-factor.remembered": "ブラウザーを 2段階認証で記憶",
      "two-factor.skipped": "記憶済みのブラウザーで 2段階目の認証を省略",
    },
  },
  guest: {
    button: "アカウントなしで続ける",
  },
  "api-keys": {
    title: "API キー",
    intro:
      "キーを使うと、プログラムがあなたの代わりにこのサイトを利用できます。アカウントの変更はできません。",
    none: "API キーはありません。",
    manage: "API キーを管理",
    name: "名前",
    scopes: "キーでできること",
    days: "有効期限までの日数",
    create: "キーを作成",
    made: "今すぐキーをコピーして、安全な場所に保管してください。再び表示されることはありません。",
    newKey: "新しいキー",
    until: (day) => `${day} に失効します`,
    ended: (day) => `${day} に失効しました`,
    used: (day) => `最終使用日: ${day}`,
    unused: "未使用",
    rotate: "置き換える (古いキーはあと 1 日使えます)",
    revoke: "無効にする",
    back: "サイトに戻る",
    errors: {
      InvalidName: "60 文字以内の名前を付けてください。",
      InvalidLifetime: "日数を減らしてください。",
      NotAllowed: "ここでは API キーを作成できません。",
      TooMany: "キーの数が上限に達しています。先にどれかを無効にしてください。",
    },
    errorDefault: "問題が発生しました。もう一度お試しください。",
    events: {
      "api-keys.created": "API キーを作成",
      "api-keys.rotated": "API キーを更新",
      "api-keys.revoked": "API キーを失効",
    },
  },
  admin: {
    list: {
      title: "ユーザー",
      search: "名前またはメールアドレス",
      find: "検索",
      all: "すべてのユーザーを表示",
      filter: { label: "ユーザーの絞り込み", all: "すべて", banned: "利用停止中" },
      none: "ユーザーが見つかりません。",
      next: "次のページ",
      first: "最初のページ",
      exact:
        "このデータベースではユーザーを一覧表示できません。完全なメールアドレスを入力してください。",
    },
    invite: {
      title: "ユーザーを招待",
      intro: "リンクの入ったメールが届きます。開くとアドレスが確認され、ログインできます。",
      email: "メールアドレス",
      name: "名前（任意）",
      language: "メールの言語",
      button: "招待を送信",
    },
    user: {
      nameless: "名前なし",
      back: "すべてのユーザー",
      you: "これはあなたです。管理者は自分自身を操作できません。",
      untouchable: "このユーザーは操作できません。",
      id: (id) => `ユーザー ID: ${id}`,
    },
    marks: { banned: "利用停止中", unproven: "アドレス未確認", invited: "招待済み" },
    ban: {
      title: "利用停止",
      since: (time) => `${time} から停止中`,
      until: (time) => `${time} まで`,
      forever: "期限なし",
      warning: "すべてのセッションが終了し、ユーザーはログインできなくなります。",
      reason: "理由（ユーザーがデータをダウンロードすると表示されます）",
      end: "停止の終了日",
      endNote: "日付を指定しないと、期限なしになります。終了は UTC の午前0時です。",
      button: "このユーザーの利用を停止",
      lift: "停止を解除",
    },
    methods: {
      title: "ログイン方法",
      none: "ログイン方法はまだありません。",
      mail: "メールのリンク",
      password: "パスワード",
      passkeys: "パスキー",
      remove: "パスワードの再設定を求める",
      warning:
        "パスワードが削除され、すべてのセッションが終了します。ユーザーは「パスワードを忘れた場合」から新しいパスワードを設定します。",
    },
    factor: {
      title: "2段階認証",
      on: "オン",
      off: "オフ",
      reset: "2段階認証をリセット",
      warning:
        "2段階認証が解除され、すべてのセッションが終了します。本人からの依頼であることを、別の方法で確かめてください。",
    },
    devices: {
      title: "端末",
      none: "どこにもログインしていません。",
      unknown: "不明な端末",
      seen: (time) => `最終利用：${time}`,
      end: "すべてのセッションを終了",
    },
    invitation: {
      title: "招待",
      until: (time) => `リンクは ${time} まで有効です`,
      none: "有効な招待はありません。",
      send: "招待を送信",
      again: "もう一度送信",
      withdraw: "取り消す",
    },
    acting: {
      title: "このユーザーとして操作",
      note: "ユーザーと同じようにサイトが表示されます。アカウントの設定は操作できず、記録が残ります。",
      button: "このユーザーとして操作",
    },
    events: {
      title: "最近の出来事",
      none: "記録はありません。",
      by: (admin) => `管理者 ${admin} による`,
      types: {
        "sign-in.began": "ログイン開始",
        "sign-in.succeeded": "ログイン成功",
        "sign-in.refused": "ログイン拒否",
        "sign-in.failed": "ログイン失敗",
        "sign-out": "ログアウト",
        "sign-out.failed": "ログアウト失敗",
        "session.started": "セッション開始",
        "session.ended": "セッション終了",
        "user.created": "ユーザー作成",
        "user.updated": "ユーザー情報の変更",
        "user.deleted": "ユーザーによるアカウント削除",
        "user.exported": "ユーザーデータのダウンロード",
        "account.linked": "ログイン方法の追加",
        "account.unlinked": "ログイン方法の削除",
        "passkey.renamed": "パスキーの名前変更",
        "token.refreshed": "プロバイダーのアクセストークン更新",
        "token.refused": "プロバイダーが新しいアクセストークンを拒否",
        "password.changed": "パスワードの設定または変更",
        "step-up.asked": "再ログインの要求",
        "step-up.given": "要求に応じて再ログイン",
        "form.refused": "フォームの拒否 (別サイトまたは古いページ)",
        "limit.hit": "試行回数が上限に到達",
        "guest.began": "ゲストとして利用開始",
        "guest.signed-up": "ゲストが登録",
        "guest.moved": "ゲストのデータを引き継ぎ",
        "admin.banned": "利用停止",
        "admin.unbanned": "利用停止を解除",
        "admin.impersonation-began": "このユーザーとしての操作を開始",
        "admin.impersonation-ended": "このユーザーとしての操作を終了",
        "admin.user-created": "ユーザーを追加",
        "admin.invited": "招待を送信",
        "admin.invitation-withdrawn": "招待を取り消し",
        "admin.invitation-accepted": "招待を承諾",
        "admin.sessions-ended": "すべてのセッションを終了",
        "admin.second-factor-reset": "2段階目の認証をリセット",
        "admin.password-removed": "パスワードを削除",
      },
      several: "複数のセッション終了",
    },
    returning: {
      title: "別のユーザーとして操作中です",
      intro: "ユーザーを管理するには、自分のアカウントに戻ってください。",
      button: "自分のアカウントに戻る",
    },
    accept: {
      title: "招待が届いています",
      intro: (site) => `${site} への招待を承諾すると、このアドレスでログインします:`,
      button: "招待を承諾",
    },
    gone: {
      title: "この招待は無効です",
      intro:
        "使用済み、差し替え済み、取り消し済み、または期限切れです。ログインできる場合があります。",
      button: "ログイン",
    },
    done: {
      ban: "ユーザーの利用を停止し、すべてのセッションを終了しました。",
      unban: "停止を解除しました。",
      "end-sessions": "ユーザーのすべてのセッションを終了しました。",
      "reset-second-factor": "2段階認証を解除しました。",
      "remove-password": "パスワードを削除しました。",
      invite: "招待を送信しました。",
      withdraw: "招待を取り消しました。",
    },
    errors: {
      NotAllowed: "このユーザーは操作できません。",
      Yourself: "自分自身は操作できません。",
      InvalidBan: "将来の日付と、1000文字以内の理由を指定してください。",
      InvalidEmail: "name@example.com のような完全なメールアドレスを入力してください。",
      EmailTaken: "このアドレスを確認済みのユーザーがすでにいます。",
      TooManyEmails: "このアドレスにはすでに何通も送信しました。明日もう一度お試しください。",
      EmailFailed:
        "メールを送信できませんでした。アドレスを確認し、1分後にもう一度お試しください。",
      Unchanged: "変更するものはありませんでした。",
    },
    errorDefault: "うまくいきませんでした。もう一度お試しください。",
    mail: {
      subject: (site) => `${site} への招待`,
      title: "招待が届いています",
      said: (site) =>
        `${site} の管理者から、このアドレスで利用するよう招待されています。お心当たりがない場合は、このメールを無視してください。`,
      note: "承諾するには、このリンクを開いてください:",
      button: "招待を承諾",
      until: (time) => `リンクは ${time} まで、一度だけ使えます。`,
    },
  },
  bearer: {
    title: "アプリにログイン",
    asks: (app, who) => `${app} が ${who} としてログインしようとしています。`,
    warning: "たった今、ご自身でアプリからこのページを開いた場合にのみ続けてください。",
    yes: "続ける",
    no: "キャンセル",
    device: {
      title: "デバイスでログイン",
      intro: "デバイスに表示されているコードを入力してください。",
      code: "コード",
      next: "続ける",
      wrong: "コードが正しくないか、有効期限が切れています。デバイスを確認してください。",
      shows: (code) => `デバイスに表示されているコード: ${code}`,
      from: (device) => `リクエスト元: ${device}`,
      warning:
        "このコードが今、ご自身のデバイスに表示されている場合にのみ続けてください。誰かからコードやリンクが送られてきた場合はキャンセルしてください。相手があなたのアカウントに入れてしまいます。",
      done: "デバイスでログインしています。このページは閉じてかまいません。",
      canceled: "ログインは行われませんでした。このページは閉じてかまいません。",
    },
    events: {
      "bearer.approved": "アプリのログインを許可",
      "bearer.reused": "アプリのコードまたはトークンの再使用により、そのセッションを終了",
    },
  },
};
