// Reading the session by a function call: what every request of an application does.
import { better, iron } from "../peers.mjs";
import { times } from "../measure.mjs";
import {
  bareDecryption,
  config,
  cookieHeader,
  cookieHeaders,
  expressRequest,
  inTurns,
  ours,
  requests,
  sessionRequest,
  token,
} from "../world.mjs";

export const title = "Session read by function, strategy jwt";

/** The time of a variant that finds no session would tell nothing. */
async function finding(read) {
  const session = await read();
  const found = session instanceof Response ? await session.json() : session;
  if ((found?.user?.name ?? found?.name) !== "Ada") throw new Error("The session was not found.");
  return read;
}

const readers = (extra) => ({
  "bare decryption": async () => {
    const [value, decrypt] = [await token(extra), bareDecryption()];
    return finding(() => decrypt(value));
  },
  // Each read is of somebody else, whose token has to be decrypted.
  "latchkey getSession": async () => {
    const { getSession } = await ours("frameworks/express/index");
    const req = inTurns((await cookieHeaders(extra)).map(expressRequest));
    const own = config();
    return finding(() => getSession(req(), own));
  },
  "latchkey getSession, again": async () => {
    const { getSession } = await ours("frameworks/express/index");
    const [req, own] = [expressRequest(cookieHeader(await token(extra))), config()];
    return finding(() => getSession(req, own));
  },
  "@auth/express getSession": async () => {
    const { getSession } = await import("@auth/express");
    const [req, theirs] = [expressRequest(cookieHeader(await token(extra))), config()];
    return finding(() => getSession(req, theirs));
  },
  "latchkey Auth": async () => {
    const { Auth } = await ours("doors/index");
    const request = inTurns((await cookieHeaders(extra)).map(sessionRequest));
    const own = config();
    return finding(() => Auth(request(), own));
  },
  "latchkey Auth, again": async () => {
    const { Auth } = await ours("doors/index");
    const [request, own] = [requests(cookieHeader(await token(extra))), config()];
    return finding(() => Auth(request(), own));
  },
  "@auth/core Auth": async () => {
    const { Auth } = await import("@auth/core");
    const [request, theirs] = [requests(cookieHeader(await token(extra))), config()];
    return finding(() => Auth(request(), theirs));
  },
  "iron-session unseal": async () => finding(await iron(extra)),
});

const stored = {
  "better-auth getSession": async () => {
    const { auth, cookie } = await better();
    const headers = new Headers({ cookie });
    return finding(() => auth.api.getSession({ headers }));
  },
  "better-auth handler": async () => {
    const { auth, cookie } = await better();
    const url = "http://localhost:3000/api/auth/get-session";
    return finding(() => auth.handler(new Request(url, { headers: { cookie } })));
  },
};

export const groups = {
  "small session": { variants: { ...readers(0), ...stored } },
  "6 kB session": { rounds: 9, variants: readers(6000) },
};

/** Those of a short run. */
export const few = [
  "bare decryption",
  "latchkey getSession",
  "latchkey getSession, again",
  "@auth/express getSession",
  "latchkey Auth",
  "latchkey Auth, again",
  "@auth/core Auth",
];

export function ratios({ "small session": small }) {
  const over = (slow, fast) => times(small[slow], small[fast]);
  return [
    {
      name: "Auth() GET /session of a token seen first, times faster than @auth/core",
      value: over("@auth/core Auth", "latchkey Auth"),
      atLeast: 18,
    },
    {
      name: "Auth() GET /session of a token read before, times faster than @auth/core",
      value: over("@auth/core Auth", "latchkey Auth, again"),
      atLeast: 25,
    },
    {
      name: "getSession, times faster than @auth/express",
      value: over("@auth/express getSession", "latchkey getSession"),
      atLeast: 40,
    },
    {
      name: "getSession, times the bare decryption",
      value: over("latchkey getSession", "bare decryption"),
      atMost: 2,
    },
    {
      name: "getSession of a token that was read before, times the bare decryption",
      value: over("latchkey getSession, again", "bare decryption"),
      atMost: 0.5,
    },
  ];
}
