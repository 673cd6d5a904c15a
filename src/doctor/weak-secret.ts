import type { AuthError } from "../errors.js";
import type { AuthConfig } from "../types/config.js";

const day = 24 * 60 * 60 * 1000;
/** Days for which a session lasts by default, and the most that a weak secret is read. */
const usualDays = 30;

const dateOf = (moment: number) => new Date(moment).toISOString().slice(0, 10);

/**
 * What to do about a secret that could be guessed: users are signed in with it, so it can be kept beside a new
 * one until their sessions have ended. Undefined if there was none.
 */
export function cureOfWeak(problem: AuthError, config: AuthConfig): string | undefined {
  const given = [config.secret ?? []].flat().filter((secret) => secret !== "");
  if (problem.type !== "MissingSecret" || given.length === 0) return undefined;
  const until = dateOf(Date.now() + usualDays * day);
  return `Run \`npx latchkey secret\` and set what it prints as AUTH_SECRET, the same in every instance. So that nobody is signed out, keep the old one for a while: \`plugins: [authjsMigration({ weakSecret: true })]\` from "latchkey/plugins/authjs-migration", AUTH_MOVED_SECRET="the old one" and AUTH_MOVED_UNTIL=${until}`;
}
