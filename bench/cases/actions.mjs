// The other things a browser asks for: the CSRF token, an update of the session, a sign-in with a password.
import { createCipheriv, createHmac, createSecretKey, randomBytes } from "node:crypto";
import { times } from "../measure.mjs";
import {
  Browser,
  clocked,
  config,
  cookieHeader,
  inTurns,
  origin,
  ours,
  secret,
  token,
} from "../world.mjs";

export const title = "CSRF token, update, sign-in with credentials";

const credentials = {
  id: "credentials",
  name: "Password",
  type: "credentials",
  credentials: {},
  authorize: () => ({ id: "1", name: "Ada", email: "ada@example.org" }),
};

const libraries = {
  latchkey: async () => (await ours("doors/index")).Auth,
  "@auth/core": async () => (await import("@auth/core")).Auth,
};

const settings = () => ({ ...config(), providers: [credentials], logger: silent });
const silent = { error: console.error, warn: () => undefined, debug: () => undefined };

/** A browser that has its CSRF token, and maybe a session. */
async function visitor(auth, own, session) {
  const browser = new Browser();
  const response = browser.take(await auth(new Request(`${origin}/auth/csrf`), own));
  const { csrfToken } = await response.json();
  const cookie = [browser.header(), session].filter(Boolean).join("; ");
  return { csrfToken, cookie };
}

const post = (path, cookie, fields) =>
  new Request(`${origin}/auth/${path}`, {
    method: "POST",
    headers: { cookie, origin, "content-type": "application/json", "x-auth-return-redirect": "1" },
    body: JSON.stringify(fields),
  });

const both = (make) =>
  Object.fromEntries(
    Object.entries(libraries).map(([name, load]) => [name, async () => make(await load())]),
  );

/** What doesn't answer as it should would be measured for nothing. */
async function answering(work, isRight) {
  const response = await work();
  if (!(await isRight(response))) throw new Error(`Unexpected answer: ${response.status}`);
  return work;
}

/** Requests with a body are good for one use: they are made while the clock stands still. */
function posting(auth, own, { make, isRight }) {
  const { auth: timed, spent } = clocked(auth);
  return answering(
    Object.assign(() => timed(make(), own), { spent }),
    isRight,
  );
}

const setsSession = (response) =>
  response.headers.getSetCookie().some((line) => /session-token=./.test(line));

const csrfRequests = () =>
  inTurns(Array.from({ length: 64 }, () => new Request(`${origin}/auth/csrf`)));

/** What any library needs of the platform for a token: its address, random bytes, an HMAC and a Response. */
async function csrfByPlatform() {
  const { Auth } = await ours("doors/index");
  const like = await Auth(csrfRequests()(), settings());
  const [headers, request] = [[...like.headers], csrfRequests()];
  return () => {
    const { headers: sent, method, url } = request();
    const path = new URL(url).pathname;
    if (sent.get("cookie") === path || method !== "GET") throw new Error("Never so.");
    const csrfToken = randomBytes(32).toString("hex");
    headers.at(-1)[1] = `name=${csrfToken}|${hmac(csrfToken)}; Path=/; HttpOnly; SameSite=Lax`;
    return new Response(JSON.stringify({ csrfToken }), { status: 200, headers });
  };
}

const hmacKey = createSecretKey(secret, "utf8");
const hmac = (text) => createHmac("sha256", hmacKey).update(text).digest("hex");

