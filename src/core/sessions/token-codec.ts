import type { JWT } from "../../types/jwt.js";
import { once } from "../async/once.js";
import { decryptToken, readClaims, sealToken, type Opened } from "../crypto/token.js";
import { ofSecrets } from "../state/secrets.js";
import type { SessionContext, SessionDeps } from "./contract.js";
import { KnownTokens, type SentToken } from "./known-tokens.js";
import { issuedAt, type CustomDecode, type TokenReader } from "./token-reader.js";
import { withTextSub } from "./token-view.js";

/** Converts between claims and the cookie's value: the library's own way, or the app's. */
export interface TokenCodec extends TokenReader {
  /** `lasts` is the token's lifetime in seconds. */
  encode(claims: JWT, context: SessionContext, lasts: number): Promise<string>;
}

/** The result of decrypting depends on the secrets alone. */
const knownTokens = ofSecrets(() => new KnownTokens());

export function createTokenCodec(deps: SessionDeps): TokenCodec {
  const { encode } = deps.jwt;
  const { keys, jwt } = deps;
  return {
    ...(jwt.decode ? customReader(deps, jwt.decode) : ownReader(deps)),
    async encode(claims, { cookie, now }, lasts) {
      const salt = cookie.name;
      if (!encode) return sealToken(keys, { salt, claims, maxAge: lasts, now });
      return encode.call(jwt, { token: claims, secret: jwt.secret, maxAge: lasts, salt });
    },
  };
}

function ownReader(deps: SessionDeps): TokenReader {
  const { keys, logger, warnOnce } = deps;
  const known = knownTokens(keys);
  const decrypted = async (key: SentToken, now: number): Promise<Opened> => {
    const text = await decryptToken(keys, key);
    if (typeof text !== "string") return text;
    known.add(key, text);
    return readClaims(text, now);
  };
  // Awaits only tokens that aren't known yet: this runs at every read.
  const open = (key: SentToken, now: number): Opened | Promise<Opened> => {
    const kept = known.get(key);
    return kept === undefined ? decrypted(key, now) : readClaims(kept, now);
  };
  return {
    async decode(token, { cookie, now }) {
      const opening = open({ salt: cookie.name, token }, now);
      const opened = "then" in opening ? await opening : opening;
      if (!opened.ok) {
        logger.debug("session_token_refused", { reason: opened.reason });
        if (opened.reason === "no-key") warnOnce("other-secret", () => otherSecret);
        return null;
      }
      const { claims, text, exp } = opened;
      return { claims: withTextSub(claims), text, exp, iat: issuedAt(deps, claims, now) };
    },
    async isExpired(token, { cookie, now }) {
      const opened = await open({ salt: cookie.name, token }, now);
      return !opened.ok && opened.reason === "expired";
    },
  };
}

const otherSecret =
  "A session cookie was encrypted with another secret, so its user is signed out. Set the same AUTH_SECRET on every instance; when you rotate it, keep the old one last in the list.";

const custom = once(() => import("./custom-tokens.js"));

/** Few apps decode tokens themselves. */
function customReader(deps: SessionDeps, decode: CustomDecode): TokenReader {
  return {
    decode: async (...given) => (await custom()).customReader(deps, decode).decode(...given),
    isExpired: async (...given) => (await custom()).customReader(deps, decode).isExpired(...given),
  };
}
