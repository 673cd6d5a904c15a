// A configuration object made again for each request, as `Auth(request, { ...config })` does.
import { times } from "../measure.mjs";
import {
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

export const title = "A configuration object per request";

async function getSession(cookies, given) {
  const { getSession: read } = await ours("frameworks/express/index");
  const request = inTurns(cookies.map(expressRequest));
  return () => read(request(), given());
}

async function auth(request, given) {
  const { Auth } = await ours("doors/index");
  return () => Auth(request(), given());
}

const again = async () => [cookieHeader(await token())];

/** The same with one object, and with a copy for each request. */
function both(make) {
  const own = config();
  return {
    "one object": () => make(() => own),
    "copied for each request": () => make(() => ({ ...own })),
  };
}

export const groups = {
  getSession: { variants: both(async (given) => getSession(await cookieHeaders(), given)) },
  "getSession, again": { variants: both(async (given) => getSession(await again(), given)) },
  "Auth() GET /session": {
    variants: both(async (given) =>
      auth(inTurns((await cookieHeaders()).map(sessionRequest)), given),
    ),
  },
  "Auth() GET /session, again": {
    variants: both(async (given) => auth(requests(cookieHeader(await token())), given)),
  },
};

export function ratios(tables) {
  return Object.entries(tables).map(([name, taken]) => ({
    name: `${name} with a configuration object per request, times that with one`,
    value: times(taken["copied for each request"], taken["one object"]),
    atMost: 1.5,
    ...(name === "getSession, again" && {
      today: 2.4,
      why: "the integration reads nine variables of the environment again, to know that they are the same, which takes Node.js about 4 µs: as much as the read itself.",
    }),
  }));
}
