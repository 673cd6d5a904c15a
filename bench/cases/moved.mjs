// Who moved long ago pays nothing for it: the day of the plugin is over.
import { times } from "../measure.mjs";
import { config, cookieHeaders, expressRequest, ours, readInTurns } from "../world.mjs";

const { authjsMigration } = await ours("plugins/authjs-migration/index");

export const title = "Session read, strategy jwt, of an application that moved long ago";

const kinds = {
  plain: () => config(),
  moved: () => config(1, { plugins: [authjsMigration({ from: "v4", until: "2026-01-31" })] }),
};

const reading = async (own) => readInTurns((await cookieHeaders(0)).map(expressRequest), own);

export const groups = {
  getSession: {
    rounds: 25,
    variants: Object.fromEntries(
      Object.entries(kinds).map(([name, own]) => [name, () => reading(own())]),
    ),
  },
};

export function ratios({ getSession: { plain, moved } }) {
  return [
    {
      name: "getSession of an application that moved long ago, times that of one that never did",
      value: times(moved, plain),
      atMost: 1.02,
    },
  ];
}
