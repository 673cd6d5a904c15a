// A session that can be ended costs what any other does, as long as a look at the marks counts.
import { times } from "../measure.mjs";
import {
  config,
  cookieHeader,
  cookieHeaders,
  expressRequest,
  ours,
  readInTurns,
  token,
} from "../world.mjs";

export const title = "Session read, strategy jwt, of sessions that can be ended";

const kinds = {
  plain: () => config(),
  revocable: async () => {
    const { memoryState } = await ours("core/state/memory");
    // Longer than the measurement lasts: what is measured is a read within the bound.
    const { sessionRegistry } = await ours("plugins/session-registry/index");
    const plugins = [sessionRegistry({ within: 3600, list: false })];
    return config(1, { plugins, sharedState: memoryState() });
  },
};

/** What the token of a session that can be ended holds besides: another one for each. */
const facts = () => ({
  latchkey: {
    sid: crypto.randomUUID().replaceAll("-", "").slice(0, 22),
    authTime: Math.floor(Date.now() / 1000),
    provider: "provider0",
    method: "oidc",
  },
});

const byKind = (make) =>
  Object.fromEntries(
    Object.entries(kinds).map(([name, own]) => [name, async () => make(await own())]),
  );

export const groups = {
  getSession: {
    rounds: 25,
    variants: byKind(async (own) =>
      readInTurns((await cookieHeaders(0, facts)).map(expressRequest), own),
    ),
  },
  "getSession, again": {
    rounds: 25,
    variants: byKind(async (own) =>
      readInTurns([expressRequest(cookieHeader(await token(0, facts())))], own),
    ),
  },
};

export function ratios(results) {
  return Object.entries(results).map(([name, { plain, revocable }]) => ({
    name: `${name} of a session that can be ended, times that of one that can't`,
    value: times(revocable, plain),
    atMost: 1.1,
  }));
}
