import type { Tell } from "../../types/events.js";
import type { SignedIn } from "../../types/hooks.js";
import type { CookieJar } from "../cookies/jar.js";
import type { CookieSet } from "../cookies/names.js";
import { whoIs } from "../events/attempt.js";

export interface StartContext {
  readonly jar: CookieJar;
  readonly cookies: CookieSet;
  readonly tell: Tell;
}

export interface Started {
  /** An account was linked to the signed-in user, whose session continues. */
  readonly goesOn: boolean;
  /** The user was asked to sign in again. */
  readonly isAnswer: boolean;
}

/** Notified when a session begins. */
export interface SessionStartObserver {
  readonly named: (sid: string) => void;
  tell(who: SignedIn, started: Started): Promise<void>;
}

export interface SessionStartHost {
  observeSessionStart(context: StartContext): SessionStartObserver;
}

/** Emits that a user signed in, and the session that started, if any. The app may refuse. */
export function observeSessionStart({ jar, cookies, tell }: StartContext): SessionStartObserver {
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
