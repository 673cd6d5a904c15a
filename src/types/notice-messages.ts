/** What a mail tells that asks for nothing. */
export interface NoticeText {
  readonly subject: (site: string) => string;
  readonly title: string;
  readonly said: (site: string) => string;
}

/** What every such mail says below. */
export interface NoticeMessages {
  readonly yours: string;
  /** The address of the sign-in page follows. */
  readonly notYou: string;
  readonly button: string;
}

export interface PasswordNotices {
  readonly changed: NoticeText;
}

export interface TwoFactorNotices {
  readonly on: NoticeText;
  readonly replaced: NoticeText;
  readonly codes: NoticeText;
  readonly off: NoticeText;
}
