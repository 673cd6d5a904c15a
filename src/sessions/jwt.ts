import { clearChunked, readChunked, writeChunked } from "../cookies/chunks.js";
import { JWTSessionError } from "../errors.js";
import { asError } from "../thrown.js";
import type { JWT } from "../types/jwt.js";
import type {
  SessionContext,
  SessionDeps,
  SessionRead,
  SessionUpdate,
  Sessions,
} from "./contract.js";
import { createTokenCodec, type DecodedToken } from "./token-codec.js";
import { publicSession } from "./default-session.js";
import {
  isChanged,
  pictureOf,
  tokenAtSignIn,
  tokenForCallbacks,
  tokenToStore,
} from "./token-view.js";

/** Sessions whose whole content travels in an encrypted cookie. */
export function jwtSessions(deps: SessionDeps): Sessions {
  const { callbacks, events, jwt } = deps;
  const codec = createTokenCodec(deps);

  const decode = async (context: SessionContext): Promise<DecodedToken | null> => {
    const text = readChunked(context.jar, context.cookie);
    return text === undefined ? null : codec.decode(text, context);
  };
  const write = async (context: SessionContext, claims: JWT): Promise<void> => {
    const value = await codec.encode(claims, context);
    const expires = new Date(context.now + jwt.maxAge * 1000);
    writeChunked(context.jar, context.cookie, { value, expires });
  };
  const isDue = ({ iat }: DecodedToken, { now }: SessionContext): boolean =>
    iat === undefined || now / 1000 - iat >= deps.updateAge;

  const present = async (
    context: SessionContext,
    decoded: DecodedToken,
    update?: SessionUpdate,
  ): Promise<SessionRead> => {
    const token = callbacks.jwt
      ? await askCallback(callbacks.jwt, decoded.claims, update)
      : decoded.claims;
    if (!token) {
      clearChunked(context.jar, context.cookie);
      return { session: null };
    }
    const stored = callbacks.jwt ? tokenToStore(token, decoded.claims) : token;
    const changed = callbacks.jwt !== null && isChanged(stored, decoded.text);
    const due = update !== undefined || changed || isDue(decoded, context);
    const renew = due && context.renew !== false;
    const expires = renew ? context.now + jwt.maxAge * 1000 : decoded.exp * 1000;
    const { name, email } = token;
    const plain = publicSession({ name, email, image: pictureOf(token) }, new Date(expires));
    // Nothing is awaited that is not there: most reads end without.
    const session = callbacks.session
      ? await callbacks.session({
          session: plain,
          token,
          ...(update && { newSession: update.data, trigger: "update" as const }),
        })
      : plain;
    if (renew) await write(context, stored);
    if (events.session) await events.session({ session, token });
    return { session };
  };

  const start: Sessions["start"] = async (context, { user, account, profile, isNewUser }) => {
    const token = tokenAtSignIn(user);
    const params = {
      token,
      user,
      account,
      ...(profile && { profile }),
      ...(isNewUser !== undefined && { isNewUser }),
      trigger: isNewUser ? "signUp" : "signIn",
    } as const;
    const kept = callbacks.jwt ? await callbacks.jwt(params) : token;
    if (kept) await write(context, tokenToStore(kept, tokenAtSignIn(user)));
    else clearChunked(context.jar, context.cookie);
  };

  return {
    ofStoredUsers: false,
    start,
    // The callback sees the account that was linked, and the token can take from it what it needs.
    goOn: start,
    current: async (context) => (await decode(context))?.claims.sub ?? null,
    async read(context, update) {
      const decoded = await decode(context);
      if (!decoded) {
        clearChunked(context.jar, context.cookie);
        return { session: null };
      }
      try {
        return await present(context, decoded, update);
      } catch (error) {
        const message = "The session could not be read: the `jwt` or `session` callback failed.";
        deps.logger.error("JWTSessionError", new JWTSessionError(message, { err: asError(error) }));
        return { session: null, fault: "callback" };
      }
    },
    async end(context) {
      if (readChunked(context.jar, context.cookie) === undefined) return;
      const decoded = await decode(context);
      clearChunked(context.jar, context.cookie);
      await events.signOut({ token: decoded?.claims ?? null });
    },
  };
}

function askCallback(
  callback: NonNullable<SessionDeps["callbacks"]["jwt"]>,
  claims: JWT,
  update: SessionUpdate | undefined,
) {
  const token = tokenForCallbacks(claims);
  return callback(
    update ? { token, session: update.data, trigger: "update" } : { token, session: undefined },
  );
}
