import { InvalidProvider } from "../../errors.js";
import { isRecord } from "../../json.js";
import { isPlainLine } from "../../text.js";
import type { User } from "../../types/session.js";

/** Somebody who is not signed in, and who they say they are. */
export interface Claimed {
  readonly user: User;
  /** They are known to the application, as its `getUserInfo` says. */
  readonly exists: boolean;
}

/** What the application's `getUserInfo` returned. */
export function readClaimed(providerId: string, value: unknown): Claimed | null {
  if (value === null || value === undefined) return null;
  if (isRecord(value) && isNamed(value["user"])) {
    return { user: value["user"], exists: value["exists"] === true };
  }
  throw new InvalidProvider(
    `The \`getUserInfo\` of the provider ${JSON.stringify(providerId)} must return { user, exists } or null. The \`email\` and the \`name\` of the user, where there are any, must be texts of one line.`,
  );
}

function isNamed(user: unknown): user is User {
  return isRecord(user) && isName(user["email"]) && isName(user["name"]);
}

function isName(value: unknown): boolean {
  if (value === null || value === undefined || value === "") return true;
  return typeof value === "string" && isPlainLine(value);
}
