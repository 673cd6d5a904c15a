// What must hold on every runtime. Plain JavaScript on web-platform globals: no test framework runs on all of them.

const origin = "http://localhost:3000";

const config = () => ({
  secret: "0123456789abcdef0123456789abcdef",
  trustHost: true,
  basePath: "/auth",
  providers: [
    {
      id: "credentials",
      name: "Password",
      type: "credentials",
      credentials: { username: {}, password: { type: "password" } },
      authorize: (credentials) =>
        credentials.password === "correct"
          ? { id: "1", name: "Ada", email: "ada@example.com" }
          : null,
    },
  ],
});

// A token made by another implementation of the same format, with the secret "secret".
const foreignToken = [
  "eyJhbGciOiJkaXIiLCJlbmMiOiJBMjU2Q0JDLUhTNTEyIiwia2lkIjoiN3g5RFVNVmFFVTZnaWFiMGwwT1dEdDRlNFNzUkhfY2J3TW9mMkV6RXl5Nm9uSzVvOHhTUFBCNzk5UlZvcW0ydjZ6Njc0a1FDdjlqb20yVDhTLWExZFEifQ",
  "",
  "uridqALDiMWAcWaxfWp18g",
  "Hsn3_BYTOA64tggYnrSUeEVS0tvODMOunsojzYqoFpM_9WfVzPxP7XrIA6e1BnDCh4ModlqJALFAdUH-Hhmucek2IH0z6sdyDsAGwPQ2KpjsgA2hQV_lye0Ati_fl9s5g_RRS5KQF789rSQ6XBniFqyG0j9Ca-NVcNUoLQCeg_Xn0QpCrwpoY5PZfDEIc__U",
  "hlYhRNFltAb6IBJA6A1IOvlzmHSAZYOI6FjpeiXccWg",
].join(".");

/** A browser reduced to its cookies. */
function createVisitor(Auth) {
  const cookies = new Map();
  const settings = config();
  return async function visit(path, form) {
    const headers = new Headers();
    if (cookies.size > 0) {
      headers.set("cookie", [...cookies].map(([name, value]) => `${name}=${value}`).join("; "));
    }
    if (form !== undefined) {
      headers.set("content-type", "application/x-www-form-urlencoded");
      headers.set("x-auth-return-redirect", "1");
    }
    const body = form === undefined ? undefined : new URLSearchParams(form).toString();
    const method = form === undefined ? "GET" : "POST";
    const request = new Request(`${origin}/auth/${path}`, { method, headers, body });
    const response = await Auth(request, settings);
    for (const line of response.headers.getSetCookie()) keep(cookies, line);
    return response;
  };
}

function keep(cookies, line) {
  const [pair, ...attributes] = line.split(";").map((part) => part.trim());
  const cut = pair.indexOf("=");
  const gone = attributes.some((attribute) => attribute.toLowerCase() === "max-age=0");
  if (gone) cookies.delete(pair.slice(0, cut));
  else cookies.set(pair.slice(0, cut), pair.slice(cut + 1));
}

function equal(actual, expected, what) {
  if (actual !== expected) throw new Error(`${what}: expected ${expected}, got ${actual}`);
}

async function signIn(visit, password) {
  const { csrfToken } = await (await visit("csrf")).json();
  return visit("callback/credentials", { csrfToken, username: "ada", password });
}

const scenarios = {
  "[SVC-4] answers a Request with a Response": async ({ Auth }) => {
    const response = await createVisitor(Auth)("providers");
    equal(response instanceof Response, true, "a Response");
    equal(response.status, 200, "status");
    const listed = await response.json();
    equal(listed.credentials.type, "credentials", "type");
    equal(listed.credentials.signinUrl, `${origin}/auth/signin/credentials`, "signinUrl");
  },

  "signs in with credentials, reads the session and signs out": async ({ Auth }) => {
    const visit = createVisitor(Auth);
    equal(await (await visit("session")).json(), null, "session before");
    const signedIn = await signIn(visit, "correct");
    equal(signedIn.status, 200, "sign-in status");
    equal(new URL((await signedIn.json()).url).origin, origin, "sign-in target");
    const session = await (await visit("session")).json();
    equal(session?.user?.email, "ada@example.com", "session user");
    const { csrfToken } = await (await visit("csrf")).json();
    equal((await visit("signout", { csrfToken })).status, 200, "sign-out status");
    equal(await (await visit("session")).json(), null, "session after");
  },

  "refuses a wrong password": async ({ Auth }) => {
    const visit = createVisitor(Auth);
    const refused = await signIn(visit, "wrong");
    const { url } = await refused.json();
    equal(new URL(url).searchParams.get("error"), "CredentialsSignin", "error");
    equal(await (await visit("session")).json(), null, "session");
  },

  "reads a token made elsewhere": async ({ decode }) => {
    const salt = "authjs.session-token";
    const token = await decode({ token: foreignToken, secret: "secret", salt });
    equal(token?.email, "ann@example.com", "email");
    equal(token?.sub, "42", "sub");
  },

  "reads back the token it makes": async ({ encode, decode }) => {
    const common = { secret: ["new secret", "old secret"], salt: "a-cookie" };
    const token = await encode({ ...common, token: { sub: "7" } });
    equal((await decode({ ...common, token }))?.sub, "7", "sub");
  },
};

/** Runs every scenario; `subject` is `{ Auth, encode, decode }`. */
export async function runSuite(subject) {
  const results = [];
  for (const [name, scenario] of Object.entries(scenarios)) {
    const started = Date.now();
    const message = await scenario(subject).then(
      () => undefined,
      (error) => String(error?.stack ?? error),
    );
    results.push({ name, message, duration: Date.now() - started });
  }
  return results;
}
