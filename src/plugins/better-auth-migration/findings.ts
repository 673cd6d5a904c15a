import type { Finding } from "../../types/finding.js";

const about = "better-auth-migration";

interface Migration {
  readonly end: number;
  readonly now: number;
  readonly strategy: "jwt" | "database";
}

/** Reports how long cookies of Better Auth are accepted. */
export function findings({ end, now, strategy }: Migration): readonly Finding[] {
  const date = new Date(end).toISOString().slice(0, 10);
  if (end <= now) {
    return [
      {
        level: "warning",
        about,
        message: `Cookies of Better Auth are no longer accepted since ${date}.`,
        cure: "Remove `betterAuthMigration` from `plugins`.",
      },
    ];
  }
  if (strategy === "jwt") {
    return [
      {
        level: "warning",
        about,
        message: "Cookies of Better Auth aren't accepted, because sessions are JWT cookies here.",
        cure: 'Set `session: { strategy: "database" }` and import the sessions, or remove `betterAuthMigration` from `plugins`.',
      },
    ];
  }
  return [{ level: "ok", about, message: `Cookies of Better Auth are accepted until ${date}.` }];
}
