import type { NoticeText } from "./notice-messages.js";

/** A page with a title, a sentence and a button label. */
interface StepMessages<Intro> {
  readonly title: string;
  readonly intro: Intro;
  readonly button: string;
}

/** A mail with a link. */
interface LinkMail extends NoticeText {
  readonly note: string;
  readonly button: string;
}

/** The texts of changing an email address. */
export interface ChangeEmailMessages {
  /** On the account page. */
  readonly section: {
    readonly title: string;
    readonly none: string;
    readonly unproven: string;
    readonly pending: (email: string) => string;
    readonly add: string;
    readonly change: string;
    readonly cancel: string;
  };
  readonly form: StepMessages<string> & {
    /** For users who have none. */
    readonly first: string;
    readonly now: (email: string) => string;
    readonly label: string;
    readonly back: string;
  };
  readonly sent: { readonly title: string; readonly intro: (email: string) => string };
  readonly confirm: StepMessages<(email: string) => string>;
  readonly changed: StepMessages<(email: string) => string>;
  readonly undo: StepMessages<(email: string) => string>;
  readonly undone: StepMessages<(email: string) => string>;
  /** A link that no longer works. */
  readonly gone: { readonly title: string; readonly button: string };
  /** Sentences by the reason. */
  readonly errors: Readonly<Record<string, string>>;
  readonly errorDefault: string;
  readonly mails: {
    /** To the new address. */
    readonly confirm: LinkMail;
    /** To a new address that has an account. */
    readonly taken: LinkMail;
    /** To the old address. */
    readonly changed: LinkMail;
    /** When a link stops working. */
    readonly until: (time: string) => string;
  };
  /** Names of the events, for administrators. */
  readonly events: Readonly<
    Record<
      | "change-email.requested"
      | "change-email.canceled"
      | "change-email.confirmed"
      | "change-email.undone"
      | "change-email.refused",
      string
    >
  >;
}
