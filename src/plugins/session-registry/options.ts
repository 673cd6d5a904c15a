import { InvalidConfiguration } from "../../core/errors/errors.js";

/** Options of `sessionRegistry()`. */
export interface SessionRegistryOptions {
  /**
   * Seconds for which a server relies on its last check for revocations. After that, a session
   * ended elsewhere is refused. 0 checks at every read. @default 30, or 0 with state in this
   * process
   */
  within?: number | undefined;
  /**
   * Keeps a list of sessions, with browser, IP address (`clientIp`) and when each was last seen.
   * @default true
   */
  list?: boolean | undefined;
  /** Seconds after signing in at which a session ends, however often it is used. @default never */
  absoluteMaxAge?: number | undefined;
}

// About three thousand years: a date plus this many seconds is still a valid date.
const mostSeconds = 1e11;

export function assertOptions({ within, absoluteMaxAge }: SessionRegistryOptions): void {
  assertSeconds("within", within, 0);
  // Times have a resolution of one second.
  assertSeconds("absoluteMaxAge", absoluteMaxAge, 1);
}

function assertSeconds(option: string, given: unknown, least: number): void {
  if (given === undefined) return;
  if (typeof given === "number" && given >= least && given <= mostSeconds) return;
  const found = typeof given === "number" ? String(given) : `of the type ${typeof given}`;
  throw new InvalidConfiguration(
    `\`${option}\` of \`sessionRegistry\` must be a number of seconds from ${least} to ${mostSeconds}. It is ${found}.`,
  );
}
