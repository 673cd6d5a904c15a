// The other things a browser asks for: the CSRF token, an update of the session, a sign-in with a password.
import { Browser, clocked, config, cookieHeader, inTurns, origin, ours, token } from "../world.mjs";

export const title = "CSRF token, update, sign-in with credentials";

const credentials = {
  id: "credentials",
  name: "Password",
  type: "credentials",
  credentials: {},
  authorize: () => ({ id: "1", name: "Ada", email: "ada@example.org" }),
};

const libraries = {
  latchkey: async () => (await ours("index")).Auth,
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

/** What does not answer as it should would be measured for nothing. */
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

/** An answer like that of the library, made of the platform's own classes, and nothing else done for it. */
async function answerAlone() {
  const { Auth } = await ours("index");
  const like = await Auth(csrfRequests()(), settings());
  const [body, headers, request] = [await like.text(), [...like.headers], csrfRequests()];
  return () => {
    const { headers: sent, method, url } = request();
    if (sent.get("cookie") === url || method !== "GET") throw new Error("Never so.");
    return new Response(body, { status: 200, headers });
  };
}

export const groups = {
  "GET /csrf": {
    variants: {
      ...both((auth) => {
        const [own, request] = [settings(), csrfRequests()];
        return answering(
          () => auth(request(), own),
          ({ ok }) => ok,
        );
      }),
      "a Response alone": answerAlone,
    },
  },
  "POST /session": {
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
    variants: both(async (auth) => {
      const own = settings();
      const { csrfToken, cookie } = await visitor(auth, own);
      const fields = { csrfToken, username: "ada", password: "secret" };
      const make = () => post("callback/credentials", cookie, fields);
      return posting(auth, own, { make, isRight: setsSession });
    }),
  },
};

const times = (taken) => taken["@auth/core"].median / taken.latchkey.median;

export function ratios(tables) {
  return [
    {
      name: "GET /csrf, times faster than @auth/core",
      value: times(tables["GET /csrf"]),
      atLeast: 4,
    },
    {
      name: "POST /session, times faster than @auth/core",
      value: times(tables["POST /session"]),
      atLeast: 3,
    },
    {
      name: "POST /callback/credentials without hashing, times faster than @auth/core",
      value: times(tables["POST /callback/credentials"]),
      atLeast: 4,
    },
  ];
}
