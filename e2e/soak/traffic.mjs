// What the demo is asked, by autocannon: streams of requests at a bounded rate, every answer looked at.
import autocannon from "autocannon";
import { formOf } from "./people.mjs";

const form = "application/x-www-form-urlencoded";

/**
 * The streams. Each connection sends `rate` requests a second and goes through `requests` in order, again and
 * again, and ends where they end: nobody is left halfway.
 */
export function streams(origin, residents) {
  return [
    { name: "signed in", connections: 10, rate: 8, requests: signedIn(residents) },
    { name: "nobody", connections: 2, rate: 14, requests: nobody() },
    // A password takes half a second of a processor: two sign-ins a second leave two of them room for the rest.
    { name: "in and out", connections: 4, rate: 3, requests: inAndOut(origin) },
  ];
}

/** Runs one stream. What autocannon saw, and every answer that wasn't as expected. */
export async function send(origin, stream, seconds) {
  const surprises = [];
  const expecting = ({ expect, onAnswer, ...request }) => ({
    ...request,
    onResponse(status, body, context, headers) {
      const answer = { status, body, context, headers };
      onAnswer?.(answer);
      const wrong = expect(answer);
      if (wrong) {
        surprises.push(`${stream.name}: ${request.method ?? "GET"} ${request.path}: ${wrong}`);
      }
    },
  });
  const { connections, rate, requests } = stream;
  const rounds = Math.max(1, Math.floor((rate * seconds) / requests.length));
  const result = await autocannon({
    url: origin,
    connections,
    overallRate: rate * connections,
    amount: rounds * requests.length * connections,
    requests: requests.map(expecting),
    // Beyond what any stream may take, so that a slow answer is judged and not cut off.
    timeout: 30,
    // As seen by whoever asks; the pace is set by the rate, not by the answers.
    ignoreCoordinatedOmission: true,
  });
  return { name: stream.name, result, surprises };
}

function signedIn(residents) {
  return residents.flatMap(({ cookie, email }) => {
    const headers = { cookie };
    const read = { path: "/auth/session", headers, expect: sessionOf(email) };
    return [
      read,
      { path: "/protected", headers, expect: page(200, "Protected") },
      read,
      { path: "/auth/csrf", headers, expect: page(200, "csrfToken") },
      read,
      { path: "/", headers, expect: page(200, email) },
      read,
      { path: "/auth/signin", headers, expect: page(200, "<form") },
    ];
  });
}

function nobody() {
  const junk = { cookie: "authjs.session-token=00000000-0000-4000-8000-000000000000" };
  return [
    { path: "/auth/session", expect: isNobody },
    { path: "/protected", expect: redirect("/auth/signin") },
    { path: "/auth/signin", expect: page(200, "<form") },
    { path: "/auth/providers", expect: page(200, "password") },
    { path: "/auth/session", headers: junk, expect: isNobody },
    { path: "/auth/error?error=AccessDenied", expect: page(403, "<h1") },
    { path: "/auth/nothing-here", expect: page(404, "message") },
  ];
}

/** Signs in, looks around, signs out: at the end no session is left. */
function inAndOut(origin) {
  return [
    { ...askToken, setupRequest: asSomebody },
    { ...post(origin, "callback/password", ({ who }) => who), expect: redirect(origin) },
    {
      path: "/auth/session",
      setupRequest: withJar,
      expect: (it) => sessionOf(it.context.who.email)(it),
    },
    { path: "/protected", setupRequest: withJar, expect: page(200, "Protected") },
    { ...askToken, setupRequest: withJar },
    { ...post(origin, "signout", () => ({})), expect: redirect(origin) },
    { path: "/auth/session", setupRequest: withJar, expect: isNobody },
  ];
}

const askToken = {
  path: "/auth/csrf",
  expect: page(200, "csrfToken"),
  onAnswer(answer) {
    keepCookies(answer);
    if (answer.status === 200) answer.context.csrfToken = JSON.parse(answer.body).csrfToken;
  },
};

function post(origin, route, fields) {
  return {
    method: "POST",
    path: `/auth/${route}`,
    onAnswer: keepCookies,
    setupRequest(request, context) {
      const body = new URLSearchParams({ csrfToken: context.csrfToken, ...fields(context) });
      const headers = { cookie: jarOf(context), origin, "content-type": form };
      return { ...request, headers, body: body.toString() };
    },
  };
}

function asSomebody(request, context) {
  context.who = formOf(Math.floor(Math.random() * 2));
  return { ...request, headers: {} };
}

const withJar = (request, context) => ({ ...request, headers: { cookie: jarOf(context) } });

const jarOf = ({ jar = {} }) =>
  Object.entries(jar)
    .map(([name, value]) => `${name}=${value}`)
    .join("; ");

function keepCookies({ context, headers }) {
  context.jar ??= {};
  for (const line of [headers["Set-Cookie"] ?? headers["set-cookie"] ?? []].flat()) {
    const [, name, value] = /^([^=]+)=([^;]*)/.exec(line);
    if (value === "" || /max-age=0/i.test(line)) delete context.jar[name];
    else context.jar[name] = value;
  }
}

/** Each of these says what is wrong with an answer, or nothing. */
function page(status, words) {
  return (answer) =>
    answer.status === status && answer.body.includes(words) ? undefined : told(answer);
}

function redirect(to) {
  return (answer) => {
    const location = String(answer.headers["Location"] ?? answer.headers["location"]);
    const isError = location.includes("error=") && !to.includes("error=") && !to.startsWith("/");
    return [302, 303].includes(answer.status) && location.includes(to) && !isError
      ? undefined
      : told(answer);
  };
}

function sessionOf(email) {
  return (answer) =>
    answer.status === 200 && answer.body.includes(`"${email}"`) ? undefined : told(answer);
}

const isNobody = (answer) =>
  answer.status === 200 && answer.body === "null" ? undefined : told(answer);

const told = ({ status, body, headers }) =>
  `${status} ${headers["Location"] ?? headers["location"] ?? ""} ${body.slice(0, 200)}`;
