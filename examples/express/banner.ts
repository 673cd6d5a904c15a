import { people } from "./people.js";
import type { Strategy } from "./strategy.js";

export interface Started {
  readonly port: number;
  readonly wanted: number;
  readonly strategy: Strategy;
  /** Where users and sessions are kept. */
  readonly data: string;
  /** Where the secret comes from. */
  readonly secret: string;
}

type Paint = (text: string) => string;

/** Colors only on a terminal, and not for those who set NO_COLOR. */
function colors(on: boolean): { bold: Paint; dim: Paint; link: Paint } {
  const paint = (code: string): Paint =>
    on ? (text) => `\u001b[${code}m${text}\u001b[0m` : (text) => text;
  return { bold: paint("1"), dim: paint("2"), link: paint("4;36") };
}

/** What the terminal says once the demo runs. */
export function banner(started: Started, colored = wantsColor()): string {
  const { bold, dim, link } = colors(colored);
  const home = `http://localhost:${started.port}`;
  const [ada] = people;
  const other = started.strategy === "database" ? "jwt" : "database";
  const rows: [string, string][] = [
    ["Open", link(home) + takenNote(started)],
    ["Try", `${bold("Continue with Local Identity")}: pick one of its sample people`],
    ["", `any email address: the mail arrives at ${link(`${home}/inbox`)}`],
    ["", `${bold(ada.email)} with the password ${bold(ada.password)}`],
    [
      "Sessions",
      `${started.strategy} ${dim(`(SESSION_STRATEGY=${other} npm start for the other kind)`)}`,
    ],
    ["Data", started.data],
    ["Secret", started.secret],
    ["Stop", "Ctrl-C"],
  ];
  const lines = rows.map(([label, text]) => `  ${dim(label.padEnd(10))}${text}`);
  return ["", `  ${bold("Latchkey demo")}`, "", ...lines, ""].join("\n");
}

function takenNote({ port, wanted }: Started): string {
  return wanted === 0 || port === wanted
    ? ""
    : `  (port ${wanted} is taken, so this is the next free one)`;
}

function wantsColor(): boolean {
  return process.stdout.isTTY && !process.env["NO_COLOR"];
}
