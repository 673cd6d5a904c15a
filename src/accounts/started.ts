import type { CookieJar } from "../cookies/jar.js";
import type { CookieSet } from "../cookies/names.js";
import type { AuditTold } from "../types/audit.js";
import type { SignedIn } from "../types/hooks.js";

export interface StartContext {
  readonly jar: CookieJar;
  readonly cookies: CookieSet;
  readonly audit?: ((event: AuditTold) => Promise<void>) | undefined;
}

/** Sees a session begin. */
export interface StartWatch {
  readonly named: (sid: string) => void;
  tell(who: SignedIn): Promise<void>;
}

/** Tells the audit trail of the session that a sign-in has started, if it has: the application may refuse. */
export function watchStart({ jar, cookies, audit }: StartContext): StartWatch {
  const seen: { sid?: string } = {};
  return {
    named(sid) {
      seen.sid = sid;
    },
    async tell({ user, account }) {
      const { name: own } = cookies.session;
      const isSet = jar.changes().some(({ name, value }) => name.startsWith(own) && value !== "");
      if (!isSet) return;
      await audit?.({
        type: "session.started",
        provider: account.provider,
        ...(user.id !== undefined && { userId: user.id }),
        ...(seen.sid !== undefined && { sessionId: seen.sid }),
        ...(user.email && { personal: { email: user.email } }),
      });
    },
  };
}
