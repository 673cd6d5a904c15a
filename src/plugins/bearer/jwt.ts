import { importJWK, SignJWT, type JWK } from "jose";
import { randomText } from "../../core/crypto/random.js";
import { json, type Outcome } from "../../core/http/outcome.js";
import type { Context } from "../../core/plugin.js";
import type { JwtSettings } from "./keys.js";
import type { SigningKey } from "./keys.js";

/** `POST bearer/jwt`: a JWT of the signed-in user, for other services. */
export async function issueJwt(settings: JwtSettings, context: Context): Promise<Outcome> {
  const userId = await context.signedInAs();
  const user = userId === null ? null : await context.store?.getUser(userId);
  if (!user) return json({ error: "SessionRequired" }, 401);
  const { audience, maxAge, signer } = settings;
  const { alg, kid } = signer;
  const now = Math.floor(context.now / 1000);
  const { origin, basePath } = context.site;
  // Claims the application adds can't replace those that services rely on.
  const token = new SignJWT({ ...(await settings.claims?.(user)) })
    .setProtectedHeader({ alg, kid, typ: "JWT" })
    .setSubject(String(user.id))
    .setIssuer(origin + basePath)
    .setAudience(audience)
    .setIssuedAt(now)
    .setExpirationTime(now + maxAge)
    .setJti(randomText(16));
  const signed = await token.sign(await importJWK(keyOf(signer), alg));
  return json({ token: signed, expires_in: maxAge });
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
