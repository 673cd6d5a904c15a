import type { ActionContext } from "./context.js";

/** Seconds: a sign-in that takes longer is begun anew. */
const kept = 30 * 60;

type RememberContext = Pick<ActionContext, "body" | "jar" | "cookies">;

/** Forms of applications may have a field of this name for themselves: what is neither is no matter. */
function said({ body }: RememberContext): boolean | undefined {
  const value = body.value("remember");
  if (value === undefined) return undefined;
  return value !== "false" && value !== false;
}

/** A form said whether the session is to outlast the browser; its sign-in ends in another request. */
export function noteRemember(context: RememberContext): void {
  const { jar, cookies } = context;
  const remembers = said(context);
  if (remembers === false) jar.set(cookies.remember, "false", { maxAge: kept });
  if (remembers) jar.clear(cookies.remember);
}

/** Whether the session that begins now is to end with the browser. */
export function endsWithBrowser(context: RememberContext): boolean {
  const { jar, cookies } = context;
  const noted = jar.get(cookies.remember.name) === "false";
  jar.clear(cookies.remember);
  return !(said(context) ?? !noted);
}
