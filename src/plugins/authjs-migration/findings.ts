import type { Finding } from "../../types/finding.js";

const about = "authjs-migration";

/** How long sessions from before the move are still read. */
export function findings(end: number, now: number): readonly Finding[] {
  const date = new Date(end).toISOString().slice(0, 10);
  if (end > now) {
    return [
      { level: "ok", about, message: `Sessions from before the move are read until ${date}.` },
    ];
  }
  return [
    {
      level: "warning",
      about,
      message: `Sessions from before the move are no longer read since ${date}.`,
      cure: "Remove `authjsMigration` from `plugins`, and AUTH_MOVED_SECRET and AUTH_MOVED_UNTIL.",
    },
  ];
}
