import type { ActionContext } from "./context.js";

/** Seconds. A sign-in that takes longer has to be started again. */
const kept = 30 * 60;

type RememberContext = Pick<ActionContext, "body" | "jar" | "cookies">;

/** Forms may have an unrelated field with this name, so other values are ignored. */
function said({ body }: RememberContext): boolean | undefined {
  const value = body.value("remember");
  if (value === undefined) return undefined;
  return value !== "false" && value !== false;
}

/** Remembers whether the form asked for a persistent session, because the sign-in finishes in another request. */
export function noteRemember(context: RememberContext): void {
  const { jar, cookies } = context;
  const remembers = said(context);
  if (remembers === false) jar.set(cookies.remember, "false", { maxAge: kept });
  if (remembers) jar.clear(cookies.remember);
}

/** Whether the new session ends with the browser. */
export function endsWithBrowser(context: RememberContext): boolean {
  const { jar, cookies } = context;
  const noted = jar.get(cookies.remember.name) === "false";
  jar.clear(cookies.remember);
  return !(said(context) ?? !noted);
}
