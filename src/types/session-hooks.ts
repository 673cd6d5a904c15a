import type { Awaitable } from "./common.js";

/**
 * Short strings of a plugin, in the JWT or in the suffix of a database session's token: at most 64 letters, digits, `-`
 * and `_` each, under names of at most 16.
 */
export type Facts = Readonly<Record<string, string>>;

/** A session and its user. Stored by the core once any plugin has session hooks. */
export interface Owned {
  /** The session's id. It isn't the token, so it can't be used to sign in. */
  readonly sid: string;
  readonly userId: string | null;
  /** When the user signed in, in seconds since 1970. */
  readonly authTime: number;
  /** The id and type of the provider that started it. */
  readonly provider?: string | undefined;
  readonly method?: string | undefined;
  readonly bothFactors?: boolean | undefined;
  /** A hash of the provider's session id, if it has one. */
  readonly atProvider?: string | undefined;
  /** It's older than the plugins: `authTime` is when it was last issued, and the provider is unknown. */
  readonly adopted?: boolean | undefined;
  /** This plugin's data. */
  readonly facts: Facts;
}

/** A session that was written. */
export interface Issued extends Owned {
  /** Milliseconds since 1970. */
  readonly now: number;
  readonly expires: Date;
  /** The key of a stored session. */
  readonly key?: string | undefined;
  /** The sender of the request. */
  readonly client?: { readonly ip?: string | undefined; readonly userAgent?: string | undefined };
}

/** A plugin's part in every session. */
export interface SessionHooks<Adds = unknown> {
  /**
   * The plugin's facts for a session about to be written: one that starts, or one that is `adopted` because it is older
   * than the plugin.
   */
  readonly issue?: (owned: Owned) => Awaitable<Facts>;
  readonly issued?: (issued: Issued, was: "started" | "renewed") => Promise<void>;
  /**
   * Called at every read; false ends the session. If the answer is known, return a boolean, not a
   * promise. Throw if it's unknown: the response is 503, and the browser keeps its cookie.
   */
  readonly check?: (owned: Owned, now: number) => Awaitable<boolean>;
  /** Called before a stored session is extended. Its result is never cached. */
  readonly checkNow?: (owned: Owned) => Promise<boolean>;
  /** Seconds since 1970 at which the session ends, however often it's used. */
  readonly endsBy?: (owned: Owned) => number;
  /**
   * What the plugin adds to every session that is read: the members that `Plugin<Name, Adds>`
   * promises. If they're known, return them, not a promise. They can't replace members of the
   * session. The `session` callback runs afterwards and can change anything. Throw if they're
   * unknown: the response is 503, and the browser keeps its cookie.
   */
  readonly read?: (owned: Owned) => Awaitable<Adds & object>;
  readonly end?: (sid: string) => Promise<void>;
  /** "all": every matching session is refused from now on. "kept": only those this plugin knows. */
  readonly endAll?: (userId: string, which: EndedOwned) => Promise<"all" | "kept">;
}

export interface EndedOwned extends Omit<EndedSessions, "except"> {
  /** The session that continues, unless it was ended before. Without facts, only its id is known. */
  readonly except?: (Pick<Owned, "sid" | "provider"> & Partial<Pick<Owned, "facts">>) | undefined;
}

/** Individual sessions, for the account page, `latchkey/manage` and sign-out at a provider. */
export interface SessionRegistry {
  /** Whether sessions are listed. */
  readonly lists: boolean;
  /** A user's sessions, most recently seen first. */
  list(userId: string): Promise<readonly SessionRecord[]>;
  find(sid: string, userId: string): Promise<SessionRecord | undefined>;
  /** Ends a session; with a user, only one of theirs. Resolves to whether it existed, as far as known. */
  end(sid: string, userId?: string): Promise<boolean>;
  /** Ends the sessions started by one session at a provider. */
  endAtProvider(provider: string, sid: string): Promise<void>;
  /** Records that a session was started by one at a provider. */
  noteAtProvider(provider: string, sid: string): Promise<void>;
  isNotedAt(provider: string, sid: string): Promise<boolean>;
}

/** A listed session. Times in seconds since 1970. */
export interface SessionRecord {
  readonly sid: string;
  /** A hash of the user's id. */
  readonly user: string;
  readonly authTime: number;
  readonly seen: number;
  readonly expires: number;
  readonly provider?: string | undefined;
  readonly method?: string | undefined;
  readonly userAgent?: string | undefined;
  readonly ip?: string | undefined;
  readonly atProvider?: string | undefined;
  readonly facts?: Facts | undefined;
  /** The key of a stored session. */
  readonly key?: string | undefined;
}

/** Which sessions of a user to end. @default all of them */
export interface EndedSessions {
  /** The session to keep. */
  readonly except?: SparedSession | undefined;
  /** Only those started with this provider, and those whose provider is unknown. */
  readonly startedWith?: string | undefined;
}

/** A session to keep, as far as it's known. */
export interface SparedSession {
  readonly sid?: string | undefined;
  /** The provider it was started with. */
  readonly provider?: string | undefined;
  /** Data of plugins, by plugin. */
  readonly facts?: Readonly<Record<string, Facts>> | undefined;
  /** The key of a stored session. */
  readonly key?: string | undefined;
}
