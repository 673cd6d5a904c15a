/** What a mail tells that asks for nothing. */
export interface NoticeText {
  readonly subject: (site: string) => string;
  readonly title: string;
  readonly said: (site: string) => string;
}

/** The mails that tell the owner of an account what was done to it, and what all of them say. */
export interface NoticeMessages {
  readonly passwordChanged: NoticeText;
  readonly secondStepOn: NoticeText;
  readonly secondStepReplaced: NoticeText;
  readonly secondStepCodes: NoticeText;
  readonly secondStepOff: NoticeText;
  readonly yours: string;
  /** The address of the sign-in page follows. */
  readonly notYou: string;
  readonly button: string;
}