/** The same for a sign-in: the body read, the token checked and made again, a Request for `authorize`, a token sealed. */
async function signInByPlatform() {
  const encryptionKey = createSecretKey(randomBytes(32));
  const macKey = createSecretKey(randomBytes(32));
  const seal = (text) => {
    const iv = randomBytes(16);
    const cipher = createCipheriv("aes-256-cbc", encryptionKey, iv);
    const sealed = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
    const tag = createHmac("sha512", macKey).update(iv).update(sealed).digest();
    return [iv, sealed, tag].map((part) => part.toString("base64url")).join(".");
  };
  const answer = async (request) => {
    const [text, { pathname }] = [await request.text(), new URL(request.url)];
    const fields = JSON.parse(text);
    if (hmac(fields.csrfToken) === pathname) throw new Error("Never so.");
    const { method, headers } = request;
    const passed = new Request(request.url, { method, headers, body: text });
    const user = credentials.authorize(fields, passed);
    const csrfToken = randomBytes(32).toString("hex");
    return new Response(JSON.stringify({ url: origin }), {
      status: 200,
      headers: [
        ["content-type", "application/json"],
        ["set-cookie", `csrf=${csrfToken}|${hmac(csrfToken)}; Path=/; HttpOnly`],
        ["set-cookie", `session-token=${seal(JSON.stringify(user))}; Path=/; HttpOnly`],
      ],
    });
  };
  const fields = { csrfToken: "c".repeat(64), username: "ada", password: "secret" };
  const make = () => post("callback/credentials", "csrf=1", fields);
  return posting(answer, undefined, { make, isRight: setsSession });
}

/** A browser that signs in for the first time. */
async function signIn(auth, own) {
  const { csrfToken, cookie } = await visitor(auth, own);
  const fields = { csrfToken, username: "ada", password: "secret" };
  const make = () => post("callback/credentials", cookie, fields);
  return posting(auth, own, { make, isRight: setsSession });
}

const platform = "the platform's part";
const unlimited = "latchkey, rateLimit: false";

export const groups = {
  "GET /csrf": {
    rounds: 31,
    variants: {
      ...both((auth) => {
        const [own, request] = [settings(), csrfRequests()];
        return answering(
          () => auth(request(), own),
          ({ ok }) => ok,
        );
      }),
      [platform]: csrfByPlatform,
    },
  },
  "POST /session": {
    rounds: 31,
    variants: both(async (auth) => {
      const own = settings();
      const { csrfToken, cookie } = await visitor(auth, own, cookieHeader(await token()));
      return posting(auth, own, {
        make: () => post("session", cookie, { csrfToken, data: { theme: "dark" } }),
        isRight: async (response) => (await response.json())?.user?.name === "Ada",
      });
    }),
  },
  "POST /callback/credentials": {
    rounds: 31,
    variants: {
      ...both((auth) => signIn(auth, settings())),
      [unlimited]: async () =>
        signIn(await libraries.latchkey(), { ...settings(), rateLimit: false }),
      [platform]: signInByPlatform,
    },
  },
};

const faster = (taken, variant = "latchkey") => times(taken["@auth/core"], taken[variant]);

/** The platform's part of what the library takes, and the ratio if that were all. */
function platformIn(taken) {
  const [part, whole] = [taken[platform], taken.latchkey].map(({ median }) => Math.round(median));
  return `${part} of its ${whole} µs are the platform's part, and with that alone it would be ${faster(taken, platform).toFixed(1)}`;
}

export function ratios(tables) {
  const csrf = tables["GET /csrf"];
  const signIn = tables["POST /callback/credentials"];
  return [
    {
      name: "GET /csrf, times faster than @auth/core",
      value: faster(csrf),
      atLeast: 4,
      today: 2.2,
      why: `${platformIn(csrf)}: an address, 32 random bytes, an HMAC and a Response, which any library needs.`,
    },
    {
      name: "POST /session, times faster than @auth/core",
      value: faster(tables["POST /session"]),
      atLeast: 3,
    },
    {
      name: "POST /callback/credentials without hashing, times faster than @auth/core",
      value: faster(signIn),
      atLeast: 4,
      today: 1.5,
      why: `${platformIn(signIn)}: reading the body, a Request for \`authorize\`, HMACs, random bytes, the sealed token and a Response. Most of the rest limits failed attempts: names are counted under keys that hide them, and the browser gets a sealed cookie, so that a flood from elsewhere doesn't lock its user out.`,
    },
    { name: "  without limits, `rateLimit: false`", value: faster(signIn, unlimited) },
  ];
}
