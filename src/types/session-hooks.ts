import type { Awaitable } from "./common.js";

/**
 * Short strings of a plugin, in the JWT or in the suffix of a database session's token: at most 64 letters, digits, `-`
 * and `_` each, under names of at most 16.
 */
export type Facts = Readonly<Record<string, string>>;

/** A session and whose it is. The core keeps all of this once any plugin has session hooks. */
export interface Owned {
  /** Names the session. It isn't the token: it can't be used to sign in. */
  readonly sid: string;
  readonly userId: string | null;
  /** When the user signed in, in seconds since 1970. */
  readonly authTime: number;
  /** Id and type of the provider that started it. */
  readonly provider?: string | undefined;
  readonly method?: string | undefined;
  readonly bothFactors?: boolean | undefined;
  /** A hash of the session at the provider, if that has a name. */
  readonly atProvider?: string | undefined;
  /** It is older than the plugins: `authTime` is when it was last issued, and who started it isn't known. */
  readonly adopted?: boolean | undefined;
  /** What this plugin noted in it. */
  readonly facts: Facts;
}

/** A session that was written. */
export interface Issued extends Owned {
  /** Milliseconds since 1970. */
  readonly now: number;
  readonly expires: Date;
  /** What a stored session is found by in its store. */
  readonly key?: string | undefined;
  /** Who sent the request. */
  readonly client?: { readonly ip?: string | undefined; readonly userAgent?: string | undefined };
}

/** Where a plugin takes part in every session. */
export interface SessionHooks<Adds = unknown> {
  /**
   * The plugin's facts for a session about to be written: one that starts, or one that is `adopted` because it is older
   * than the plugin.
   */
  readonly issue?: (owned: Owned) => Awaitable<Facts>;
  readonly issued?: (issued: Issued, was: "started" | "renewed") => Promise<void>;
  /**
   * At every read; false ends the session. Return a boolean, not a promise, whenever it is known. Throw if it can't be
   * known: the answer is 503, and the browser keeps its cookie.
   */
  readonly check?: (owned: Owned, now: number) => Awaitable<boolean>;
  /** Before a stored session is extended: never answered from a cache. */
  readonly checkNow?: (owned: Owned) => Promise<boolean>;
  /** Seconds since 1970 at which the session ends at the latest, however often it is used. */
  readonly endsBy?: (owned: Owned) => number;
  /**
   * What the plugin adds to every session that is read: the members that `Plugin<Name, Adds>` promises. Return them, not
   * a promise, whenever they are known. They replace nothing that a session has. The `session` callback comes after it and has
   * the last word. Throw if they can't be known: the answer is 503, and the browser keeps its cookie.
   */
  readonly read?: (owned: Owned) => Awaitable<Adds & object>;
  readonly end?: (sid: string) => Promise<void>;
  /** "all": all that were meant are refused from now on. "kept": only those that this plugin knows. */
  readonly endAll?: (userId: string, which: EndedOwned) => Promise<"all" | "kept">;
}

export interface EndedOwned extends Omit<EndedSessions, "except"> {
  /** The one that goes on, unless it was ended before. Without facts it is known by its id alone. */
  readonly except?: { readonly sid: string; readonly facts?: Facts | undefined } | undefined;
}

/** Single sessions, for the account page, `latchkey/manage` and sign-out at a provider. */
export interface SessionRegistry {
  /** Whether sessions are listed. */
  readonly lists: boolean;
  /** The sessions of a user, the one seen last first. */
  list(userId: string): Promise<readonly SessionRecord[]>;
  find(sid: string, userId: string): Promise<SessionRecord | undefined>;
  /** Ends a session; given a user, only one of theirs. Resolves to whether there was one, as far as that is known. */
  end(sid: string, userId?: string): Promise<boolean>;
  /** Ends the sessions that were started by one at a provider. */
  endAtProvider(provider: string, sid: string): Promise<void>;
  /** Remembers that a session was started by one at a provider. */
  noteAtProvider(provider: string, sid: string): Promise<void>;
  isNotedAt(provider: string, sid: string): Promise<boolean>;
}

/** A session as it is listed. Times in seconds since 1970. */
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
  /** What a stored session is found by in its store. */
  readonly key?: string | undefined;
}

/** Which sessions of a user end. @default all of them */
export interface EndedSessions {
  /** The one that goes on. */
  readonly except?: SparedSession | undefined;
  /** Only those that were started with this provider, and those of which that isn't known. */
  readonly startedWith?: string | undefined;
}

/** A session that goes on, as far as it is known. */
export interface SparedSession {
  readonly sid?: string | undefined;
  /** What plugins noted in it, by plugin. */
  readonly facts?: Readonly<Record<string, Facts>> | undefined;
  /** What a stored session is found by in its store. */
  readonly key?: string | undefined;
}
