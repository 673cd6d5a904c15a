import type { SignedIn } from "../../types/hooks.js";
import { pendingChunked } from "../cookies/chunks.js";
import { CookieJar } from "../cookies/jar.js";
import { isClientError } from "../errors/errors.js";
import { unavailable } from "../http/request-problem.js";
import type { TokenSessions } from "../plugin.js";
import { whoLeaves } from "../sessions/leaver.js";
import { passStages, type StageContext } from "./stages.js";

/** Sessions of devices that have no cookies of this site. Their cookie is a text that `identify` returns. */
export function tokenSessions(core: StageContext): TokenSessions {
  return {
    async start(userId, { provider, bothFactors = false }) {
      const user = await core.store?.getUser(userId);
      if (!user) return null;
      const type = core.flows.get(provider)?.type ?? "credentials";
      const account: SignedIn["account"] = { provider, type, providerAccountId: userId };
      // The browser's own cookies aren't touched.
      const own = { ...core, jar: new CookieJar(null) };
      const signIn = {
        who: { user, account },
        ask: null,
        callbackUrl: core.callbackUrl,
        bothFactors,
      };
      try {
        await passStages(own, { ...signIn, passed: provenStages(core) });
      } catch (error) {
        if (error instanceof Error && isClientError(error)) return null;
        throw error;
      }
      return tokenIn(own, own.cookies.session.name);
    },
    async renew(token) {
      const context = contextOf(core, token);
      const { session, fault } = await core.sessions.read(context);
      if (fault) throw unavailable();
      return session && (tokenIn(context, context.cookie.name) ?? token);
    },
    async end(token) {
      const context = contextOf(core, token);
      const leaver = core.tell ? await whoLeaves(core, context) : {};
      await core.sessions.end(context);
      if (leaver.userId !== undefined) await core.tell?.({ type: "session.ended", ...leaver });
    },
  };
}

/**
 * The stages that the user has passed in the browser. Policies run again: the user may have been
 * banned meanwhile.
 */
function provenStages({ plugins }: StageContext): readonly string[] {
  const stages = plugins.stages ?? [];
  return stages.flatMap(({ phase, plugin }) =>
    phase === "policy" ? [] : [`${plugin.name}.${phase}`],
  );
}

function contextOf({ cookies, now, client }: StageContext, token: string) {
  const [name = ""] = token.split("=", 1);
  return { jar: new CookieJar(token), cookie: { ...cookies.session, name }, now, client };
}

/** What the response would set as the session cookie. */
export function tokenIn({ jar }: Pick<StageContext, "jar">, name: string): string | null {
  const written = pendingChunked(jar, { name, options: {} });
  return written ? `${name}=${encodeURIComponent(written.value)}` : null;
}
