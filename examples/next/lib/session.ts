import type { NextAuthConfig } from "latchkey/next";
import { openStore } from "./store";

type Callbacks = NonNullable<NextAuthConfig["callbacks"]>;
type Params = Parameters<NonNullable<Callbacks["session"]>>[0];

/** What the pages and the browser see of a session. An update may change the name, nothing else. */
export async function session({ session, user, newSession, trigger }: Params) {
  const name = trigger === "update" ? nameIn(newSession) : undefined;
  if (name !== undefined) await (await openStore()).updateUser({ id: user.id, name });
  const shown = { id: user.id, name: name ?? user.name ?? null, email: user.email };
  return { expires: new Date(session.expires).toISOString(), user: shown };
}

/** The browser may send anything. */
function nameIn(data: unknown): string | undefined {
  if (typeof data !== "object" || data === null || !("user" in data)) return undefined;
  const { user } = data;
  if (typeof user !== "object" || user === null || !("name" in user)) return undefined;
  return typeof user.name === "string" ? user.name.slice(0, 100) : undefined;
}
