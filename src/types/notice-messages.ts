/** The text of a mail that only informs. */
export interface NoticeText {
  readonly subject: (site: string) => string;
  readonly title: string;
  readonly said: (site: string) => string;
}

/** Where a mail links to, instead of the sign-in page, and its text about that. */
export interface NoticeLink {
  readonly url: string;
  readonly button: string;
  /** Above the button. */
  readonly note: string;
  /** Below everything else, such as how long the link works. */
  readonly below: string;
}

/** What every such mail says at the end. */
export interface NoticeMessages {
  readonly yours: string;
  /** The sign-in page's URL follows. */
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
