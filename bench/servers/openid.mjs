// A small OpenID provider that signs everybody in at once, and counts who asks for what.
import { createServer } from "node:http";
import { exportJWK, generateKeyPair, SignJWT } from "jose";

const { publicKey, privateKey } = await generateKeyPair("RS256");
const jwk = { ...(await exportJWK(publicKey)), kid: "1", alg: "RS256", use: "sig" };
const seen = { discovery: 0, keys: 0, token: 0, userinfo: 0 };
const codes = new Map();
let made = 0;

const server = createServer(async (request, response) => {
  const issuer = `http://127.0.0.1:${server.address().port}`;
  const url = new URL(request.url, issuer);
  const json = (body) => {
    response.writeHead(200, { "content-type": "application/json" });
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
      codes.set(code, url.searchParams.get("nonce"));
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
      return json(await tokens(issuer, new URLSearchParams(await bodyOf(request)).get("code")));
    case "/userinfo":
      seen.userinfo++;
      return json({ sub: "ada", name: "Ada", email: "ada@example.org" });
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

async function tokens(issuer, code) {
  const nonce = codes.get(code);
  codes.delete(code);
  const claims = { name: "Ada", email: "ada@example.org", ...(nonce && { nonce }) };
  const idToken = await new SignJWT(claims)
    .setProtectedHeader({ alg: "RS256", kid: "1" })
    .setIssuer(issuer)
    .setSubject("ada")
    .setAudience("client")
    .setIssuedAt()
    .setExpirationTime("5m")
    .sign(privateKey);
  return { access_token: "access", token_type: "Bearer", expires_in: 300, id_token: idToken };
}

async function bodyOf(request) {
  let text = "";
  for await (const chunk of request) text += chunk;
  return text;
}

server.listen(0, "127.0.0.1", () => process.send(`http://127.0.0.1:${server.address().port}`));
process.once("disconnect", () => process.exit(0));
