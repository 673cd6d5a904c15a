import { askInTime } from "../async/deadline.js";
import type { AuthConfig } from "../auth-config.js";
import { fromBase64Url, fromUtf8, toBase64Url, utf8 } from "../crypto/encoding.js";
import { webUrl } from "../http/urls.js";

const defaultTimeout = 10_000;

// Equal in length, so that a token with one replaced by the other stays well formed.
const user = "latchkey-probe-user-a";
const other = "latchkey-probe-user-b";
const salt = "latchkey-probe";

/** Creates a token, changes its user without knowing the secret, and returns whether it's accepted. */
export async function findForgery({
  jwt = {},
  secret = [],
  timeout = defaultTimeout,
}: AuthConfig): Promise<boolean> {
  const { encode, decode } = jwt;
  if (!encode || !decode) return false;
  const given = { secret: jwt.secret?.length ? jwt.secret : secret, salt };
  const made = await answerOf("jwt.encode", timeout, () =>
    encode.call(jwt, { ...given, token: { sub: user, name: user }, maxAge: 60 }),
  );
  if (typeof made !== "string") return false;
  for (const token of forgeries(made)) {
    const claims = await answerOf("jwt.decode", timeout, () =>
      decode.call(jwt, { ...given, token }),
    );
    if (JSON.stringify(claims ?? null).includes(other)) return true;
  }
  return false;
}

/** Whether the `redirect` callback allows a site that isn't listed anywhere. */
export async function passesEverything(
  { callbacks, timeout = defaultTimeout }: AuthConfig,
  origin: string | null,
): Promise<boolean> {
  if (!callbacks?.redirect) return false;
  const stranger = "https://latchkey-probe.invalid";
  const params = { url: `${stranger}/`, baseUrl: origin ?? "https://site.invalid" };
  const target = await answerOf("callbacks.redirect", timeout, () => callbacks.redirect?.(params));
  return typeof target === "string" && webUrl(target)?.origin === stranger;
}

/** A function that throws has refused. */
async function answerOf(name: string, timeout: number, ask: () => unknown): Promise<unknown> {
  try {
    return await askInTime(name, async () => ask(), timeout);
  } catch {
    return undefined;
  }
}

/** The token with the user replaced: in plain text, or in base64 parts. */
function forgeries(made: string): readonly string[] {
  const changed = made
    .split(".")
    .map((part) => forgedPart(part) ?? part)
    .join(".");
  const all = new Set([made.replaceAll(user, other), forgedPart(made) ?? made, changed]);
  all.delete(made);
  return [...all];
}

function forgedPart(part: string): string | undefined {
  const [bare = ""] = part.split("=", 1);
  const padding = part.slice(bare.length);
  const plain = bare.replaceAll("+", "-").replaceAll("/", "_");
  const text = textIn(plain);
  if (text === undefined || !text.includes(user)) return undefined;
  const forged = toBase64Url(utf8(text.replaceAll(user, other)));
  const isUrl = padding === "" && !/[+/]/.test(part);
  return isUrl ? forged : forged.replaceAll("-", "+").replaceAll("_", "/") + padding;
}

function textIn(base64: string): string | undefined {
  try {
    const bytes = fromBase64Url(base64);
    return bytes && fromUtf8(bytes);
  } catch {
    return undefined;
  }
}
