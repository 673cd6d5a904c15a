import { openToken, sealToken } from "../crypto/token.js";
import type { FlowContext } from "../flow.js";

type Context = Pick<FlowContext, "jar" | "cookies" | "keys" | "now">;

/** Seconds for which the form is filled in again. */
const lasts = 60;
/** RFC 5321, section 4.5.3.1.3. */
const longest = 254;

/**
 * Keeps the address typed with a wrong password, so it needn't be typed again. Sealed, and not in the URL,
 * which others may log.
 */
export async function noteTyped({ body, ...context }: Context & Pick<FlowContext, "body">) {
  const { jar, cookies, keys, now } = context;
  const email = body.text("email") ?? "";
  if (email === "" || email.length > longest) return;
  const salt = cookies.typed.name;
  const value = await sealToken(keys, { salt, claims: { email }, maxAge: lasts, now });
  jar.set(cookies.typed, value, { maxAge: lasts });
}

/** The address that was just typed, once. */
export async function takeTyped({ jar, cookies, keys, now }: Context): Promise<string | undefined> {
  const token = jar.get(cookies.typed.name);
  if (token === undefined) return undefined;
  jar.clear(cookies.typed);
  const opened = await openToken(keys, { salt: cookies.typed.name, token, now });
  const email = opened.ok ? opened.claims["email"] : undefined;
  return typeof email === "string" ? email : undefined;
}
