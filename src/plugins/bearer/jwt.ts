import { compactVerify, importJWK, SignJWT, type JWK } from "jose";
import { coreOf } from "../../core/actions/plugin-context.js";
import { askInTime } from "../../core/async/deadline.js";
import { toBase64Url, utf8 } from "../../core/crypto/encoding.js";
import { randomText } from "../../core/crypto/random.js";
import { asError } from "../../core/errors/as-error.js";
import { AuthError, InvalidConfiguration } from "../../core/errors/errors.js";
import { json, type Outcome } from "../../core/http/outcome.js";
import { unavailable } from "../../core/http/request-problem.js";
import type { Context } from "../../core/plugin.js";
import type { JwtSettings, SigningKey } from "./keys.js";

/** `POST bearer/jwt`: a JWT of the signed-in user, for other services. */
export async function issueJwt(settings: JwtSettings, context: Context): Promise<Outcome> {
  const userId = await context.signedInAs();
  const user = userId === null ? null : await context.store?.getUser(userId);
  if (!user) return json({ error: "SessionRequired" }, 401);
  const { audience, maxAge } = settings;
  const now = Math.floor(context.now / 1000);
  const { origin, basePath } = context.site;
  const token = await signed(settings, context, {
    // Claims the application adds can't replace those that services rely on.
    ...(await settings.claims?.(user)),
    sub: String(user.id),
    iss: origin + basePath,
    aud: audience,
    iat: now,
    exp: now + maxAge,
    jti: randomText(16),
  });
  return json({ token, expires_in: maxAge });
}

/** With the key, or with the application's `sign`: apps can retry if that fails, nothing is used up. */
async function signed(
  { signer, sign, published: [key = signer] }: JwtSettings,
  context: Context,
  claims: Readonly<Record<string, unknown>>,
): Promise<string> {
  const { alg, kid } = signer;
  const header = { alg, kid, typ: "JWT" };
  if (!sign) {
    const token = new SignJWT({ ...claims }).setProtectedHeader(header);
    return token.sign(await importJWK(keyOf(signer), alg));
  }
  const data = [header, claims].map((part) => toBase64Url(utf8(JSON.stringify(part)))).join(".");
  const { timeout } = coreOf(context);
  const signature: unknown = await askInTime(
    "jwt.sign",
    async () => sign(utf8(data), key),
    timeout,
  ).catch((error: unknown) => failed(context, error));
  if (!(signature instanceof Uint8Array)) throw wrong(new TypeError("It isn't a Uint8Array."));
  const token = `${data}.${toBase64Url(signature)}`;
  await compactVerify(token, await importJWK(keyOf(key), alg)).catch((error: unknown) => {
    throw wrong(error);
  });
  return token;
}

function failed({ app }: Context, error: unknown): never {
  const message =
    "`jwt.sign` of `bearer()` failed, so no JWT was issued. The app got status 503 and can try again.";
  app.logger.error("AuthError", new AuthError(message, { err: asError(error) }));
  throw unavailable();
}

/** The service would refuse it, too. */
function wrong(error: unknown): InvalidConfiguration {
  return new InvalidConfiguration(
    "`sign` of `bearer({ jwt })` returned a signature that the first key doesn't verify. Is it of another key, or in DER?",
    { err: asError(error) },
  );
}

function keyOf({ kty = "", ...members }: SigningKey): JWK {
  const texts = Object.entries(members).flatMap(([name, value]): [string, string][] =>
    typeof value === "string" ? [[name, value]] : [],
  );
  return { kty, ...Object.fromEntries(texts) };
}

/**
 * Seconds for which services may cache the keys: a new key is published for longer than this before
 * it signs.
 */
const kept = 300;

/** `GET .well-known/jwks.json` (RFC 7517): the same for everybody. */
export function showKeys({ published: keys }: JwtSettings): Outcome {
  const headers = {
    "access-control-allow-origin": "*",
    "cache-control": `public, max-age=${kept}`,
    "content-type": "application/jwk-set+json",
    "x-content-type-options": "nosniff",
  };
  return { kind: "asset", status: 200, body: JSON.stringify({ keys }), headers };
}
