import type { CoreEvent } from "./events.js";
import type { NoticeText } from "./notice-messages.js";

type GuestEvent = "guest.began" | "guest.signed-up" | "guest.moved";

type AdminEvent =
  | "admin.banned"
  | "admin.unbanned"
  | "admin.impersonation-began"
  | "admin.impersonation-ended"
  | "admin.user-created"
  | "admin.invited"
  | "admin.invitation-withdrawn"
  | "admin.invitation-accepted"
  | "admin.sessions-ended"
  | "admin.second-factor-reset"
  | "admin.password-removed";

/** The texts of the pages on which administrators manage users, and of invitations. */
export interface AdminMessages {
  readonly list: {
    readonly title: string;
    readonly search: string;
    readonly find: string;
    /** Leads back from the users that were found. */
    readonly all: string;
    /** Links to all users and to those who are banned; `label` is for screen readers. */
    readonly filter: { readonly label: string; readonly all: string; readonly banned: string };
    readonly none: string;
    readonly next: string;
    readonly first: string;
    /** The database can't list users. */
    readonly exact: string;
  };
  readonly invite: {
    readonly title: string;
    readonly intro: string;
    readonly email: string;
    readonly name: string;
    readonly language: string;
    readonly button: string;
  };
  readonly user: {
    readonly nameless: string;
    readonly back: string;
    readonly you: string;
    readonly untouchable: string;
    readonly id: (id: string) => string;
  };
  readonly marks: {
    readonly banned: string;
    readonly unproven: string;
    readonly invited: string;
  };
  readonly ban: {
    readonly title: string;
    readonly since: (time: string) => string;
    readonly until: (time: string) => string;
    readonly forever: string;
    readonly warning: string;
    readonly reason: string;
    readonly end: string;
    readonly endNote: string;
    readonly button: string;
    readonly lift: string;
  };
  readonly methods: {
    readonly title: string;
    readonly none: string;
    readonly mail: string;
    readonly password: string;
    readonly passkeys: string;
    readonly remove: string;
    readonly warning: string;
  };
  readonly factor: {
    readonly title: string;
    readonly on: string;
    readonly off: string;
    readonly reset: string;
    readonly warning: string;
  };
  readonly devices: {
    readonly title: string;
    readonly none: string;
    readonly unknown: string;
    readonly seen: (time: string) => string;
    readonly end: string;
  };
  readonly invitation: {
    readonly title: string;
    readonly until: (time: string) => string;
    readonly none: string;
    readonly send: string;
    readonly again: string;
    readonly withdraw: string;
  };
  readonly acting: {
    readonly title: string;
    readonly note: string;
    readonly button: string;
  };
  /** What the audit log has about the user. */
  readonly events: {
    readonly title: string;
    readonly none: string;
    readonly by: (admin: string) => string;
    /** Other plugins bring the words for their events: the hook `eventTexts`. */
    readonly types: Readonly<Record<CoreEvent | GuestEvent | AdminEvent, string>>;
    /** For `session.ended` of more than one. */
    readonly several: string;
  };
  /** For an administrator who acts as another user. */
  readonly returning: {
    readonly title: string;
    readonly intro: string;
    readonly button: string;
  };
  /** For the user who opens the link of an invitation. */
  readonly accept: {
    readonly title: string;
    readonly intro: (site: string) => string;
    readonly button: string;
  };
  readonly gone: {
    readonly title: string;
    readonly intro: string;
    readonly button: string;
  };
  readonly done: {
    readonly ban: string;
    readonly unban: string;
    readonly "end-sessions": string;
    readonly "reset-second-factor": string;
    readonly "remove-password": string;
    readonly invite: string;
    readonly withdraw: string;
  };
  readonly errors: {
    readonly NotAllowed: string;
    readonly Yourself: string;
    readonly InvalidBan: string;
    readonly InvalidEmail: string;
    readonly EmailTaken: string;
    readonly TooManyEmails: string;
    readonly EmailFailed: string;
    readonly Unchanged: string;
  };
  readonly errorDefault: string;
  readonly mail: NoticeText & {
    readonly note: string;
    readonly button: string;
    readonly until: (time: string) => string;
  };
}
