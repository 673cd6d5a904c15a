import type { Finding } from "../../types/finding.js";

const about = "authjs-migration";

/** Reports how long sessions from before the move are accepted. */
export function findings(end: number, now: number): readonly Finding[] {
  const date = new Date(end).toISOString().slice(0, 10);
  if (end > now) {
    return [
      {
        level: "ok",
        about,
        message: `Sessions from before the migration are accepted until ${date}.`,
      },
    ];
  }
  return [
    {
      level: "warning",
      about,
      message: `Sessions from before the migration are no longer accepted since ${date}. Remove the plugin.`,
      cure: "Remove `authjsMigration` from `plugins`, and AUTH_MOVED_SECRET and AUTH_MOVED_UNTIL.",
    },
  ];
}
