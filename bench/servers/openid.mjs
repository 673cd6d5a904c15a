// A small OpenID provider that signs everybody in at once, and counts who asks for what.
// With a lifetime of access tokens in seconds, it also gives refresh tokens; each works once.
import { createServer } from "node:http";
import { exportJWK, generateKeyPair, SignJWT } from "jose";

const { publicKey, privateKey } = await generateKeyPair("RS256");
const jwk = { ...(await exportJWK(publicKey)), kid: "1", alg: "RS256", use: "sig" };
const seen = { discovery: 0, keys: 0, token: 0, userinfo: 0 };
const codes = new Map();
const [lifetime] = process.argv.slice(2);
const refreshTokens = new Set();
let made = 0;

const server = createServer(async (request, response) => {
  const issuer = `http://127.0.0.1:${server.address().port}`;
  const url = new URL(request.url, issuer);
  const json = (body, status = 200) => {
    response.writeHead(status, { "content-type": "application/json" });
    response.end(JSON.stringify(body));
  };
  switch (url.pathname) {
    case "/.well-known/openid-configuration":
      seen.discovery++;
      return json(metadata(issuer));
    case "/keys":
      seen.keys++;
      return json({ keys: [jwk] });
    case "/authorize": {
      const code = `code${made++}`;
      const sub = url.searchParams.get("login_hint") ?? "ada";
      codes.set(code, { sub, nonce: url.searchParams.get("nonce") });
      const back = new URL(url.searchParams.get("redirect_uri"));
      back.searchParams.set("code", code);
      if (url.searchParams.has("state")) {
        back.searchParams.set("state", url.searchParams.get("state"));
      }
      back.searchParams.set("iss", issuer);
      response.writeHead(302, { location: back.href });
      return response.end();
    }
    case "/token":
      seen.token++;
      return answerToken(issuer, new URLSearchParams(await bodyOf(request)), json);
    case "/userinfo": {
      seen.userinfo++;
      const [, sub] = /^Bearer (.+)\.\d+$/i.exec(request.headers.authorization) ?? [];
      return json({ sub, ...claimsOf(sub) });
    }
    default:
      return json(seen);
  }
});

function metadata(issuer) {
  return {
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    jwks_uri: `${issuer}/keys`,
    userinfo_endpoint: `${issuer}/userinfo`,
    response_types_supported: ["code"],
    subject_types_supported: ["public"],
    id_token_signing_alg_values_supported: ["RS256"],
    code_challenge_methods_supported: ["S256"],
    authorization_response_iss_parameter_supported: true,
  };
}

const claimsOf = (sub) => ({ name: "Ada", email: `${sub}@example.org`, email_verified: true });

async function answerToken(issuer, form, json) {
  const refreshToken = form.get("refresh_token");
  if (refreshToken !== null) {
    if (!refreshTokens.delete(refreshToken)) return json({ error: "invalid_grant" }, 400);
    return json(tokensOf(refreshToken.split(".", 1)[0]));
  }
  const { sub, nonce } = codes.get(form.get("code"));
  codes.delete(form.get("code"));
  const idToken = await new SignJWT({ ...claimsOf(sub), ...(nonce && { nonce }) })
    .setProtectedHeader({ alg: "RS256", kid: "1" })
    .setIssuer(issuer)
    .setSubject(sub)
    .setAudience("client")
    .setIssuedAt()
    .setExpirationTime("5m")
    .sign(privateKey);
  return json({ ...tokensOf(sub), id_token: idToken });
}

/** Later tokens of a user end with a greater number. */
function tokensOf(sub) {
  const issued = { access_token: `${sub}.${made++}`, token_type: "Bearer" };
  if (lifetime === undefined) return { ...issued, expires_in: 300 };
  const refreshToken = `${sub}.${made++}`;
  refreshTokens.add(refreshToken);
  return { ...issued, expires_in: Number(lifetime), refresh_token: refreshToken };
}

async function bodyOf(request) {
  let text = "";
  for await (const chunk of request) text += chunk;
  return text;
}

server.listen(0, "127.0.0.1", () => process.send(`http://127.0.0.1:${server.address().port}`));
process.once("disconnect", () => process.exit(0));
