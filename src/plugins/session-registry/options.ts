import { InvalidConfiguration } from "../../errors.js";

/** Sessions that can be listed and ended. */
export interface SessionRegistryOptions {
  /**
   * Seconds for which a server relies on its last look for revocations, so that a session ended elsewhere is refused at
   * the latest then. 0 looks at every read. @default 30, or 0 where the state is that of this process
   */
  within?: number | undefined;
  /**
   * Whether sessions are listed: with the browser, the IP address (`clientIp`), and when each was last seen. @default true
   */
  list?: boolean | undefined;
  /** Seconds after signing in at which a session ends, however often it is used. @default never */
  absoluteMaxAge?: number | undefined;
}

// Some three thousand years: what is later by so many seconds is still a date.
const mostSeconds = 1e11;

export function assertOptions({ within, absoluteMaxAge }: SessionRegistryOptions): void {
  assertSeconds("within", within, 0);
  // Nothing shorter than a second can be told from nothing.
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
