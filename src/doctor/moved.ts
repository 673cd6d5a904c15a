import type { AuthError } from "../errors.js";
import type { AuthConfig } from "../types/config.js";
import type { Finding } from "../types/finding.js";

const day = 24 * 60 * 60 * 1000;
/** Days that an application keeps people signed in for, where it says nothing else. */
const usualDays = 30;

const dateOf = (moment: number) => new Date(moment).toISOString().slice(0, 10);

/**
 * What to do about a secret that could be guessed: people are signed in with it, so it is kept beside a
 * new one until their sessions have ended. Undefined where there was none.
 */
export function cureOfWeak(problem: AuthError, config: AuthConfig): string | undefined {
  const given = [config.secret ?? []].flat().filter((secret) => secret !== "");
  if (problem.type !== "MissingSecret" || given.length === 0) return undefined;
  const until = dateOf(Date.now() + (usualDays + 1) * day);
  return `Run \`npx latchkey secret\` and set what it prints as AUTH_SECRET, the same in every instance. So that nobody is signed out, keep the old one for a while in two lines: AUTH_MOVED_SECRET="the old one" and AUTH_MOVED_UNTIL=${until}`;
}

/** How long what was written before the move is still read. */
export function movedFindings({ moved }: AuthConfig): Finding[] {
  const end = moved ? new Date(moved.until).getTime() : NaN;
  if (Number.isNaN(end)) return [];
  const about = "moved";
  if (end > Date.now()) {
    const message = `What was written before the move is read until ${dateOf(end)}.`;
    return [{ level: "ok", about, message }];
  }
  return [
    {
      level: "warning",
      about,
      message: `What was written before the move is no longer read since ${dateOf(end)}.`,
      cure: "Remove `moved`, or AUTH_MOVED_SECRET and AUTH_MOVED_UNTIL: they are of no use any more.",
    },
  ];
}
