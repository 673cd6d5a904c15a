import type { Strategy } from "../support/config.js";
import type { Code } from "./message.js";

/** A session, by the text of its cookie. */
export interface ModelSession {
  readonly user: string;
  /** The text of its cookie. */
  readonly token: string;
  /** Names the session through all the tokens it has: the first one that was known by an id. */
  readonly of: string;
  /** It was made before sessions had ids. */
  readonly plain: boolean;
  issued: number;
  expires: number;
  /** Signed out, or replaced: with the database strategy nobody may use it any more. */
  ended: boolean;
  /** It began while nobody had proven the address of its user. */
  readonly unproven: boolean;
  /** The `jwt` callback says that it is over. */
  dismissed?: boolean;
}

/** A sign-in at a provider, by the text of its cookie. */
export interface ModelFlow {
  readonly provider: string;
  readonly state: string;
  readonly beganAs: string | null;
  readonly expires: number;
  /** What the provider posted already, for a browser that has yet to come with its session. */
  readonly answer?: { readonly code: Code | null };
  used: boolean;
}

/** A mail, by its secret token. */
export interface ModelMail {
  readonly address: string;
  readonly code: string;
  readonly expires: number;
  wrong: number;
  gone: boolean;
}

/** The challenge of a ceremony, by the text of its cookie. */
export interface ModelChallenge {
  readonly challenge: string;
  readonly action: "register" | "authenticate";
  readonly beganAs: string | null;
  /** Whose passkey is expected; null when anybody's is welcome. */
  readonly subject: string | null;
  /** For whom a passkey is made when nobody is signed in. */
  readonly newcomer: string | null;
  readonly beganAt: number;
  readonly expires: number;
  used: boolean;
}

export interface ModelPasskey {
  readonly account: string;
  readonly user: string;
  counter: number;
}

/** A sign-in that was finished. `at` is in milliseconds since 1970. */
export interface ModelProof {
  readonly user: string;
  readonly at: number;
}

/** What the library must know and believe. Users are named by their email addresses. */
export interface State {
  readonly strategy: Strategy;
  readonly users: Map<string, { verified: boolean }>;
  /** The owner of an account, by provider and id. */
  readonly accounts: Map<string, string>;
  readonly sessions: Map<string, ModelSession>;
  /** Sessions have ids, and can be listed and ended. */
  revocable: boolean;
  /** Those that were ended, by what names them. */
  readonly over: Set<string>;
  /** The ids of those that are noted, so that they can be listed. */
  readonly noted: Map<string, string>;
  /** To which family a token belongs in a process, and the newest token of each. */
  readonly families: Map<string, string>;
  readonly newest: Map<string, string>;
  /** When somebody signed out with a token, in the process that did it. In milliseconds since 1970. */
  readonly signedOut: Map<string, number>;
  /** When and by which process somebody else's sessions were refused, by the user whose address was proven. */
  readonly proven: Map<string, { readonly at: number; readonly process: number }>;
  /** Other processes that know of it, each with the user. */
  readonly aware: Set<string>;
  readonly csrf: Set<string>;
  readonly flows: Map<string, ModelFlow>;
  readonly mails: Map<string, ModelMail>;
  /** Which mail a browser asked for, by the text of its cookie. */
  readonly pending: Map<string, { token: string; expires: number }>;
  /** Addresses with which a browser has signed in, by the text of the cookie that tells so. */
  readonly devices: Map<string, string[]>;
  /** When mails to an address were asked for since its owner signed in last, by known browsers and by others. */
  readonly asked: Map<string, number[]>;
  readonly challenges: Map<string, ModelChallenge>;
  readonly passkeys: Map<string, ModelPasskey>;
  /** Who signed in and when, by the text of the cookie that tells so. */
  readonly proofs: Map<string, ModelProof>;
}

/** Seconds. */
export const sessionLasts = 60 * 60;
export const sessionIsRenewedAfter = 10 * 60;
export const flowLasts = 15 * 60;
export const answerLasts = 2 * 60;
export const mailLasts = 15 * 60;
export const challengeLasts = 5 * 60;
export const proofIsFreshFor = 10 * 60;
export const tolerance = 15;
/** A process refuses a token for so long after somebody signed out with it. */
export const signOutIsRemembered = 5 * 60;
/** A process may go by what it found this long ago. */
export const proofIsKnownAfter = 30;

export function emptyState(strategy: Strategy, users: readonly string[]): State {
  return {
    strategy,
    users: new Map(users.map((email) => [email, { verified: false }])),
    accounts: new Map(),
    sessions: new Map(),
    revocable: false,
    over: new Set(),
    noted: new Map(),
    families: new Map(),
    newest: new Map(),
    signedOut: new Map(),
    proven: new Map(),
    aware: new Set(),
    csrf: new Set(),
    flows: new Map(),
    mails: new Map(),
    pending: new Map(),
    devices: new Map(),
    asked: new Map(),
    challenges: new Map(),
    passkeys: new Map(),
    proofs: new Map(),
  };
}

export const accountKey = (provider: string, id: string): string => `${provider} ${id}`;

/** Whether something sealed in a cookie hasn't expired, with the leeway that clocks are given. */
export function isSealed({ expires }: { readonly expires: number }, now: number): boolean {
  return expires / 1000 > Math.floor(now / 1000) - tolerance;
}

/** Whether a session can be used. */
export function isLive(state: State, session: ModelSession, now: number): boolean {
  if (session.dismissed || state.over.has(session.of)) return false;
  if (state.strategy === "jwt") return isSealed(session, now);
  return !session.ended && session.expires > now;
}

/** The same text for two states that are the same. */
export function fingerprint(state: State): string {
  return JSON.stringify(state, (_key, value: unknown) => {
    if (value instanceof Map) return [...value].map((entry) => JSON.stringify(entry)).sort();
    return value instanceof Set ? [...value].sort() : value;
  });
}
