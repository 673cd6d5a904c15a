import type { CookieJar } from "../cookies/jar.js";
import type { CookieSet } from "../cookies/names.js";
import type { Tell } from "../types/events.js";
import type { SignedIn } from "../types/hooks.js";
import { whoIs } from "./attempt.js";

export interface StartContext {
  readonly jar: CookieJar;
  readonly cookies: CookieSet;
  readonly tell: Tell;
}

export interface Started {
  /** The user's session goes on: an account was linked to them. */
  readonly goesOn: boolean;
  /** The user was asked to sign in again. */
  readonly isAnswer: boolean;
}

/** Sees a session begin. */
export interface StartWatch {
  readonly named: (sid: string) => void;
  tell(who: SignedIn, started: Started): Promise<void>;
}

/** Tells that a user signed in, and of the session that started, if one has: the application may refuse. */
export function watchStart({ jar, cookies, tell }: StartContext): StartWatch {
  const seen: { sid?: string } = {};
  const isStarted = (): boolean => {
    const { name: own } = cookies.session;
    return jar.changes().some(({ name, value }) => name.startsWith(own) && value !== "");
  };
  return {
    named(sid) {
      seen.sid = sid;
    },
    async tell({ user, account, isNewUser = false }, { goesOn, isAnswer }) {
      const about = {
        provider: account.provider,
        ...whoIs(user),
        ...(seen.sid !== undefined && { sessionId: seen.sid }),
      };
      await tell({ type: "sign-in.succeeded", isNewUser, ...about });
      if (goesOn) return;
      if (isAnswer) await tell({ type: "step-up.given", ...about });
      if (isStarted()) await tell({ type: "session.started", ...about });
    },
  };
}
