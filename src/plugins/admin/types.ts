import type { AdapterUser } from "../../types/adapter.js";
import type { Found } from "../../types/records.js";

/** A ban, as stored. */
export interface Ban {
  readonly userId: string;
  readonly reason: string | null;
  readonly at: Date | null;
  /** Null if it has no end. */
  readonly until: Date | null;
  /** The administrator's user id; null if your code banned the user without `as()`. */
  readonly by: string | null;
}

export interface BanRequest {
  /** For administrators: at most 1000 characters. The user sees it in their export only. */
  readonly reason?: string | undefined;
  /** @default no end */
  readonly until?: Date | undefined;
}

/** A session of a user, as an administrator sees it. */
export interface AdminSession {
  /** Identifies the session. It can't be used to sign in. */
  readonly id: string;
  readonly provider: string | null;
  readonly signedInAt: Date;
  readonly lastSeenAt: Date;
  readonly expires: Date;
  readonly userAgent: string | null;
  readonly ip: string | null;
}

/** A page of a list. */
export interface AdminPage {
  /** 1 to 1000. @default 100 */
  readonly limit?: number | undefined;
  /** The `next` of the previous page. */
  readonly after?: string | undefined;
}

/** Which users to list. */
export interface UserPage extends AdminPage {
  /** Only users whose email address or name contains this text. Case is ignored. */
  readonly search?: string | undefined;
  /**
   * Only users who are banned now, in the order of `bans`. It reads the bans, not the users, so
   * every adapter with records can do it. @default false
   */
  readonly banned?: boolean | undefined;
}

/** A user to create. */
export interface UserToAdd {
  readonly email: string;
  readonly name?: string | null | undefined;
  readonly image?: string | null | undefined;
  /** You have verified that the address is the user's. @default false */
  readonly verified?: boolean | undefined;
}

/** A user to invite. */
export interface UserToInvite extends Pick<UserToAdd, "email" | "name" | "image"> {
  /** The language of the mail, such as `"de"`. @default the site's, else English */
  readonly locale?: string | undefined;
}

/** A user who got an invitation. */
export interface InvitedUser {
  readonly user: AdapterUser;
  /** When the link stops working. */
  readonly expires: Date;
}

/** An invitation that can still be accepted. */
export interface OpenInvitation {
  readonly userId: string;
  readonly email: string;
  readonly expires: Date;
  /** The administrator's user id; null if your code invited the user without `as()`. */
  readonly by: string | null;
}

/** Administers users. All reject with an `AdminRefused` that says why nothing was changed. */
export interface AdminActs {
  /**
   * Bans a user: all their sessions end at once, and every sign-in, app and API key is refused until
   * the ban ends. Banning again replaces the ban.
   */
  ban(userId: string, request?: BanRequest): Promise<Ban>;
  /** Lifts a ban. Resolves to whether there was one. Sessions from before don't come back. */
  unban(userId: string): Promise<boolean>;
  /** The user's ban, if they are banned now. */
  banOf(userId: string): Promise<Ban | null>;
  /**
   * Lists bans, in an order of the store's own. A page can have fewer rows than `limit`, because
   * bans that ended by themselves are left out.
   */
  bans(page?: AdminPage): Promise<Found<Ban>>;
  /**
   * Lists users ordered by id. A user who exists all the while is on exactly one page. Needs an
   * adapter with `listUsers`, except for `banned`.
   */
  users(page?: UserPage): Promise<Found<AdapterUser>>;
  /**
   * Creates a user with an email address. They sign in with a magic link or "Forgot password", or with
   * a provider that verifies the address.
   */
  createUser(user: UserToAdd): Promise<AdapterUser>;
  /**
   * Creates a user and mails them a link, which proves their address and signs them in once. A user
   * who exists and hasn't proven the address gets another link, and the earlier one stops working.
   * Needs the option `invitations`. If the mail can't be sent, it rejects with an
   * `EmailSignInError`; the user exists then, and can be invited again.
   */
  invite(user: UserToInvite): Promise<InvitedUser>;
  /** The user's invitation, if they can still accept it. */
  invitationOf(userId: string): Promise<OpenInvitation | null>;
  /** Withdraws a user's invitation. Resolves to whether there was one. */
  withdrawInvitation(userId: string): Promise<boolean>;
  /** Ends all sessions of a user, JWT sessions and apps included, or a guest's session. */
  endSessions(userId: string): Promise<void>;
  /** Lists the user's sessions, the one seen last first. Needs the plugin `sessionRegistry`. */
  sessions(userId: string): Promise<readonly AdminSession[]>;
  /**
   * Removes a user's second factor and ends their sessions. Resolves to whether there was one. Verify
   * by other means that it's the user who asks.
   */
  resetSecondFactor(userId: string): Promise<boolean>;
  /**
   * Removes a user's password and ends their sessions, so that they choose a new one with "Forgot
   * password". Resolves to whether there was one.
   */
  removePassword(userId: string): Promise<boolean>;
}
