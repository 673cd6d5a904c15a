// The cost of a session read mustn't depend on how many providers are configured.
import { stated } from "../growth.mjs";
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

export const title = "Session read, by number of providers";

const counts = [1, 10, 100, 1000];

const byCount = (make) =>
  Object.fromEntries(counts.map((count) => [`${count} providers`, () => make(config(count))]));

export const groups = {
  getSession: {
    rounds: 25,
    variants: byCount(async (own) => {
      const { getSession } = await ours("frameworks/express/index");
      const req = inTurns((await cookieHeaders()).map(expressRequest));
      return () => getSession(req(), own);
    }),
  },
  "Auth() GET /session": {
    rounds: 9,
    variants: byCount(async (own) => {
      const { Auth } = await ours("doors/index");
      const request = inTurns((await cookieHeaders()).map(sessionRequest));
      return () => Auth(request(), own);
    }),
  },
  "@auth/core GET /session": {
    rounds: 9,
    variants: byCount(async (theirs) => {
      const { Auth } = await import("@auth/core");
      const request = requests(cookieHeader(await token()));
      return () => Auth(request(), theirs);
    }),
  },
};

export function ratios({
  getSession: own,
  "Auth() GET /session": auth,
  "@auth/core GET /session": peer,
}) {
  return [
    {
      name: "getSession with 100 providers, times that with 1",
      value: times(own["100 providers"], own["1 providers"]),
      atMost: 1.05,
    },
    // A short run has two points only.
    ...(auth
      ? [
          stated("Growth of getSession with the providers", own),
          stated("Growth of Auth() GET /session with the providers", auth),
          stated("  that of @auth/core", peer),
        ]
      : []),
  ];
}
